import Documents
import Planning
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import PiHole

/// Which requests the domain entries of a policy cost, and which of the entries are kept.
@Suite struct EntryReadingTests {
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var wanted: [DomainEntries] = [deny(["youtube.com", "not-there.example"])]
    var leftBehind: [String] = []
    /// So many entries of somebody else's there are beside the household's four.
    var others = 2000
    var stage: @Sendable (inout Staged<PiHole>) -> Void = { _ in }
    /// What is asked between the groups and the version.
    var requests: [String]
    /// What is kept.
    var ids: Set<String>
  }

  static func deny(_ exact: [String], regex: [String] = [], prune: Bool = false) -> DomainEntries {
    DomainEntries(list: .deny, exact: exact, regex: regex, groups: ["kids"], prune: prune)
  }

  private static let youtube = "deny/exact/youtube.com"
  private static let tiktok = #"deny/regex/(^|\.)tik+tok\.com$"#
  private static let named = ["/domains/deny/exact/youtube.com", "/domains/deny/exact/not-there.example"]

  static let stories = [
    Story(
      testDescription: "of thousands the named ones are asked for", requests: ["/info/ftl"] + named, ids: [youtube]),
    Story(
      testDescription: "what was left behind as well, once", leftBehind: [tiktok, youtube],
      requests: ["/info/ftl"] + named + [#"/domains/deny/regex/%28%5E%7C%5C.%29tik%2Btok%5C.com%24"#],
      ids: [youtube, tiktok]),
    Story(
      testDescription: "a few are read whole", others: 0, requests: ["/info/ftl", "/domains"], ids: [youtube, tiktok]),
    Story(
      testDescription: "many are asked for together",
      wanted: [deny((1...50).map { "a\($0).example" } + ["youtube.com"])], requests: ["/info/ftl", "/domains"],
      ids: [youtube, tiktok]),
    Story(
      testDescription: "who prunes must know all that are its own",
      wanted: [deny(["youtube.com"]), deny([], prune: true)],
      requests: ["/domains"], ids: [youtube, tiktok]),
    Story(
      testDescription: "the stored form of a name is Pi-hole's", wanted: [deny(["münchen.de", "ads.example"])],
      requests: ["/domains"], ids: [youtube, tiktok, "deny/exact/ads.example", "deny/exact/xn--mnchen-3ya.de"]),
    Story(
      testDescription: "who does not say how many there are is asked for all",
      stage: { $0.faults = FaultPlan([Fault(.matching(method: "GET", target: "/info/ftl"), .html(404))]) },
      requests: ["/info/ftl", "/domains"], ids: [youtube, tiktok]),
  ]

  @Test(arguments: stories) func reads(_ story: Story) async throws {
    var system = PiHole.household()
    system.edit { gravity in
      let now = Double(PretendRun.start)
      try gravity.insert("xn--mnchen-3ya.de", in: .domain(.deny, .exact), at: now)
      for number in 0..<story.others {
        try gravity.insert("n\(number).example", in: .domain(.deny, .exact), comment: "reconcile:other", at: now)
      }
    }
    let interest = DomainInterest(story.wanted, leftBehind: story.leftBehind, mark: "reconcile:home")
    let run = PretendRun(system, password: "right", entries: interest, stage: story.stage)
    // The second time as the first.
    for _ in 1...2 {
      let seen = try await run.observer.observe([.domain])
      #expect(Set(seen.objects.filter { $0.kind == .domain }.compactMap(\.id)) == story.ids)
      #expect(seen.unavailableKinds.isEmpty)
    }
    await run.observer.close()
    let asked = await run.wire.system.log.map { String($0.target.dropFirst("/api".count)) }
    let once = ["/groups"] + story.requests + ["/info/version"]
    #expect(asked == ["/auth"] + once + once + ["/auth"])
  }

  @Test("a single entry that is strange refuses the entries, also where it is nobody's")
  func strangeEntry() async throws {
    let interest = DomainInterest([Self.deny(["youtube.com"], prune: true)], mark: "reconcile:home")
    let run = PretendRun(PiHole.household(), password: "right", entries: interest) {
      $0.faults = FaultPlan([Fault(.matching(method: "GET", target: "/domains"), .wrongType)])
    }
    let seen = try await run.observer.observe([.group, .domain])
    #expect(Set(seen.unavailableKinds.keys) == [.domain])
    await run.observer.close()
  }

  @Test("too many entries are told as such, and what to do")
  func tooMany() async throws {
    let interest = DomainInterest([Self.deny(["youtube.com"], prune: true)], mark: "reconcile:home")
    let run = PretendRun(PiHole.household(), password: "right", entries: interest) {
      $0.faults = FaultPlan([Fault(.matching(method: "GET", target: "/domains"), .hugeBody())])
    }
    let message = try await run.observer.observe([.group, .domain]).unavailableKinds[.domain]
    await run.observer.close()
    #expect(message?.code == "pihole.too-many-rows")
    #expect(
      message?.text.contains("too many domain entries: the list of them is over 16 MiB") == true,
      "\(String(describing: message))")
    #expect(message?.hint?.contains("subscribed list") == true)
  }

  @Test("a login that answers too much is not told as too many of anything")
  func tooMuchAtTheLogin() async throws {
    for table in [Set<ObjectKind>([.group]), [.domain]] {
      let run = PretendRun(PiHole.household(), password: "right") {
        $0.faults = FaultPlan([Fault(.matching(method: "POST", target: "/auth"), .hugeBody())])
      }
      let error = await #expect(throws: ProviderError.self) { try await run.observer.observe(table) }
      await run.observer.close()
      #expect(error?.kind == .unexpectedReply && error?.message.text == "the answer is over 16 MiB")
    }
  }
}
