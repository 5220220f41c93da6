public import Policies

/// What makes two domain entries the same one: the list, whether it is a regular expression, and the text.
///
/// Domains compare by canonical equivalence without case; nothing is stripped, because `a.b` and `a.b.` are kept
/// apart. Regular expressions compare byte for byte: two that differ only in case are kept, too.
public struct DomainKey: Hashable, Sendable {
  private enum Text: Hashable, Sendable {
    case domain(String)
    case regex([UInt8])
  }

  private let list: DomainEntries.List
  private let text: Text

  /// The entry of `list` that is spelled so.
  public init(_ list: DomainEntries.List, isRegex: Bool, _ text: String) {
    self.list = list
    self.text = isRegex ? .regex(Array(text.utf8)) : .domain(text.lowercased())
  }
}

extension DomainEntry {
  /// What makes it the same as another.
  public var key: DomainKey { DomainKey(list, isRegex: isRegex, text) }

  /// How it is addressed: as a system addresses it that stores this spelling.
  public var id: String { "\(list.rawValue)/\(isRegex ? "regex" : "exact")/\(text)" }

  /// What it is called in a report: as the policy writes it.
  public var name: String { (isRegex ? "regex:" : "") + text }
}

extension DomainRecord {
  /// A key for each of its spellings.
  public var keys: [DomainKey] { spellings.map { DomainKey(list, isRegex: isRegex, $0) } }
}
