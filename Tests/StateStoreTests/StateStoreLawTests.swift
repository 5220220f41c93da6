import CivilTime
import Policies
import Providers
import Planning
import TestSupport
import Testing
import UniFi

@testable import StateStore

/// Whatever is done with a state, in whatever order, is what a plain model in memory says, after each step.
@Suite struct StateStoreLawTests {
  /// What a state holds, without a file.
  private struct Model: Equatable {
    var memory = RecordedState()
    var events: [Event] = []
    var overrides: [Override] = []
    var backoffs: [Name: Backoff] = [:]
    var lost: Set<Name> = []
    var trouble: String?
    var zone: String?
    var good: GoodPolicy?
    var accepted: [Name: AcceptedSecret] = [:]
    var followed: PolicyFile?
    var told: [ToldChange] = []
    var toldLost: Set<Name> = []
    var toldStuck: Set<String> = []
    var toldFailures: Set<String> = []
    var toldBeside: [Set<String>] = [[], [], [], [], []]
    var toldWarnings: Set<String> = []

    init() {}

    init(_ store: StateStore) throws {
      memory = try store.memory()
      events = try store.entries(since: Scratch.start + -1).compactMap(\.event).filter {
        $0.kind != .sealed && $0.kind != .setAside
      }
      overrides = try store.overrides()
      backoffs = try store.backoffs()
      lost = try store.lostSystems()
      trouble = try store.lastTrouble()
      zone = try store.zone()
      good = try store.lastGoodPolicies().first
      accepted = try store.acceptedSecrets()
      followed = try store.followedPolicy()
      let heard = try store.told()
      (told, toldLost, toldStuck, toldFailures) = (heard.changes, heard.lost, heard.stuck, heard.failures)
      toldBeside = [heard.problems, heard.doubts, heard.contended, heard.gone, heard.ends]
      toldWarnings = try store.toldWarnings()
    }
  }

  private static let names = ["a", "b", "c"].map { Name($0) }

