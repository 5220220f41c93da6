/// The gravity database of a Pi-hole: groups, clients, domains and lists, with what its triggers do.
///
/// Every change takes time that does not depend on the number of rows, but deleting groups, which looks at all
/// memberships once.
public struct Gravity: Sendable {
  private var groupTable = GravityTable()
  private var clientTable = GravityTable()
  private var domainTable = GravityTable()
  private var listTable = GravityTable()

  /// Why SQLite refuses a change, in its words.
  public struct Refusal: Error, Hashable, Sendable {
    /// As shown under `processed.errors`.
    public var text: String
  }

  /// A database with the group 'Default' only, made at `now`, in seconds since 1970.
  public init(at now: Double = 0) {
    let second = Int(now.rounded(.down))
    groupTable.put(Self.defaultGroup(comment: "The default group", second))
  }

  /// All groups by id.
  public var groups: [GravityRow] { groupTable.inOrder }
  /// All clients by id.
  public var clients: [GravityRow] { clientTable.inOrder }
  /// All domains by id.
  public var domains: [GravityRow] { domainTable.inOrder }
  /// All lists by id.
  public var lists: [GravityRow] { listTable.inOrder }

  /// The row called `name` at `place`; nil if there is none.
  public func row(_ name: String, in place: GravityPlace) -> GravityRow? {
    self[place.table][GravityKey(place, name)]
  }

  static func defaultGroup(comment: String?, _ second: Int) -> GravityRow {
    GravityRow(
      id: 0, place: .group, name: "Default", comment: comment, isEnabled: true, groups: [], dateAdded: second,
      dateModified: second)
  }

  subscript(table: GravityTable.Name) -> GravityTable {
    get {
      switch table {
      case .groups: groupTable
      case .clients: clientTable
      case .domains: domainTable
      case .lists: listTable
      }
    }
    _modify {
      switch table {
      case .groups: yield &groupTable
      case .clients: yield &clientTable
      case .domains: yield &domainTable
      case .lists: yield &listTable
      }
    }
  }
}
