import CivilTime
import Foundation
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// What a run keeps for the next one.
@Suite struct KeptTests {
  /// What the entries say is read once, and anew once anybody has written.
  @Test func whatEntriesSayIsReadAnewOnceSomebodyWrote() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let (store, other) = (try scratch.store(), try scratch.store())
    let made = { (store: StateStore) in
      try store.make([
        Override(
          id: "", target: Name("kids"), state: .on, from: Scratch.start, until: Scratch.start + 60, because: nil,
          by: "anna", madeAt: Scratch.start)
      ])
    }
    let first = try Fingerprints(toldIn: store.database)
    #expect(try store.database.told?.fingerprints == first && Fingerprints(toldIn: store.database) == first)
    _ = try made(store)
    #expect(try Fingerprints(toldIn: store.database).byName.keys.sorted() == ["1"])
    _ = try made(other)
    #expect(try Fingerprints(toldIn: store.database).byName.keys.sorted() == ["1", "2"])
    #expect(try store.overrides().count == 2)
  }

  @Test func backoffs() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let backoffs = [
      Name("a"): Backoff(
        failures: 2, until: Scratch.start + 120, circumstances: "x", reason: .refused,
        refusal: Backoff.Refusal(text: "was \"revoked\"\n", hint: "make a new one")),
      Name("c"): Backoff(
        failures: 1, until: Scratch.start + 60, circumstances: "x", reason: .final,
        refusal: Backoff.Refusal(text: String(repeating: "long", count: 9999), hint: nil)),
      Name("b"): Backoff(
        failures: 1, until: Scratch.start + 60, circumstances: "x", reason: .busy,
        refusal: Backoff.Refusal(text: "was revoked", hint: nil),
        busy: Backoff.Refusal(text: "answers 503", hint: "wait")),
    ]
    try store.keep(backoffs)
    #expect(try store.backoffs() == backoffs)
    let file = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    try store.keep(backoffs)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == file, "the same is not written again")
    #expect(try store.backoffs()[Name("c")]?.refusal?.text.count == 1025)
    try store.keep([Name: Backoff]())
    #expect(try store.backoffs().isEmpty)
    // What was said goes with it.
    try store.keep(
      ["a", "b"].reduce(into: [:]) {
        $0[Name($1)] = Backoff(failures: 1, until: Scratch.start, circumstances: "x", reason: .refused)
      })
    #expect(try store.backoffs().values.allSatisfy { $0.refusal == nil && $0.busy == nil })
  }

  @Test func actionsAreWrittenOnceOnly() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let action = RecordedAction(
      key: ActionKey(target: Name("gate"), at: Scratch.start), system: Name("door"), action: "open",
      standing: .expected, line: "gate at 06:45", until: Scratch.start + 600, failure: "was refused")
    try store.keep([action])
    let file = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    try store.keep([action])
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == file)
    #expect(try store.actions() == [action])
  }

  @Test func goodPolicy() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    #expect(try store.lastGoodPolicies().first == nil)
    let file = GoodPolicy.File(name: "a.yaml", bytes: Array("timezone: Europe/Berlin # ü\n".utf8))
    try store.keep(GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start))
    try store.keep(GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start + 60))
    #expect(try store.lastGoodPolicy(of: "a.yaml") == GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start))
  }

  /// The text that is kept last is the one that counts, whatever was kept before.
  @Test func theLastGoodPolicyIsKeptAnewEachTime() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    for (number, text) in ["one", "two", "two", "three", "one"].enumerated() {
      let policy = GoodPolicy(
        path: "p", files: [.init(name: "a", bytes: Array(text.utf8))], at: Scratch.start + Int64(number))
      try store.keep(policy)
      #expect(try store.lastGoodPolicies().first?.files == policy.files)
      // The second of two alike says nothing new.
      #expect(try store.lastGoodPolicies().first?.at == (number == 2 ? Scratch.start + 1 : policy.at))
    }
    let other = GoodPolicy(path: "q", files: [.init(name: "a", bytes: Array("one".utf8))], at: Scratch.start + 9)
    try store.keep(other)
    #expect(try store.lastGoodPolicies().first == other)
    let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start)
    #expect(try fresh.lastGoodPolicies().first == other, "it outlives a damaged state")
  }

  private static func policy(_ path: String, _ text: String, at seconds: Int64) -> GoodPolicy {
    GoodPolicy(path: path, files: [.init(name: "a", bytes: Array(text.utf8))], at: Scratch.start + seconds)
  }

  /// Each policy has a text of its own, and the oldest go where there are too many, also where they were unchanged for long.
  @Test func everyPolicyHasALastGoodText() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let most = StateStore.mostGoodPolicies
    for round in 0..<2 {
      for number in 0..<most + 1 {
        let policy = Self.policy("/\(number)", "\(round)", at: Int64(round * 100 + number))
        try store.keep(policy)
        #expect(try store.lastGoodPolicy(of: policy.path) == policy)
        #expect(try store.lastGoodPolicies().first == policy)
      }
      #expect(try store.lastGoodPolicies().map(\.path) == (1...most).reversed().map { "/\($0)" })
      #expect(try store.lastGoodPolicy(of: "/0") == nil)
      #expect(try store.differences() == [])
    }
    let kept = try store.lastGoodPolicies()
    let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start)
    #expect(try fresh.lastGoodPolicies() == kept, "they outlive a damaged state")
  }

  /// An older version kept one text. It counts for its own policy, until that has a newer one.
  @Test func theOnlyTextOfAnOlderVersion() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let old = Self.policy("/p", "old", at: 0)
    try store.keep(old)
    let text = try #require(try store.database.notes(.goodPolicy).first?[1].text)
    let fingerprint = Fingerprints.fingerprint(of: [.text(text)])
    try scratch.edit("UPDATE notes SET name = 'good-policy' WHERE name = 'good-policy:/p'")
    let keeps: [String: String?] = ["good-policy": fingerprint, "good-policy:/p": nil]
    try store.append(Event(at: Scratch.start, .sealed, by: "reconcile"), keeping: keeps)
    #expect(try store.differences() == [])
    try store.keep(Self.policy("/p", "old", at: 5))
    #expect(try store.lastGoodPolicy(of: "/p") == old)
    #expect(try store.lastGoodPolicy(of: "/q") == nil)
    try store.keep(Self.policy("/q", "other", at: 6))
    #expect(try store.lastGoodPolicies().map(\.path) == ["/q", "/p"])
    for step in 1...2 {
      let new = Self.policy("/p", "new \(step)", at: Int64(6 + step))
      try store.keep(new)
      #expect(try store.lastGoodPolicy(of: "/p") == new)
      #expect(try store.note(.goodPolicy) == nil)
      #expect(try store.lastGoodPolicies().map(\.path) == ["/p", "/q"])
      #expect(try store.differences() == [])
    }
  }

  @Test("the mark of the last run moves on every few minutes, also after a clock was set back") func lastRun() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    LastRun.mark(scratch.folder, at: Scratch.start)
    #expect(LastRun.read(scratch.folder) == nil)
    _ = try scratch.store()
    let steps: [(at: Int64, marked: Int64)] = [
      (0, 0), (60, 0), (149, 0), (150, 150), (299, 150), (301, 301), (-500, -500), (-400, -500), (-340, -340),
    ]
    for step in steps {
      LastRun.mark(scratch.folder, at: Scratch.start + step.at)
      #expect(LastRun.read(scratch.folder) == Scratch.start + step.marked, "\(step)")
    }
  }
}