  @Test(arguments: UInt64(0)..<12) func holdsAgainstAModel(seed: UInt64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var random = SplitMix64(seed: seed)
    var store = try scratch.store()
    var model = Model()
    var now = Scratch.start
    for step in 0..<120 {
      now = now + Int64.random(in: 1...1200, using: &random)
      let name = Self.names[Int.random(in: 0..<3, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1, 2:
        let before = model.memory
        for _ in 0...Int.random(in: 0..<3, using: &random) {
          let key = ObjectKey(system: name, kind: .aclRule, id: "id-\(Int.random(in: 0..<4, using: &random))")
          var closing =
            Bool.random(using: &random)
            ? Closing(target: name, at: now, name: "rule", position: .enabled, leftAt: step % 2 == 0 ? now : nil) : nil
          closing?.guarding = step % 3 == 0 ? nil : Guard(approvers: Self.names, needsAll: step % 2 == 0)
          model.memory.objects[key] = RecordedObject(
            switchState: SwitchState(step % 2 == 0 ? .enabled : .disabled), at: now, wanted: SwitchState(.enabled),
            override: "\(step)", inPlaceAt: now, policy: "p\(step)", closing: closing)
        }
        model.memory.policy = "p\(step / 10)"
        model.memory.failsafeTimers = step % 3 == 0 ? [name: now] : model.memory.failsafeTimers
        let event = Event(at: now, .change, system: name, name: "rule \(step)")
        model.events.append(event)
        try store.record([event], before: before, after: model.memory, at: now)
      case 3:
        let override = try store.make(
          .on, of: name, from: now, until: now + 600, because: step % 2 == 0 ? "why" : nil, by: "me")
        model.overrides.insert(override, at: 0)
        model.events.append(try #require(try store.entries(since: now).last?.event))
      case 4:
        guard let place = model.overrides.indices.randomElement(using: &random) else { continue }
        let until = now + (step % 2 == 0 ? 0 : 900)
        model.overrides[place] = try store.end(model.overrides[place].id, at: until, now: now, by: "you")
        #expect(model.overrides[place].until == until)
        model.events.append(try #require(try store.entries(since: now).last?.event))
      case 5:
        model.backoffs[name] =
          step % 3 == 0
          ? nil
          : Backoff(
            failures: step + 1, until: now + 60, circumstances: "c\(step)", reason: step % 2 == 0 ? .busy : .refused)
        try store.keep(model.backoffs)
      case 6:
        model.lost.formSymmetricDifference([name])
        try store.keep(lost: model.lost)
      case 7:
        model.trouble = "trouble \(step)"
        try store.keepTrouble("trouble \(step)")
        model.toldWarnings = ["warning \(step)\n", "another"]
        try store.keep(toldWarnings: model.toldWarnings)
        model.zone = step % 2 == 0 ? "Europe/Berlin" : "UTC"
        try store.keep(zone: model.zone ?? "")
      case 8:
        let text = "policy \(Int.random(in: 0..<3, using: &random))"
        let files = [GoodPolicy.File(name: "\(name).yaml", bytes: Array(text.utf8))]
        if model.good?.files != files { model.good = GoodPolicy(path: "p", files: files, at: now) }
        try store.keep(GoodPolicy(path: "p", files: files, at: now))
      default: store = try scratch.store(at: now)
      }
      #expect(try Model(store) == model, "step \(step)")
      #expect(try Model(try #require(try StateStore(reading: scratch.folder))) == model, "step \(step), a reader")
      let count = try store.entries(since: Scratch.start + -1).count
      #expect(try store.verify(head: try store.head()) == .holds(entries: count))
      #expect(store.unreadable.isEmpty)
    }
  }

  /// What is kept as a whole is replaced by what comes next, and what comes next may differ in anything: another secret,
  /// more refusals, another owner of the same file, another end of the same timer, another system of as many, another change
  /// at the same time.
  @Test(arguments: UInt64(0)..<6) func whatChangesIsKeptAnew(seed: UInt64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var random = SplitMix64(seed: seed)
    let store = try scratch.store()
    var model = Model()
    for step in 0..<60 as Range<Int64> {
      let now = Scratch.start + step
      let name = Self.names[Int.random(in: 0..<3, using: &random)]
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        model.accepted[name] =
          step % 5 == 0
          ? nil
          : AcceptedSecret(
            fingerprint: ["0a", "ff"][Int.random(in: 0..<2, using: &random)],
            refusals: Int.random(in: 0..<4, using: &random))
        try store.keep(accepted: model.accepted)
      case 1:
        let policy = PolicyFile(path: "/p/\(step % 2)", owner: name.text)
        // Files that are followed again within the hour take turns, which is another story.
        let later = now + step * FollowedFiles.turnSeconds
        if let before = model.followed, before.path != policy.path {
          model.events.append(Event(at: later, .followed, by: "reconcile", name: policy.path, message: before.path))
        }
        model.followed = policy
        try store.follow(policy, isSame: false, at: later)
      case 2:
        model.lost = Set(Self.names.filter { _ in Bool.random(using: &random) })
        try store.keep(lost: model.lost)
      case 3:
        let reason = Backoff.Reason.allCases[Int(step % 2)]
        model.backoffs[name] = Backoff(failures: 1, until: now, circumstances: "\(step % 3)", reason: reason)
        try store.keep(model.backoffs)
      case 4:
        let names = Self.names.filter { _ in Bool.random(using: &random) }
        model.told = names.map { ToldChange(target: $0, at: Scratch.start + step / 4) }
        var heard = try store.told()
        heard.changes = model.told
        try store.keep(told: heard)
      case 5:
        model.toldLost = Set(Self.names.filter { _ in Bool.random(using: &random) })
        model.toldStuck = Set(model.toldLost.map { "\($0) acl-rule \(step % 2)" })
        model.toldFailures = Set(model.toldLost.map { "\($0) group \(step % 3)" })
        model.toldBeside = (0..<5).map { ["\(name) \($0) \(step % Int64($0 + 1))"] }
        var heard = try store.told()
        (heard.lost, heard.stuck, heard.failures) = (model.toldLost, model.toldStuck, model.toldFailures)
        (heard.problems, heard.doubts) = (model.toldBeside[0], model.toldBeside[1])
        (heard.contended, heard.gone, heard.ends) = (model.toldBeside[2], model.toldBeside[3], model.toldBeside[4])
        try store.keep(told: heard)
      default:
        let before = model.memory
        model.memory.failsafeTimers[name] = step % 3 == 0 ? nil : now + Int64.random(in: 1...900, using: &random)
        model.memory.policy = step % 4 == 0 ? "p\(step)" : before.policy
        try store.record([], before: before, after: model.memory, at: now)
      }
      #expect(try Model(store) == model, "step \(step)")
    }
    // What runs go by outlives a damaged file, and the next damaged one.
    model.events = []
    for second in 60...61 as ClosedRange<Int64> {
      let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start + second)
      #expect(try Model(fresh) == model)
    }
  }
}
