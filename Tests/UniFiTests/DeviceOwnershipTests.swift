import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import UniFi

/// Of everything on a console only what this file has made is ever written or removed: over random consoles full of what
/// looks like it.
@Suite struct DeviceOwnershipTests {
  /// What a policy looks like, and whether it is this file's own.
  private struct Likeness {
    var name = "reconcile: emma"
    var description: String?
    var origin = "USER_DEFINED"
    var hasID = true
    /// Whether an earlier run saw it as the file's own.
    var isRemembered = false
    /// Who owned it then, where that was somebody else.
    var formerOwner: String?
    /// Worked out here in another way than by the provider.
    var isOurs: Bool {
      guard origin == "USER_DEFINED" else { return false }
      let words = (description ?? "").split { " \n\t".contains($0) }
      guard let mark = words.first(where: { $0.wholeMatch(of: /reconcile:[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*/) != nil })
      else {
        return isRemembered && hasID
      }
      if isRemembered, hasID, let formerOwner, mark.hasPrefix("reconcile:\(formerOwner)/") { return true }
      return mark.hasPrefix("reconcile:home/")
    }
  }

  private static func likeness(_ random: inout SplitMix64) -> Likeness {
    var likeness = Likeness(name: random.pick(["reconcile: emma", "reconcile: videos", "Kids", "reconcile: gone"]))
    likeness.description = random.pick([
      nil, "", "managed", "reconcile:home/emma", "reconcile:home/emma 1/2 made by reconcile", "reconcile:home/videos",
      "reconcile:home/videos 2/2", "note: reconcile:home/emma, see there", "edited reconcile:home/emma by Ben",
      "reconcile:attic/emma", "reconcile:attic/emma reconcile:home/emma", "xreconcile:home/emma",
      "reconcile:home", "reconcile:home/", "reconcile:/emma", "reconcile:home/emma/x", "Reconcile:home/emma",
      "reconcile:home/gone", "reconcile:homes/emma", "(reconcile:home/emma)", "see reconcile:home/emma. Anna",
      "like reconcile:home/Emma",
    ])
    likeness.origin = random.pick(["USER_DEFINED", "USER_DEFINED", "USER_DEFINED", "DERIVED", "SYSTEM_DEFINED"])
    likeness.hasID = !random.oneIn(8)
    likeness.isRemembered = random.oneIn(8)
    return likeness
  }

