public import CivilTime
import Providers
public import Planning

/// An entry of the history. What it says is read anew each time that somebody asks: there may be a hundred thousand of them.
public struct Entry: Hashable, Sendable {
  /// Counted from 1 without gaps, also over entries that were pruned.
  public let number: Int64
  private let body: String?
  private let chained: [UInt8]?
  /// The hash of the entry before it.
  private let previous: [UInt8]

  fileprivate init(_ row: [Value], anchor: [UInt8]) {
    // The number is the key of its row, so it is one.
    (number, body, chained) = (row[0].integer ?? 0, row[1].text, row[2].blob)
    previous = row[3].blob ?? anchor
  }

  /// What happened; nil where the text of the entry cannot be read, because the file was edited.
  public var event: Event? { body.flatMap(Event.init(stored:)) }

  /// The hash that ties it to all before it, in hexadecimal digits; empty where the file was edited and it is none.
  public var hash: String { chained.map(Chain.text) ?? "" }

  /// Whether it is tied to the entry before it: else one of them was edited, or that one was taken out.
  public var fits: Bool { body.map { Chain.hash(after: previous, body: $0) == chained } ?? false }
}

/// What checking the chain of hashes came to.
public enum ChainCheck: Hashable, Sendable {
  /// Every entry fits the one before it, and the head that was asked for is among them, or none was asked for.
  case holds(entries: Int)
  /// This entry does not fit the one before it, or one before it is missing: it was edited, or entries were taken out.
  case broken(number: Int64)
  /// The chain fits, but the head that was asked for is not in it: the past after it was cut off, or is another one.
  case headMissing
  /// The chain fits, but what runs go by is not what it says.
  case differs([Difference])
}

extension StateStore {
  /// Writes entries for what happened outside a run, such as an override.
  public func record(_ events: [Event]) throws(StateError) {
    try database.atomically { () throws(StateError) in
      for event in events { try append(event) }
    }
  }

  /// The entries from `start` on, the earliest first.
  public func entries(since start: Instant) throws(StateError) -> [Entry] {
    var entries: [Entry] = []
    let anchor = try database.anchor()
    try database.eachRow(
      """
      SELECT number, body, hash, (SELECT hash FROM entries AS earlier WHERE earlier.number = entries.number - 1)
      FROM entries WHERE at >= ? ORDER BY number
      """, [.integer(start.secondsSinceEpoch)]
    ) { row in
      entries.append(Entry(row, anchor: anchor))
      return true
    }
    return entries
  }

  /// The hash of the last entry, in hexadecimal digits; that of no entry if there is none.
  public func head() throws(StateError) -> String {
    Chain.text(try database.lastEntry().hash)
  }

  /// Adds an entry behind the last one.
  func append(_ event: Event, keeping keeps: [String: String?] = [:]) throws(StateError) {
    try database.append(event, keeping: keeps)
  }
}
