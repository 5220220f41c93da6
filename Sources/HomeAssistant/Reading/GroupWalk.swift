import Policies
import Providers

/// Looks into the groups of a board, and into each of them once.
///
/// All of them together take a limited number of steps: thousands of groups, each in the next, would have every device
/// looked at thousands of times.
struct GroupWalk {
  /// The devices behind an entity, or why they cannot be told.
  typealias Devices = Result<[EntityState], GroupFault>

  /// How many members are looked at on one board, and how many the groups of a server may list together.
  static let mostSteps = 50_000

  private let board: EntityBoard
  /// By the ids of the groups that were looked into. Of one that is part of a circle this is the same as of the others.
  private var known: [String: Devices] = [:]
  /// How many members were looked at.
  private(set) var steps = 0

  init(_ board: EntityBoard) { self.board = board }

  /// The devices behind `entity`, in the order of their ids: itself, or for a group its members and theirs.
  mutating func devices(of entity: EntityState) -> Devices {
    guard entity.isGroup else { return .success([entity]) }
    let found: Devices
    if let known = known[entity.id.text] {
      found = known
    } else {
      found = Result { () throws(GroupFault) in try walk(behind: entity) }
      known[entity.id.text] = found
    }
    // Not remembered as a fault: a group that holds this one may have devices of its own.
    guard case .success(let devices) = found, devices.isEmpty else { return found }
    return .failure(entity.members.isEmpty ? .empty : .deviceless)
  }

  private mutating func walk(behind group: EntityState) throws(GroupFault) -> [EntityState] {
    var devices: [EntityState] = []
    var seen: Set<String> = [group.id.text]
    var waiting = [group]
    while let next = waiting.popLast() {
      if !next.isGroup {
        devices.append(next)
      } else if let known = known[next.id.text] {
        let found = try known.get()
        try step(found.count)
        devices += found.filter { seen.insert($0.id.text).inserted }
      } else {
        if next.hasTooManyMembers { throw .tooMany }
        try step(next.members.count)
        for id in next.members where seen.insert(id).inserted {
          // It has no state that anybody could want.
          if EntityDomain.onlyTells(id) { continue }
          guard let known = EntityID(id), known.domain.kind == group.id.domain.kind else { throw .foreign(id) }
          guard let member = board[id] else { throw .missing(id) }
          waiting.append(member)
        }
      }
      guard devices.count <= EntityBoard.mostMembers else { throw .tooMany }
    }
    return devices.sorted { $0.id.text < $1.id.text }
  }

  private mutating func step(_ count: Int) throws(GroupFault) {
    // What does not fit is not taken: a small group behind a large one may fit.
    guard steps + count <= Self.mostSteps else { throw .outOfSteps }
    steps += count
  }
}
