import Policies
import Providers

/// What is known of entities at one moment, in which groups are judged by their members.
///
/// A group itself leaves out members that are unavailable, and one of locks that counts all of them says `locked` while
/// one is unlocked (measured with 2025.4.4). So its own state is never believed.
struct EntityBoard: Sendable {
  private var states: [String: EntityState] = [:]

  /// Nothing is known yet.
  init() {}

  /// Takes what was read of an entity.
  mutating func take(_ state: EntityState) { states[state.id.text] = state }

  /// What was read of the entity with this id.
  subscript(id: String) -> EntityState? { states[id] }

  /// All that were read.
  var all: some Collection<EntityState> { states.values }

  /// Members in all that one group may have, those of its groups included.
  static let mostMembers = 500

  /// The entities that are behind `entity`: itself, or for a group its members and theirs.
  func devices(of entity: EntityState) throws(GroupFault) -> [EntityState] {
    var devices: [EntityState] = []
    var seen: Set<String> = [entity.id.text]
    var waiting = [entity]
    while let next = waiting.popLast() {
      guard next.isGroup else {
        devices.append(next)
        continue
      }
      for id in next.members where seen.insert(id).inserted {
        guard seen.count <= Self.mostMembers else { throw .tooMany }
        guard let known = EntityID(id), known.domain.kind == entity.id.domain.kind else { throw .foreign(id) }
        guard let member = states[id] else { throw .missing(id) }
        waiting.append(member)
      }
    }
    return devices.sorted { $0.id.text < $1.id.text }
  }

  /// The ids of the members of `entity`, and of theirs as far as they are known, that were not read.
  func unread(behind entity: EntityState) -> Set<EntityID> {
    var unread: Set<EntityID> = []
    var seen: Set<String> = []
    var waiting = entity.members
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted, seen.count <= Self.mostMembers, let known = EntityID(id) else { continue }
      if let member = states[id] { waiting += member.members } else { unread.insert(known) }
    }
    return unread
  }

  /// What the state of `entity` comes to.
  func condition(of entity: EntityState) -> EntityCondition {
    let devices: [EntityState]
    do throws(GroupFault) {
      devices = try self.devices(of: entity)
    } catch {
      return .unknown(error.words)
    }
    guard entity.isGroup else { return entity.condition }
    if devices.isEmpty { return .unknown("a group without members") }
    let conditions = devices.map(\.condition)
    if let stuck = conditions.first(where: { if case .stuck = $0 { true } else { false } }) { return stuck }
    if let moving = conditions.first(where: \.isMoving) { return moving }
    let (on, off) = (conditions.contains(.on), conditions.contains(.off))
    for (device, condition) in zip(devices, conditions) {
      guard case .unknown(let word) = condition else { continue }
      let words = "a group whose member \(device.id.text) is \(word)"
      return on || off ? .partly(on: on, off: off, words) : .unknown(words)
    }
    return conditions.allSatisfy { $0 == .off } ? .off : conditions.allSatisfy { $0 == .on } ? .on : .mixed
  }
}

/// Why a group cannot be judged.
enum GroupFault: Error, Hashable, Sendable {
  /// A member is not there.
  case missing(String)
  /// A member is of another sort, such as a door among lights.
  case foreign(String)
  /// It has more members than anybody would have meant.
  case tooMany

  /// How it goes on behind `is`.
  var words: String {
    switch self {
    case .missing(let id): "a group whose member \(id) is not there"
    case .foreign(let id): "a group with the member \(id), which cannot be switched with it"
    case .tooMany: "a group with more than \(EntityBoard.mostMembers) members"
    }
  }
}

extension EntityState {
  /// Whether it stands for others: one of the domain `group`, or of another domain with members.
  var isGroup: Bool { id.domain.on == nil || !members.isEmpty }

  /// What its own word comes to.
  fileprivate var condition: EntityCondition { id.domain.condition(state) }
}
