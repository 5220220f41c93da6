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

  /// Members that one group may have, and devices that may be behind it, those of its groups included.
  static let mostMembers = 500

  /// The devices behind `entity`, where it is the only one of the board that is looked at.
  func devices(of entity: EntityState) -> GroupWalk.Devices {
    var walk = GroupWalk(self)
    return walk.devices(of: entity)
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
  func condition(of entity: EntityState) -> EntityCondition { entity.condition(by: devices(of: entity)) }
}

extension EntityState {
  /// Whether it stands for others: one of the domain `group`, or of another domain with members.
  var isGroup: Bool { id.domain.on == nil || !members.isEmpty || hasTooManyMembers }

  /// What its state comes to, by the devices behind it.
  func condition(by devices: GroupWalk.Devices) -> EntityCondition {
    guard isGroup else { return id.domain.condition(state) }
    let found: [EntityState]
    switch devices {
    case .success(let devices): found = devices
    case .failure(let fault): return .faulty(fault)
    }
    let conditions = found.map { $0.id.domain.condition($0.state) }
    if let stuck = conditions.first(where: { if case .stuck = $0 { true } else { false } }) { return stuck }
    if case .moving(let word, let end)? = conditions.first(where: \.isMoving) {
      return .moving(word, to: conditions.allSatisfy { $0.ends == end } ? end : nil)
    }
    let (on, off) = (conditions.contains(.on), conditions.contains(.off))
    for (device, condition) in zip(found, conditions) {
      guard case .unknown(let word) = condition else { continue }
      let words = "a group whose member \(device.id.text) is \(word)"
      return on || off ? .partly(on: on, off: off, words) : .unknown(words)
    }
    return conditions.allSatisfy { $0 == .off } ? .off : conditions.allSatisfy { $0 == .on } ? .on : .mixed
  }
}
