import Policies
import Providers

/// A sort of entity with two states that a schedule can hold, by the word before the dot of its entities' ids: what its
/// states mean, and which actions move it.
struct EntityDomain: Sendable {
  /// The word: `lock`.
  let word: String
  /// The kind of object that its entities are.
  let kind: ObjectKind
  /// Its states; any other is not known.
  let words: Words
  /// What brings it on, unlocked or open.
  let on: Action
  /// What brings it off, locked or closed.
  let off: Action

  /// What the words for states mean.
  struct Words: Sendable {
    var on: Set<String>
    var off: Set<String>
    /// With where they end.
    var moving: [String: SwitchState.Position] = [:]
    var stuck: Set<String> = []
  }

  /// An action of the API.
  struct Action: Hashable, Sendable {
    /// Its name: `garage.close`.
    let name: String
    /// The bit of `supported_features` without which a device cannot do it; nil where every one can.
    var feature: Int? = nil
  }

  /// All of them.
  static let all: [EntityDomain] = [
    EntityDomain(
      word: "switch", kind: .entity, words: Words(on: ["on"], off: ["off"]), on: Action(name: "switch.on"),
      off: Action(name: "switch.off")),
    EntityDomain(
      word: "light", kind: .entity, words: Words(on: ["on"], off: ["off"]), on: Action(name: "light.on"),
      off: Action(name: "light.off")),
    EntityDomain(
      word: "lock", kind: .lock,
      // A lock that is `open` has its latch drawn: the door can be pushed.
      words: Words(
        on: ["unlocked", "open"], off: ["locked"],
        moving: ["locking": .disabled, "unlocking": .enabled, "opening": .enabled], stuck: ["jammed"]),
      on: Action(name: "door.unlock"), off: Action(name: "door.lock")),
    EntityDomain(
      word: "cover", kind: .cover,
      words: Words(on: ["open"], off: ["closed"], moving: ["opening": .enabled, "closing": .disabled]),
      on: Action(name: "garage.open", feature: 1), off: Action(name: "garage.close", feature: 2)),
  ]

  /// The one of this word; nil where it is none of them.
  static func named(_ word: some StringProtocol) -> EntityDomain? { all.first { $0.word == word } }

  /// Where an entity stands when `action` was done with it; nil where that cannot be told.
  func position(after action: String) -> EntityCondition? {
    // The name of an earlier time for what unlocks.
    if action == on.name || kind == .lock && action == "door.open" { return .on }
    return action == off.name ? .off : nil
  }
}
