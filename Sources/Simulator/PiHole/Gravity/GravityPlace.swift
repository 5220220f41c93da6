/// The table a row of the gravity database is in, and the column that tells rows of one name apart there.
public enum GravityPlace: Hashable, Sendable {
  case group
  case client
  case domain(DomainType, DomainKind)
  case list(ListType)

  /// What a domain is for.
  public enum DomainType: String, Sendable {
    case allow, deny
  }

  /// How a domain is compared.
  public enum DomainKind: String, Sendable {
    case exact, regex
  }

  /// What a list is for.
  public enum ListType: String, Sendable {
    case block, allow
  }

  /// The places of domains, in the order in which rows of one name are read.
  static let domains: [GravityPlace] = [
    .domain(.allow, .exact), .domain(.deny, .exact), .domain(.allow, .regex), .domain(.deny, .regex),
  ]
  /// The places of lists, in the order in which rows of one name are read.
  static let lists: [GravityPlace] = [.list(.block), .list(.allow)]

  /// The place that two words name, in any case; nil where they name none.
  static func domain(_ type: String, _ kind: String) -> GravityPlace? {
    guard let type = DomainType(rawValue: type.lowercased()), let kind = DomainKind(rawValue: kind.lowercased()) else {
      return nil
    }
    return .domain(type, kind)
  }

  var table: GravityTable.Name {
    switch self {
    case .group: .groups
    case .client: .clients
    case .domain: .domains
    case .list: .lists
    }
  }
}

/// What is unique in a table: the name, byte by byte, and the place.
struct GravityKey: Hashable, Sendable {
  var place: GravityPlace
  var name: String

  init(_ place: GravityPlace, _ name: String) {
    self.place = place
    self.name = name
  }

  /// Two spellings of one text are two names to the database.
  static func == (one: GravityKey, other: GravityKey) -> Bool {
    one.place == other.place && one.name.utf8.elementsEqual(other.name.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    for byte in name.utf8 { hasher.combine(byte) }
  }
}
