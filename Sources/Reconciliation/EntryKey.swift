import Policies

/// What makes two domain entries the same one: the list, whether it is a regular expression, and the text.
///
/// Domains compare by canonical equivalence without case; nothing is stripped, because a Pi-hole keeps `a.b` and `a.b.`
/// apart. Regular expressions compare byte for byte: a Pi-hole keeps two that differ only in case, too.
struct EntryKey: Hashable {
  private enum Text: Hashable {
    case domain(String)
    case regex([UInt8])
  }

  private let list: DomainEntries.List
  private let text: Text

  init(_ list: DomainEntries.List, isRegex: Bool, _ text: String) {
    self.list = list
    self.text = isRegex ? .regex(Array(text.utf8)) : .domain(text.lowercased())
  }
}

extension DomainEntry {
  /// What makes it the same as another.
  var key: EntryKey { EntryKey(list, isRegex: isRegex, text) }

  /// How it is addressed: as a Pi-hole addresses it that stores this spelling.
  var id: String { "\(list.rawValue)/\(isRegex ? "regex" : "exact")/\(text)" }

  /// What it is called in a report: as the policy writes it.
  var name: String { (isRegex ? "regex:" : "") + text }

  /// The entry that a Pi-hole has, for one that is only to be removed.
  init(_ record: DomainRecord, mark: String) {
    self.init(
      list: record.list, isRegex: record.isRegex, text: record.spellings.first ?? "", groups: record.groups, mark: mark)
  }
}

extension DomainRecord {
  /// A key for each of its spellings.
  var keys: [EntryKey] { spellings.map { EntryKey(list, isRegex: isRegex, $0) } }

  /// The first mark in its comment; nil where there is none, as nobody has said whose it is.
  var mark: String? {
    comment.flatMap { $0.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix(EntryTable.markPrefix) } }
      .map(String.init)
  }

  /// Whether its comment holds `mark` as a word of its own.
  func carries(_ mark: String) -> Bool {
    comment.map { $0.split(whereSeparator: \.isWhitespace).contains { $0 == mark } } ?? false
  }
}