  private static func settings(_ likeness: Likeness, _ random: inout SplitMix64) -> JSONValue {
    let zones = ["Internal", "Hotspot", "Dmz"].map(Console.zone)
    let description = likeness.description.map { ",\"description\":\"\($0)\"" } ?? ""
    let filter =
      random.oneIn(2)
      ? #","trafficFilter":{"type":"MAC_ADDRESS","macAddressFilter":{"macAddresses":["02:00:5e:00:53:01"]}}"# : ""
    let action = random.pick([
      #"{"type":"BLOCK"}"#, #"{"type":"REJECT"}"#, #"{"type":"ALLOW","allowReturnTraffic":false}"#,
    ])
    return JSONValue.parsing(
      """
      {"name":"\(likeness.name)"\(description),"enabled":\(random.oneIn(2)),"action":\(action),"loggingEnabled":false,
      "source":{"zoneId":"\(random.pick(zones))"\(filter)},"destination":{"zoneId":"\(Console.zone("External"))"},
      "ipProtocolScope":{"ipVersion":"IPV4_AND_IPV6"}}
      """) ?? .null
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func nothingElseIsTouched(_ seed: UInt64) async throws {
    var random = SplitMix64(seed: 18_000 + seed)
    var policies: [(Likeness, Simulator.FirewallPolicy)] = []
    for number in 0..<random.int(in: 1..<14) {
      let likeness = Self.likeness(&random)
      let id = "9d2f3b0c-6d0e-4a55-8f6b-\(String(100_000_000_000 + number))"
      policies.append(
        (
          likeness,
          Simulator.FirewallPolicy(
            id: id, origin: likeness.origin, hasID: likeness.hasID, settings: Self.settings(likeness, &random))
        ))
    }
    let all = policies
    var stage = DeviceStage([
      ("emma", DeviceSelection(devices: [DeviceStage.ipad, DeviceStage.phone])),
      ("videos", DeviceSelection(devices: [DeviceStage.ipad], apps: [.id(5)], sites: ["shop.example"])),
    ]) { staged in
      for (_, policy) in all { staged.system.firewall.add(policy) }
    }
    for (place, (likeness, policy)) in policies.enumerated() where likeness.isRemembered {
      let slot = random.pick(["emma/\(Console.zone("Internal"))/1", "videos/\(Console.zone("Internal"))/\(place + 1)"])
      stage.interest.addresses[slot] = policy.id
      stage.interest.formerOwners[slot] = random.oneIn(2) ? "attic" : nil
    }
    // Only one can be remembered in one place.
    let remembered = Dictionary(
      uniqueKeysWithValues: stage.interest.addresses.map { ($1, stage.interest.formerOwners[$0]) })
    let ours = Set(
      policies.filter { likeness, policy in
        var likeness = likeness
        likeness.isRemembered = remembered[policy.id] != nil
        likeness.formerOwner = remembered[policy.id] ?? nil
        return likeness.isOurs
      }.map(\.1.id))
    let before = await stage.wire.system.system.firewall.policies
    let wanted: SwitchState.Position = random.oneIn(3) ? .disabled : .enabled
    // A mark that somebody moved to another policy keeps a place taken until that policy is gone.
    for _ in 0..<2 { _ = try await stage.settle(to: wanted) }
    let after = await stage.wire.system.system.firewall.policies
    for policy in before where !ours.contains(policy.id) {
      let now = after.first { $0.id == policy.id }
      #expect(now?.settings == policy.settings && now?.origin == policy.origin, "\(policy)")
    }
    for policy in after where !before.contains(where: { $0.id == policy.id }) {
      #expect(policy.settings["description"]?.text?.hasPrefix("reconcile:home/") == true, "\(policy)")
    }
    // Once more finds nothing to do but what has no id, and everything of the file as it says.
    #expect(try await stage.settle(to: wanted).isEmpty)
    let seen = try await stage.look().objects.filter { $0.switchBlocker == nil }
    #expect(seen.allSatisfy { $0.made?.surplus == nil && $0.made?.differences.isEmpty == true })
    let isThere: Set<SwitchState.Position> = wanted == .enabled ? [.enabled] : [.disabled, .absent]
    #expect(seen.allSatisfy { isThere.contains($0.switchState.position) })
  }

  /// Whoever writes about a mark makes none: only what a file and a target can be called is in one.
  @Test(arguments: [
    ("Like reconcile:home/emma but longer", true), ("reconcile:home-2/emma-2", true),
    ("reconcile:home/\(String(repeating: "e", count: 63))", true), ("reconcile:home/off", true),
    ("Like reconcile:home/emma, but longer", false), ("see reconcile:home/emma. Anna", false),
    ("reconcile:home/Emma", false), ("reconcile:Home/emma", false), ("reconcile:home/2", false),
    ("reconcile:-/emma", false), ("reconcile:home/émma", false), ("reconcile:home/emma\u{301}", false),
    ("reconcile:home/\(String(repeating: "e", count: 64))", false),
  ]) func onlyNamesAreInAMark(_ description: String, _ isMarked: Bool) {
    #expect((DevicePolicyMark(in: description) != nil) == isMarked)
    let both = DevicePolicyMark(in: "\(description) reconcile:attic/tom")
    #expect((both?.mark.target == Name("tom")) == !isMarked, "the next word may be one")
  }

  // MARK: - What is remembered

  @Test func itsMarkIsPutBackWhereItWasEditedAway() async throws {
    var stage = DeviceStage()
    try await stage.settle()
    let id = await stage.made[0].id
    await stage.byHand { console in console.edit("reconcile: emma") { $0.settings["description"] = nil } }
    #expect(try await stage.look().objects.map(\.switchState.position) == [.absent], "nobody knows it by now")
    stage.interest.addresses = ["emma/\(Console.zone("Internal"))/1": id.uppercased()]
    let seen = try await stage.look().objects
    #expect(seen.map { $0.made?.address?.lowercased() } == [id])
    #expect(seen.map { $0.made?.differences } == [["the mark in its description"]])
    #expect(try await stage.settle() == [.applied([])])
    #expect(await stage.made.map(\.id) == [id])
  }

  /// One that has another owner's mark by now is that one's, whoever saw it: neither written nor removed, nor where it gets
  /// that mark between the look and the write.
  @Test(arguments: [nil, "attic"]) func whatHasTheMarkOfAnotherIsAnothers(_ formerOwner: String?) async throws {
    let slot = "emma/\(Console.zone("Internal"))/1"
    var stage = DeviceStage()
    try await stage.settle()
    stage.interest.addresses = [slot: await stage.made[0].id]
    stage.interest.formerOwners[slot] = formerOwner
    let observer = stage.observer
    let seen = try await observer.observe([.devicePolicy]).objects
    await stage.byHand { console in
      console.edit("reconcile: emma") { $0.settings["description"] = "reconcile:attic/emma" }
    }
    let before = await stage.made
    for position in [SwitchState.Position.disabled, .absent] {
      let outcome = try await UniFiApplier(after: observer, write: stage.wire).apply(
        DeviceStage.change(try #require(seen.first), to: position))
      let isOurs = formerOwner != nil
      #expect(isOurs ? outcome == .applied([]) : outcome.messages.map(\.code) == ["unifi.became-another"])
      if isOurs { break }
    }
    let object = try #require(try await stage.look().objects.first)
    if formerOwner == nil {
      #expect(object.switchState.position == .absent)
      #expect(await stage.made == before)
    } else {
      #expect(object.made?.address == before[0].id)
    }
  }

  /// What another file made is not for targets of this one to name, also where its mark is gone.
  @Test func whatAnotherFileMadeIsToldAsSuch() async throws {
    var stage = DeviceStage()
    try await stage.settle()
    await stage.byHand { console in console.edit("reconcile: emma") { $0.settings["description"] = "mine" } }
    func told() async throws -> String? {
      try await stage.observer.observe([.firewallPolicy]).objects.first { $0.name == "reconcile: emma" }?.madeByFile?
        .text
    }
    #expect(try await told() == nil)
    stage.interest.others = [await stage.made[0].id.uppercased(): OwnerMark(owner: "attic", target: Name("tom"))]
    #expect(try await told()?.contains("of 'attic' for the devices of 'tom'") == true)
    #expect(try await stage.look().objects.map(\.switchState.position) == [.absent])
    stage.interest.others = [:]
    stage.interest.addresses = ["emma/\(Console.zone("Internal"))/1": await stage.made[0].id]
    #expect(try await told()?.contains("of 'home' for the devices of 'emma'") == true)
  }

  private static let slot = "emma/\(Console.zone("Internal"))/1"

  /// A file whose policy is there twice: as `first`, which this machine has made, and as another one of the id `other`.
  private static func twice(_ other: String) async throws -> (stage: DeviceStage, first: String) {
    var stage = DeviceStage()
    try await stage.settle()
    var twin = await stage.made[0]
    let first = twin.id
    twin.id = other
    let copy = twin
    await stage.byHand { console in console.firewall.add(copy) }
    stage.interest.addresses = [slot: first]
    return (stage, first)
  }

  private static let ids = ["00000000-6d0e-4a55-8f6b-3f0f6c1d2e77", "ffffffff-6d0e-4a55-8f6b-3f0f6c1d2e77"]

  /// The one that a machine remembers is not the one that another machine remembers.
  @Test(arguments: ids) func oneThatIsThereTwiceIsRemovedAndTheFirstByIDStays(_ other: String) async throws {
    let (stage, first) = try await Self.twice(other)
    #expect(try await stage.look().objects.map { $0.made?.surplus } == [nil, .twice])
    #expect(try await stage.settle() == [.applied([])])
    #expect(await stage.made.map(\.id) == [min(first, other)])
    #expect(try await stage.settle().isEmpty)
  }

  /// Two machines with the same file made one each in the same minute. Whatever they do from then on, one stays.
  @Test(arguments: ids) func twoMachinesDoNotRemoveEachOthers(_ other: String) async throws {
    let (ours, first) = try await Self.twice(other)
    var theirs = ours
    theirs.interest.addresses = [Self.slot: other]
    for _ in 1...2 {
      let observers = [ours.observer, theirs.observer]
      var seen: [[ObservedObject]] = []
      for observer in observers { seen.append(try await observer.observe([.devicePolicy]).objects) }
      for (observer, objects) in zip(observers, seen) {
        let applier = UniFiApplier(after: observer, write: ours.wire)
        for object in objects where object.made?.surplus != nil {
          _ = try await applier.apply(DeviceStage.change(object, to: .absent))
        }
      }
      #expect(await ours.made.map(\.id) == [min(first, other)])
      #expect(await ours.made.map(\.isEnabled) == [true])
      #expect(try await ours.settle().isEmpty)
      #expect(try await theirs.settle().isEmpty)
    }
  }

  /// Only the machine that made it knows a policy without a mark; the other one has made its own beside it.
  @Test(arguments: ids) func theOneWithTheMarkStays(_ other: String) async throws {
    let (stage, first) = try await Self.twice(other)
    await stage.byHand { console in
      guard let place = console.firewall.policies.firstIndex(where: { $0.id == first }) else { return }
      console.firewall.edit(at: place) { $0.settings["description"] = "mine" }
    }
    try await stage.settle()
    #expect(await stage.made.map(\.id) == [other])
    #expect(try await stage.settle().isEmpty)
  }

  /// It was to go because of another one, which somebody or another machine has removed since, or made their own.
  @Test(arguments: [false, true]) func theLastOneIsNotRemoved(_ isGone: Bool) async throws {
    let (stage, first) = try await Self.twice(Self.ids[0])
    let observer = stage.observer
    let surplus = try #require(
      try await observer.observe([.devicePolicy]).objects.first { $0.made?.surplus == .twice })
    await stage.byHand { console in
      guard let place = console.firewall.policies.firstIndex(where: { $0.id == Self.ids[0] }) else { return }
      if isGone {
        console.firewall.remove(at: place)
      } else {
        console.firewall.edit(at: place) { $0.settings["description"] = "reconcile:attic/emma" }
      }
    }
    for _ in 1...2 {
      let outcome = try await UniFiApplier(after: observer, write: stage.wire)
        .apply(DeviceStage.change(surplus, to: .absent))
      guard case .superseded(let message) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(message.text == "'reconcile: emma' stays: the other one like it is no longer there")
      #expect(await stage.made.contains { $0.id == first })
    }
  }

  @Test func whatHasNoIDIsSaidAndNothingIsMadeBesideIt() async throws {
    let stage = DeviceStage()
    try await stage.settle()
    await stage.byHand { console in console.edit("reconcile: emma") { $0.hasID = false } }
    let seen = try await stage.look().objects
    #expect(seen.map(\.switchBlocker?.code) == ["unifi.no-id"])
    #expect(try await stage.settle().isEmpty)
  }
}
