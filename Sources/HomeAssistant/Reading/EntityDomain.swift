import Policies
import Providers

/// A sort of entity with two states that a schedule can hold, by the word before the dot of its entities' ids: what its
/// states mean, and which of its own services move it.
///
/// `homeassistant.turn_off` is never used: it skips locks, covers and valves without a word (measured with 2025.4.4).
struct EntityDomain: Sendable {
  /// The word: `switch`.
  let word: String
  /// The kind of object that its entities are.
  let kind: ObjectKind
  /// What its states mean, but for `unavailable` and `unknown`.
  let reading: Reading
  /// How it is brought on, unlocked or open; nil for a group, whose members are.
  let on: Service?
  /// How it is brought off, locked or closed; nil for a group, whose members are.
  let off: Service?

  /// What states mean.
  enum Reading: Sendable {
    /// These; any other is not known. Those that move are with where they end.
    case words(on: Set<String>, off: Set<String>, moving: [String: SwitchState.Position] = [:], stuck: Set<String> = [])
    /// These are off, and any other is on: a device that tells what it is busy with.
    case busyUnless(off: Set<String>)
  }

  /// A service of the domain.
  struct Service: Sendable {
    /// Its name: `turn_off`.
    let name: String
    /// The bit of `supported_features` without which an entity has no such service; nil where every one has it, or an
    /// earlier server has the service and not the bit.
    let feature: Int?

    init(_ name: String, _ feature: Int? = nil) {
      self.name = name
      self.feature = feature
    }
  }

  /// All of them. States, services and bits as measured with 2025.4.4 and 2024.3.3; `fan` and `climate` have bits for
  /// turning on and off since 2024 only.
  static let all: [EntityDomain] =
    ["switch", "light", "input_boolean", "media_player", "climate", "fan", "humidifier", "water_heater"].map(turned)
    + ["siren", "remote", "automation", "group"].map(turned) + [lock, cover, valve]

  /// Those whose entities do something by being on: they heat, blow, or howl.
  static let acting = ["climate", "fan", "humidifier", "water_heater", "siren"]

  /// Whether the entity with this id only tells something, as a sensor does: there is nothing to switch, also where it is a
  /// member of a group.
  static func onlyTells(_ id: String) -> Bool { telling.contains(id.prefix { $0 != "." }) }

  private static let telling: Set<Substring> = [
    "sensor", "binary_sensor", "person", "device_tracker", "weather", "sun", "zone", "event", "image",
  ]

  /// The one of this word; nil where it is none of them.
  static func named(_ word: Substring) -> EntityDomain? { byWord[word] }

  /// Each of thousands of entities is looked up here.
  private static let byWord = Dictionary(all.map { ($0.word[...], $0) }) { first, _ in first }

  private static func turned(_ word: String) -> EntityDomain {
    let isGroup = word == "group"
    let bits: (on: Int?, off: Int?) =
      switch word {
      case "media_player": (128, 256)
      case "siren": (1, 2)
      case "water_heater": (8, 8)
      default: (nil, nil)
      }
    let reading: Reading =
      switch word {
      case "media_player": .busyUnless(off: ["off", "standby"])
      case "climate", "water_heater": .busyUnless(off: ["off"])
      default: .words(on: ["on"], off: ["off"])
      }
    return EntityDomain(
      word: word, kind: .entity, reading: reading, on: isGroup ? nil : Service("turn_on", bits.on),
      off: isGroup ? nil : Service("turn_off", bits.off))
  }

  private static let lock = EntityDomain(
    word: "lock", kind: .lock,
    // A lock that is `open` has its latch drawn: the door can be pushed.
    reading: .words(
      on: ["unlocked", "open"], off: ["locked"],
      moving: ["locking": .disabled, "unlocking": .enabled, "opening": .enabled], stuck: ["jammed"]),
    on: Service("unlock"), off: Service("lock"))

  private static let cover = shutter("cover", .cover)
  private static let valve = shutter("valve", .valve)

  private static func shutter(_ word: String, _ kind: ObjectKind) -> EntityDomain {
    EntityDomain(
      word: word, kind: kind,
      reading: .words(on: ["open"], off: ["closed"], moving: ["opening": .enabled, "closing": .disabled]),
      on: Service("open_\(word)", 1), off: Service("close_\(word)", 2))
  }
}
