public import Policies

/// A domain entry as a system shows it.
public struct DomainRecord: Hashable, Sendable {
  /// Deny or allow.
  public var list: DomainEntries.List
  /// Whether it is a regular expression.
  public var isRegex: Bool
  /// Every spelling that the system gives of it: the stored one and, for a name outside ASCII, the readable one.
  public var spellings: [String]
  /// The names of the groups that it belongs to, sorted.
  public var groups: [String]
  /// The comment; nil if there is none. The mark of a policy's owner is in it.
  public var comment: String?

  /// A domain entry as a system shows it.
  public init(list: DomainEntries.List, isRegex: Bool, spellings: [String], groups: [String], comment: String?) {
    self.list = list
    self.isRegex = isRegex
    self.spellings = spellings
    self.groups = groups
    self.comment = comment
  }
}

/// A domain entry as a policy wants it: all that is needed to create it.
public struct DomainEntry: Hashable, Sendable {
  /// Deny or allow.
  public var list: DomainEntries.List
  /// Whether it is a regular expression.
  public var isRegex: Bool
  /// The domain, or the regular expression without the `regex:` of the policy.
  public var text: String
  /// The names of the groups that it belongs to.
  public var groups: [String]
  /// What its comment says so that it is known as this policy's own, such as `reconcile:home`.
  public var mark: String

  /// A domain entry as a policy wants it.
  public init(list: DomainEntries.List, isRegex: Bool, text: String, groups: [String], mark: String) {
    self.list = list
    self.isRegex = isRegex
    self.text = text
    self.groups = groups
    self.mark = mark
  }
}

extension DomainEntries {
  /// Every entry, as it would be created in `groups`.
  public func all(groups: [String], mark: String) -> [DomainEntry] {
    exact.map { DomainEntry(list: list, isRegex: false, text: $0, groups: groups, mark: mark) }
      + regex.map { DomainEntry(list: list, isRegex: true, text: $0, groups: groups, mark: mark) }
  }
}

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
