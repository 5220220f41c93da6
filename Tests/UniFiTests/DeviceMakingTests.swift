import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import UniFi

/// Making, where something goes wrong with it.
@Suite struct DeviceMakingTests {
  private static func code(_ outcome: Outcome?) -> String {
    guard let outcome else { return "nothing" }
    return ([outcome.word] + outcome.messages.map(\.code)).joined(separator: " ")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outcome: String
    /// How many of the file's policies there are afterwards.
    let count: Int
    let prepare: @Sendable (inout Staged<UniFiConsole>) -> Void

    init(
      _ words: String, _ outcome: String, _ count: Int,
      _ prepare: @escaping @Sendable (inout Staged<UniFiConsole>) -> Void
    ) {
      (testDescription, self.outcome, self.count, self.prepare) = (words, outcome, count, prepare)
    }
  }

  private static func post(_ effect: Fault.Effect) -> FaultPlan {
    FaultPlan([Fault(.matching(method: "POST", target: "/firewall/policies"), effect)])
  }

  static let cases = [
    Case("in peace", "applied", 1) { _ in },
    Case("the answer is lost", "applied unifi.answer-lost", 1) { $0.faults = post(.lostAfterEffect) },
    Case("the request is lost", "failed unifi.did-not-arrive", 0) { $0.faults = post(.lostBeforeEffect) },
    Case("a page without effect", "failed unifi.did-not-arrive", 0) { $0.faults = post(.html(200)) },
    Case("500 without effect", "failed unifi.did-not-arrive", 0) { $0.faults = post(.unexpectedError) },
    Case("listed without its id", "failed made.taken-back", 0) { $0.system.newPolicies.listing = .withoutID },
    Case("not listed at all", "failed made.taken-back", 0) { $0.system.newPolicies.listing = .missing },
    Case("forgotten", "unverified unifi.not-shown", 0) { $0.system.newPolicies.areForgotten = true },
    Case("made by another run meanwhile", "superseded unifi.made-meanwhile", 1) { staged in
      // Its look, then before the list is read again.
      staged.before(request: 6) { console in
        let body = #"""
          {"name":"reconcile: emma","description":"reconcile:home/emma made by reconcile","enabled":true,
          "action":{"type":"BLOCK"},"source":{"zoneId":"INTERNAL"},"destination":{"zoneId":"EXTERNAL"},
          "ipProtocolScope":{"ipVersion":"IPV4_AND_IPV6"},"loggingEnabled":false}
          """#
        console.firewall.add(Console.policy("9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e66", body))
      }
    },
    Case("the console refuses it", "failed unifi.not-made", 0) { $0.system.refusesUnknownApplications = true },
  ]

  /// Requests are counted from 1: info, sites, policies, zones, networks (the look), policies (6), the POST.
  @Test(arguments: cases) func makesOneOrSaysWhyNot(_ story: Case) async throws {
    var selection = DeviceSelection(devices: [DeviceStage.ipad])
    if story.testDescription == "the console refuses it" { selection.apps = [.id(999)] }
    let stage = DeviceStage([("emma", selection)], story.prepare)
    let outcomes = try await stage.settle()
    #expect(outcomes.map(Self.code) == [story.outcome], "\(outcomes)")
    #expect(await stage.made.count == story.count)
    #expect(await stage.wire.log.count { $0.method == "POST" } <= 1, "it is never sent twice")
  }

  @Test func whatCannotBeTakenBackIsSaid() async throws {
    let stage = DeviceStage {
      $0.system.newPolicies.listing = .withoutID
      $0.faults = FaultPlan([Fault(.matching(method: "DELETE", target: "/firewall/policies"), .lostBeforeEffect)])
    }
    let outcomes = try await stage.settle()
    #expect(outcomes.map(Self.code) == ["unverified unifi.cannot-be-lifted"])
    #expect(outcomes[0].messages[0].hint?.contains("delete it there") == true)
  }

  // MARK: - Removing

  @Test(
    arguments: [
      ("in peace", "applied"), ("lost answer", "applied unifi.answer-lost"), ("lost", "failed unifi.did-not-arrive"),
      ("gone", "superseded unifi.gone"), ("handed on", "superseded unifi.became-another"),
    ]) func removesOneOrSaysWhyNot(_ story: String, _ outcome: String) async throws
  {
    let stage = DeviceStage()
    try await stage.settle()
    var gone = stage
    gone.interest.wanted = []
    let observer = gone.observer
    let object = try #require(try await observer.observe([.devicePolicy]).objects.first)
    #expect(object.made?.surplus == .unnamed)
    await stage.wire.inspect { staged in
      switch story {
      case "lost answer": staged.faults = FaultPlan([Fault(.matching(method: "DELETE", target: ""), .lostAfterEffect)])
      case "lost": staged.faults = FaultPlan([Fault(.matching(method: "DELETE", target: ""), .lostBeforeEffect)])
      case "gone":
        staged.system.firewall.remove(
          at: staged.system.firewall.policies.firstIndex { $0.id == object.made?.address } ?? 0)
      case "handed on": staged.system.edit("reconcile: emma") { $0.settings["description"] = "reconcile:attic/emma" }
      default: break
      }
    }
    let applier = UniFiApplier(after: observer, write: stage.wire)
    #expect(Self.code(try await applier.apply(DeviceStage.change(object, to: .absent))) == outcome)
    let isThere = ["lost", "handed on"].contains(story)
    #expect(await stage.made.count == (isThere ? 1 : 0))
  }

  // MARK: - What the file may not do

  @Test func anotherKindOfChangeIsNoneOfIts() async throws {
    let stage = DeviceStage()
    let observer = stage.observer
    let object = try #require(try await observer.observe([.devicePolicy]).objects.first)
    let applier = UniFiApplier(after: observer, write: stage.wire)
    var change = DeviceStage.change(object, to: .enabled)
    change.made?.content = nil
    #expect(Self.code(try await applier.apply(change)) == "failed unifi.no-such-switch")
    change.made = nil
    #expect(Self.code(try await applier.apply(change)) == "failed unifi.no-such-switch")
    change = DeviceStage.change(object, to: .absent)
    #expect(Self.code(try await applier.apply(change)) == "failed unifi.no-such-switch")
    #expect(await stage.wire.log.allSatisfy { !$0.isWrite })
  }
}

/// The names of applications and their kinds, and the lists in which they are found.
@Suite struct DeviceTrafficTests {
  private static func stage(_ selection: DeviceSelection, lookups: Lookups? = nil) -> DeviceStage {
    var stage = DeviceStage([("videos", selection)])
    stage.interest.lookups = lookups
    return stage
  }

  private static let youtube = DeviceSelection(devices: [DeviceStage.ipad], apps: [.name("youtube")])

  @Test func namesAreLookedUpOnceForEachVersion() async throws {
    let stage = Self.stage(Self.youtube)
    let seen = try await stage.look()
    #expect(seen.problems.isEmpty && seen.objects.count == 1)
    #expect(await stage.paths.contains("GET /dpi/applications"))
    #expect(await !stage.paths.contains("GET /dpi/categories"), "no kind of application is named")
    let again = Self.stage(Self.youtube, lookups: seen.lookups)
    #expect(try await again.look().objects == seen.objects)
    #expect(await !again.paths.contains("GET /dpi/applications"))
    let later = Self.stage(Self.youtube, lookups: seen.lookups)
    await later.byHand { $0.version = "10.6.101" }
    #expect(try await later.look().lookups?.version == "10.6.101")
    #expect(await later.paths.contains("GET /dpi/applications"))
  }

  /// What is remembered is what the policy names, and no more.
  @Test func namesThatNobodyHasAnyMoreAreForgotten() async throws {
    let stage = Self.stage(Self.youtube)
    let seen = try await stage.look()
    #expect(seen.lookups?.found.count == 1)
    let other = Self.stage(
      DeviceSelection(devices: [DeviceStage.ipad], apps: [.name("TikTok")], categories: [.name("nothing")]),
      lookups: seen.lookups)
    let found = try await other.look().lookups?.found ?? [:]
    #expect(found.count == 2 && found.keys.allSatisfy { !$0.contains("youtube") }, "\(found)")
    let none = Self.stage(DeviceSelection(devices: [DeviceStage.ipad]), lookups: seen.lookups)
    #expect(try await none.look().lookups?.found.isEmpty == true)
  }

  @Test func numbersNeedNoList() async throws {
    let stage = Self.stage(
      DeviceSelection(devices: [DeviceStage.ipad], apps: [.id(262_392)], categories: [.id(4)], sites: ["a.example"]))
    #expect(try await stage.look().objects.count == 3)
    #expect(await stage.paths.allSatisfy { !$0.contains("dpi") })
  }

  /// What `selection` needs is made, and since then a newer console calls YouTube something else.
  private static func renamed(_ selection: DeviceSelection) async throws -> DeviceStage {
    let stage = stage(selection)
    try await stage.settle()
    await stage.byHand {
      $0.catalogue.rename(application: "YouTube", to: "YouTube TV"); $0.version = "10.6.101"
    }
    return stage
  }

  /// One that nobody knows is a problem of its target, what is there stays as it is, and the switch goes on being moved.
  @Test func anUnknownNameTouchesNothingElse() async throws {
    let stage = try await Self.renamed(Self.youtube)
    let before = await stage.made
    let seen = try await stage.look()
    #expect(seen.problems[Name("videos")]?.map(\.code) == ["unifi.unknown-app"])
    #expect(seen.problems[Name("videos")]?[0].hint?.contains("YouTube TV") == true)
    #expect(seen.objects.map(\.switchState.position) == [.enabled])
    #expect(seen.objects.allSatisfy { $0.made?.differences.isEmpty == true && $0.made?.surplus == nil })
    #expect(try await stage.settle().isEmpty)
    #expect(try await stage.settle(to: .disabled) == [.applied([])])
    let after = await stage.made
    #expect(after.map { $0.settings["destination"] } == before.map { $0.settings["destination"] })
    #expect(after.map(\.isEnabled) == [false])
    // The list is not read again and again for a name that is not in it.
    var again = stage
    again.interest.lookups = seen.lookups
    await stage.wire.clearLog()
    #expect(try await again.look().problems.count == 1)
    #expect(await stage.paths.allSatisfy { !$0.contains("dpi") })
  }

  /// How many policies there should be is not known then: none is given another number.
  @Test func whereOneIsUnknownNoneIsNumberedAnew() async throws {
    var stage = Self.stage(
      DeviceSelection(
        devices: [DeviceStage.ipad], apps: [.name("YouTube")], categories: [.id(24)], sites: ["a.example"]))
    #expect(try await stage.settle().count == 3)
    let before = await stage.made
    stage.interest.wanted[0].selection.categories = [.name("Sozial")]
    for _ in 1...2 {
      let seen = try await stage.look()
      #expect(seen.problems[Name("videos")]?.count == 1)
      #expect(seen.objects.allSatisfy { $0.made?.differences.isEmpty == true })
      #expect(try await stage.settle().isEmpty)
      let words = ["name", "description"]
      let after = await stage.made
      #expect(
        after.map { made in words.map { made.settings[$0] } } == before.map { made in words.map { made.settings[$0] } })
    }
  }

  @Test func whereOneOfSeveralIsUnknownTheOthersAreStopped() async throws {
    let stage = Self.stage(
      DeviceSelection(devices: [DeviceStage.ipad], apps: [.name("YouTube"), .name("TikTak")], sites: ["a.example"]))
    #expect(try await stage.settle() == [.applied([]), .applied([])])
    let seen = try await stage.look()
    #expect(seen.problems[Name("videos")]?.map(\.text) == ["unknown application 'TikTak'"])
    #expect(seen.problems[Name("videos")]?[0].hint == "did you mean 'TikTok'?")
    #expect(await stage.made.count == 2)
  }

  @Test func twoOfOneNameAreTold() async throws {
    let stage = Self.stage(Self.youtube)
    await stage.byHand { $0.catalogue.applications.append(.init(id: 77, name: "Youtube")) }
    let message = try #require(try await stage.look().problems[Name("videos")]?.first)
    #expect(message.text.hasPrefix("the console has 2 applications called "), "\(message.text)")
    #expect(message.code == "unifi.ambiguous-app" && message.hint?.contains("id:77") == true)
  }

  /// A kind of application that holds none is a kind like any other: no answer tells what is in it.
  @Test func aKindThatHoldsNothingIsTaken() async throws {
    let stage = Self.stage(DeviceSelection(devices: [DeviceStage.ipad], categories: [.name("empty")]))
    await stage.byHand { $0.catalogue.categories.append(.init(id: 99, name: "Empty")) }
    #expect(try await stage.settle() == [.applied([])])
  }

  /// Of two applications one has another name by now: what is there goes on stopping both.
  @Test func aNameOfTwoThatIsUnknownLeavesBoth() async throws {
    let stage = try await Self.renamed(
      DeviceSelection(devices: [DeviceStage.ipad], apps: [.name("youtube"), .name("netflix")]))
    let before = await stage.made
    let seen = try await stage.look()
    #expect(seen.problems[Name("videos")]?.map(\.code) == ["unifi.unknown-app"])
    #expect(!seen.objects.isEmpty && seen.objects.allSatisfy { $0.made?.differences.isEmpty == true })
    #expect(try await stage.settle(to: .disabled) == [.applied([])])
    #expect(await stage.made.map { $0.settings["destination"] } == before.map { $0.settings["destination"] })
  }

  @Test func aListThatIsRefusedTouchesNothingElse() async throws {
    let stage = Self.stage(Self.youtube)
    await stage.wire.inspect {
      $0.faults = FaultPlan([Fault(.matching(method: "GET", target: "/dpi/"), .unexpectedError)])
    }
    let seen = try await stage.look()
    #expect(seen.problems[Name("videos")]?.map(\.code) == ["unifi.no-catalogue"])
    #expect(seen.unavailableKinds.isEmpty)
  }

  /// No list of applications is read that has more than any other list; what needs none of them is managed all the same.
  @Test func aListThatIsTooLongTouchesNothingElse() async throws {
    let stage = DeviceStage([
      ("emma", DeviceSelection(devices: [DeviceStage.ipad])),
      ("videos", DeviceSelection(devices: [DeviceStage.ipad], apps: [.name("YouTube"), .id(262_392)])),
    ])
    await stage.byHand { $0.catalogue = .usual(further: 6000) }
    let seen = try await stage.look()
    #expect(seen.unavailableKinds.isEmpty)
    #expect(seen.objects.contains { $0.made?.target == Name("emma") })
    #expect(Set(seen.problems.keys) == [Name("videos")])
    let problem = try #require(seen.problems[Name("videos")]?.first)
    #expect(problem.code == "unifi.no-catalogue" && problem.text.contains("at most 5000 are supported"))
    #expect(problem.hint?.contains("id:NUMBER") == true)
  }

  @Test func longListsAreReadWhole() async throws {
    let stage = Self.stage(DeviceSelection(devices: [DeviceStage.ipad], apps: [.name("Application 2999")]))
    await stage.byHand { $0.catalogue = .usual(further: 3000) }
    let last = await stage.wire.system.system.catalogue.applications.last?.name ?? ""
    var named = stage
    named.interest.wanted[0].selection.apps = [.name(last)]
    #expect(try await named.look().problems.isEmpty)
  }
}
