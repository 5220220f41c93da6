import Documents
import JSONTree
import Policies
import Providers

/// A table of the Pi-hole's database, as the API names it in paths and answers.
enum Table: String, Sendable {
  case groups
  case clients
  case domains
  case lists

  var path: String { "/" + rawValue }

  /// How many rows are taken. A household has a dozen groups and clients and some hundred entries; entries are made by
  /// scripts as well, hence more of them.
  var mostRows: Int { self == .domains ? 100_000 : 5000 }

  /// How many domain entries of one Pi-hole a policy has to do with. Of each of them all is kept that was read.
  static let mostOwnEntries = 10_000

  /// In bytes. What somebody writes has a few hundred.
  static let largestRow = JSONBudget.small.bytes

  /// The rows in `answer`, which is one about this table; throws where there are more, or larger ones, than are taken.
  func rows(in answer: JSONText) throws(ProviderError) -> [JSONText] {
    let list = answer[rawValue]
    // Counted first: of millions nothing is made.
    if let count = list?.elementCount, count > mostRows { throw .tooManyRows(self, count: count) }
    guard let rows = list?.elements else { throw .noTable(self) }
    for row in rows where row.size > Self.largestRow { throw .rowTooLarge(self, size: row.size) }
    return rows
  }

  /// What its rows are, for people.
  var inWords: String { self == .domains ? "domain entries" : rawValue }
}

/// Whether a subscribed list, or a domain entry, blocks or allows; the words of the API.
enum ListType: String, Sendable {
  case block
  case allow
}

/// Where one row stands: in which table, and by what it is addressed there.
enum RowAddress: Hashable, Sendable {
  /// By name.
  case group(String)
  /// By the stored form: lower case and punycode for an exact domain, as it was given for a regular expression.
  case domain(DomainEntries.List, isRegex: Bool, String)
  /// By address; the same address may be there once for each type.
  case list(ListType, String)

  var table: Table {
    switch self {
    case .group: .groups
    case .domain: .domains
    case .list: .lists
    }
  }

  /// What the row is called where it stands.
  var text: String {
    switch self {
    case .group(let text), .domain(_, _, let text), .list(_, let text): text
    }
  }

  /// The path of the one row; throws where it has none. The type of a list goes into the query, and nothing but a GET
  /// does without.
  var path: String {
    get throws(ProviderError) {
      let segment = try PathSegment.encoded(text)
      return switch self {
      case .group: "\(table.path)/\(segment)"
      case .domain(let list, let isRegex, _): "\(Self.path(list, isRegex: isRegex))/\(segment)"
      case .list(let type, _): "\(table.path)/\(segment)?type=\(type.rawValue)"
      }
    }
  }

  /// Why the row cannot be addressed; nil where it can.
  var switchBlocker: Message? { PathSegment.canSay(text) ? nil : .unaddressable(text) }

  /// The path of all domain entries of one sort; a new one is posted to it.
  static func path(_ list: DomainEntries.List, isRegex: Bool) -> String {
    "\(Table.domains.path)/\(list.rawValue)/\(isRegex ? "regex" : "exact")"
  }

  /// How a plan addresses a row that is no group: `deny/exact/DOMAIN`, `block/ADDRESS`. A group has its number for that.
  var id: String {
    switch self {
    case .group(let name): name
    case .domain(let list, let isRegex, let text): "\(list.rawValue)/\(isRegex ? "regex" : "exact")/\(text)"
    case .list(let type, let address): "\(type.rawValue)/\(address)"
    }
  }

  /// The place of the object that `change` is about; nil where its id is none that this module gives.
  init?(_ change: Change) {
    guard let id = change.id else { return nil }
    switch change.kind {
    case .group: self = .group(change.name)
    case .domain: self.init(domainID: id)
    case .list: self.init(listID: id)
    default: return nil
    }
  }

  /// The place of the domain entry with this id; nil where it is none that this module gives.
  init?(domainID id: String) {
    let parts = id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let list = DomainEntries.List(rawValue: String(parts[0])), !parts[2].isEmpty,
      ["exact", "regex"].contains(parts[1]), PathSegment.canSay(String(parts[2]))
    else { return nil }
    self = .domain(list, isRegex: parts[1] == "regex", String(parts[2]))
  }

  private init?(listID id: String) {
    let parts = id.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let type = ListType(rawValue: String(parts[0])), !parts[1].isEmpty else { return nil }
    self = .list(type, String(parts[1]))
  }
}

extension String {
  /// Whether there is a character in it that must not be in a name. Pi-hole repeats names in header fields of its
  /// answers as they are, line ends included. (Measured.)
  var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
