import Policies
import Providers

extension DomainEntry {
  /// The entry that a system has, for one that is only to be removed.
  init(_ record: DomainRecord, mark: String) {
    self.init(
      list: record.list, isRegex: record.isRegex, text: record.spellings.first ?? "", groups: record.groups, mark: mark)
  }
}

extension DomainRecord {
  /// The first mark in its comment; nil where there is none, as nobody has said whose it is.
  var mark: String? {
    comment.flatMap { $0.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix(DomainTable.markPrefix) } }
      .map(String.init)
  }

  /// Whether its comment holds `mark` as a word of its own.
  func carries(_ mark: String) -> Bool {
    comment.map { $0.split(whereSeparator: \.isWhitespace).contains { $0 == mark } } ?? false
  }
}
