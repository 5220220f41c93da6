import CivilTime
import Policies
import StateStore
import Synchronization
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// What a program that stays follows after one edit, and the second, the third and the one that takes it back.
@Suite struct WatchedPolicyLawTests {
  /// A folder of two files, so that an edit of either counts.
  private static let first = "house/a.yaml"
  private static let second = "house/b.yaml"
  private static let heads = ["Europe/Berlin", "UTC", "of nowhere"].map { zone in
    """
    timezone: \(zone)
    systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}}
    targets: {kids: {acl-rules: [Downtime-Kids]}}

    """
  }
  private static let rules = ["kids off 21:00–07:00", "kids off 20:00–07:00", "kids of 21:00–07:00", "kid off"].map {
    "policy: [\($0)]\n"
  }

  /// What must be so, in a few lines: the last pair of files that both could be understood.
  private struct Model {
    var head: Int
    var rule: Int
    var isGood: Bool { head < 2 && rule < 2 }
  }

  /// Files among which the rules of Berlin are those of London.
  private struct OtherRules: Files {
    var inner: FakeFiles
    func kind(of path: String) throws(FileError) -> FileKind? { try inner.kind(of: path) }
    func names(in path: String) throws(FileError) -> [String] { try inner.names(in: path) }
    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
      try inner.bytes(of: path.replacing("Europe/Berlin", with: "Europe/London"), limit: limit)
    }
    func resolved(_ path: String) -> String? { inner.resolved(path) }
  }

  /// New rules of its zone are followed like an edit, once.
  @Test func newRulesOfTheZoneAreFollowed() throws {
    var environment = TestWorld().environment(Written(), Written())
    let files = FakeFiles(texts: [Self.first: Self.heads[0], Self.second: Self.rules[0]])
    environment.files = files
    let begun = LoadedPolicy(path: "house", environment, takesSketches: false)
    var watched = WatchedPolicy(try #require(FollowedPolicy(begun)), path: "house", unkept: begun, environment)
    #expect(!watched.hasMoved(environment))
    environment.files = OtherRules(inner: files)
    #expect(watched.hasMoved(environment))
    let isNew = watched.read(isForced: false, environment)
    #expect(isNew)
    let june = Instant(secondsSinceEpoch: 1_782_000_000)
    #expect(watched.followed.policy.zone.local(june).secondOfDay == Zone.utc.local(june).secondOfDay + 3_600)
    #expect(!watched.hasMoved(environment))
  }

  @Test(arguments: 0..<40) func followsTheLastGoodText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let files = Mutex([Self.first: Self.heads[0], Self.second: Self.rules[0]])
    let (errors, folder) = (Written(), StateFolder())
    let clock = Mutex(TestWorld().now)
    var environment = TestWorld().environment(Written(), errors)
    environment.files = FakeChangingFiles(texts: { files.withLock { $0 } })
    environment.now = { clock.withLock { $0 } }
    environment.variable = { $0 == "STATE_DIRECTORY" ? folder.path : nil }

    let begun = LoadedPolicy(path: "house", environment, takesSketches: false)
    var watched = WatchedPolicy(try #require(FollowedPolicy(begun)), path: "house", unkept: begun, environment)
    var (live, read, followed) = (Model(head: 0, rule: 0), Model(head: 0, rule: 0), Model(head: 0, rule: 0))
    var since = clock.withLock { $0 }
    for step in 0..<12 {
      clock.withLock { $0 = $0 + 60 }
      if random.oneIn(2) { live.head = random.int(in: 0..<3) }
      if random.oneIn(2) { live.rule = random.int(in: 0..<4) }
      files.withLock { $0 = [Self.first: Self.heads[live.head], Self.second: Self.rules[live.rule]] }
      let isForced = random.oneIn(5)
      let isOther = live.head != read.head || live.rule != read.rule
      #expect(watched.hasMoved(environment) == isOther, "step \(step)")
      let before = errors.text.utf8.count
      #expect(watched.read(isForced: isForced, environment) == (isOther || isForced), "step \(step)")
      #expect(!errors.text.utf8.dropFirst(before).contains(UInt8(ascii: "^")), "nothing is told before it is acted on")
      watched.tellErrors(environment)
      let once = errors.text.utf8.count
      watched.tellErrors(environment)
      #expect(errors.text.utf8.count == once, "told once")
      let told = String(errors.text.utf8.dropFirst(before)) ?? ""
      if isOther || isForced {
        read = live
        if live.isGood { (followed, since) = (live, clock.withLock { $0 }) }
        #expect(told.contains("was read again") == live.isGood && told.contains("error") == !live.isGood, "\(told)")
      } else {
        #expect(told.isEmpty, "step \(step): \(told)")
      }
      #expect(watched.followed.fingerprint == Self.fingerprint(of: followed), "step \(step)")
      #expect(watched.followed.lastGoodSince == (read.isGood ? nil : since), "step \(step)")
      if random.oneIn(3) {
        let state = try StateSession.opened(
          Invocation(["watch", "house"], OptionTable(.shipped)).places(environment), environment)
        watched.keep(in: state, environment)
        let kept = try #require(try state.store?.lastGoodPolicies().first)
        #expect(PolicyFingerprint.of(kept.files.map { ($0.name, $0.bytes) }) == Self.fingerprint(of: followed))
      }
    }
  }

  private static func fingerprint(of model: Model) -> String {
    PolicyFingerprint.of([
      (first, Array(heads[model.head].utf8)), (second, Array(rules[model.rule].utf8)),
    ])
  }
}

/// What a program that stays says of itself once, until a run goes by without it.
@Suite struct RepeatedMessageFilterTests {
  @Test(arguments: 0..<50) func aComplaintIsSaidAgainOnlyAfterARunWithoutIt(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let texts = [
      "reconcile: no room\n", "reconcile: no state\n", "hint: make room\n", "error: no colon\n",
      "reconcile: note: read\n",
    ]
    let repeated = RepeatedMessageFilter()
    var (before, now): (Set<String>, Set<String>) = ([], [])
    for step in 0..<30 {
      if random.oneIn(3) {
        repeated.turn()
        (before, now) = (now, [])
      }
      let text = random.pick(texts)
      let isComplaint = !text.hasPrefix("error") && !text.contains("note")
      let isNew = !isComplaint || now.insert(text).inserted && !before.contains(text)
      #expect(repeated.isNew(text) == isNew, "step \(step): \(text)")
    }
  }
}
