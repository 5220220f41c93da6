import CivilTime
import Providers
import Planning
import Testing

@testable import StateStore

/// Each entry is known by a hash over all before it.
@Suite struct ChainTests {
  /// Edits by hand that an auditor must see.
  static let edits: [(sql: String, found: ChainCheck)] = [
    ("UPDATE entries SET body = replace(body, 'rule 2', 'rule 9') WHERE number = 3", .broken(number: 3)),
    ("DELETE FROM entries WHERE number = 2", .broken(number: 3)),
    ("DELETE FROM entries WHERE number = 1", .broken(number: 2)),
    ("UPDATE entries SET at = at + 1 WHERE number = 4", .broken(number: 4)),
    ("UPDATE entries SET hash = zeroblob(32) WHERE number = 5", .broken(number: 5)),
    ("UPDATE entries SET number = 9 WHERE number = 5", .broken(number: 9)),
    ("UPDATE entries SET number = number + 1000", .broken(number: 1001)),
    ("UPDATE entries SET number = number - 1", .broken(number: 0)),
    ("DELETE FROM entries WHERE number = 5", .headMissing),
    ("DELETE FROM entries", .headMissing),
  ]

  @Test("an edited or cut-off past shows", arguments: edits) func edit(_ sql: String, _ found: ChainCheck) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.record((0..<5).map { Told.change("rule \($0)", at: Int64($0)) })
    let head = try store.head()
    #expect(try store.verify(head: head) == .holds(entries: 5))
    try store.database.run(sql)
    #expect(try store.verify(head: head) == found)
  }

  @Test("an earlier head is found again, a strange one is not") func heads() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let root = try store.head()
    try store.record([Told.change("a")])
    let early = try store.head()
    try store.record([Told.change("b")])
    #expect(early != root)
    #expect(try store.verify(head: early) == .holds(entries: 2))
    #expect(try store.verify(head: root) == .holds(entries: 2))
    #expect(try store.verify(head: String(repeating: "a", count: 64)) == .headMissing)
  }

  @Test("what is done behind an entry that does not fit shows, too") func goesOn() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.record((1...9).map { Told.change("rule \($0)", at: Int64($0)) })
    let head = try store.head()
    for (edit, breaks, missing, isFound) in [
      ("UPDATE entries SET body = replace(body, 'rule 3', 'rule 8') WHERE number = 3", [3], [nil], true),
      ("UPDATE entries SET hash = zeroblob(32) WHERE number = 4", [3, 4], [nil, nil], true),
      ("DELETE FROM entries WHERE number IN (6, 7)", [3, 4, 8], [nil, nil, 6...7], true),
      ("DELETE FROM entries WHERE number = 1", [2, 3, 4, 8], [1...1, nil, nil, 6...7], true),
      ("DELETE FROM entries WHERE number = 9", [2, 3, 4, 8], [1...1, nil, nil, 6...7], false),
    ] as [(String, [Int64], [ClosedRange<Int64>?], Bool)] {
      try store.database.run(edit)
      let check = try store.examine(head: head)
      #expect(check.breaks.map(\.place.number) == breaks && check.breaks.map(\.missing) == missing, "\(edit)")
      #expect(check.isHeadFound == isFound && check.worst == .broken(number: breaks[0]), "\(edit)")
      let marked = try store.entries(since: Scratch.start).filter { !$0.fits }.map(\.number)
      #expect(Set(marked).isSuperset(of: breaks), "\(edit)")
    }
  }

  @Test("an entry without a hash is told of like any that was edited") func entryWithoutHash() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.record([Told.change("x"), Told.change("y")])
    try store.database.run("UPDATE entries SET hash = 'none' WHERE number = 1")
    #expect(try store.entries(since: Scratch.start).map(\.number) == [1, 2])
    #expect(try store.verify(head: nil) == .broken(number: 1))
  }
}
