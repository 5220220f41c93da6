import JSONTree
import Policies
import Providers

/// A group, a domain entry or a subscribed list as a Pi-hole gives it.
struct Row: Hashable, Sendable {
  /// Where it is.
  let place: RowAddress
  /// Its number, which no other row of the table gets, also after it was deleted.
  let number: Int
  /// The position of its switch.
  let isEnabled: Bool
  /// Nil if there is none; Pi-hole makes none of an empty one.
  let comment: String?
  /// The numbers of the groups that it belongs to, in the order given; nil for a group.
  let groups: [Int]?
  /// Everything, as it came.
  let tree: JSON

  /// Every row of `answer`, which is one about `table`; throws where one of them is not understood.
  static func all(in answer: JSONText, of table: Table) throws(ProviderError) -> [Row] {
    try all(table.rows(in: answer).lazy.map(\.tree), of: table)
  }

  /// The same of an answer that is a tree already.
  static func all(in answer: JSON, of table: Table) throws(ProviderError) -> [Row] {
    guard let elements = answer[table.rawValue]?.elements else { throw .noTable(table) }
    return try all(elements, of: table)
  }

  private static func all(_ elements: some Sequence<JSON>, of table: Table) throws(ProviderError) -> [Row] {
    try elements.map { (element) throws(ProviderError) in try Row(element, of: table) }
  }

  /// One row of `table`.
  init(_ tree: JSON, of table: Table) throws(ProviderError) {
    guard let place = RowAddress(tree, of: table), let number = tree["id"]?.int, let isEnabled = tree["enabled"]?.bool,
      let comment = tree["comment"], comment.isNull || comment.string != nil
    else { throw .strangeRow(table) }
    self.place = place
    self.number = number
    self.isEnabled = isEnabled
    self.comment = comment.string.flatMap { $0.isEmpty ? nil : $0 }
    self.tree = tree
    groups = table == .groups ? nil : try tree.groupNumbers(in: table)
  }

  /// Whether `mark` is in the comment as a word of its own.
  func carries(_ mark: String) -> Bool {
    !mark.isEmpty && (comment ?? "").split(whereSeparator: \.isWhitespace).contains { $0 == mark }
  }

  /// Whether it can be sent back as it came: a text that is not UTF-8 was read with `U+FFFD` instead of what it says.
  var canBeSentBack: Bool {
    !(place.text + (comment ?? "")).unicodeScalars.contains("\u{FFFD}")
  }
}

extension RowAddress {
  fileprivate init?(_ tree: JSON, of table: Table) {
    switch table {
    case .groups:
      guard let name = tree["name"]?.string else { return nil }
      self = .group(name)
    case .domains:
      guard let list = tree["type"]?.string.flatMap(DomainEntries.List.init), let kind = tree["kind"]?.string,
        ["exact", "regex"].contains(kind), let text = tree["domain"]?.string
      else { return nil }
      self = .domain(list, isRegex: kind == "regex", text)
    case .lists:
      guard let type = tree["type"]?.string.flatMap(ListType.init), let address = tree["address"]?.string else {
        return nil
      }
      self = .list(type, address)
    case .clients: return nil
    }
  }
}

extension JSON {
  /// The numbers of the groups that a row of `table` belongs to.
  func groupNumbers(in table: Table) throws(ProviderError) -> [Int] {
    guard let elements = self["groups"]?.elements else { throw .strangeRow(table) }
    let numbers = elements.compactMap(\.int)
    guard numbers.count == elements.count else { throw .strangeRow(table) }
    return numbers
  }
}
