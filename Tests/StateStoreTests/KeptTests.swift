import CivilTime
import Foundation
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// What a run keeps for the next one.
@Suite struct KeptTests {
  @Test func backoffs() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let backoffs = [
      Name("a"): Backoff(failures: 2, until: Scratch.start + 120, circumstances: "x", reason: .refused),
      Name("b"): Backoff(failures: 1, until: Scratch.start + 60, circumstances: "x", reason: .busy),
    ]
    try store.keep(backoffs)
    #expect(try store.backoffs() == backoffs)
    let file = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    try store.keep(backoffs)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == file, "the same is not written again")
    try store.keep([Name: Backoff]())
    #expect(try store.backoffs().isEmpty)
  }

  @Test func actionsAreWrittenOnceOnly() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let action = RecordedAction(
      key: ActionKey(target: Name("gate"), at: Scratch.start), system: Name("door"), action: "open",
      standing: .expected)
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
    #expect(try store.lastGoodPolicy() == nil)
    let file = GoodPolicy.File(name: "a.yaml", bytes: Array("timezone: Europe/Berlin # ü\n".utf8))
    try store.keep(GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start))
    try store.keep(GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start + 60))
    #expect(try store.lastGoodPolicy() == GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start))
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
      #expect(try store.lastGoodPolicy()?.files == policy.files)
      // The second of two alike says nothing new.
      #expect(try store.lastGoodPolicy()?.at == (number == 2 ? Scratch.start + 1 : policy.at))
    }
    let other = GoodPolicy(path: "q", files: [.init(name: "a", bytes: Array("one".utf8))], at: Scratch.start + 9)
    try store.keep(other)
    #expect(try store.lastGoodPolicy() == other)
    let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start)
    #expect(try fresh.lastGoodPolicy() == other, "it outlives a damaged state")
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
