public import Policies
import Text

/// Where a system was when it was last read: what tells it from others, whatever the policy calls it.
public struct SystemAddress: Hashable, Sendable {
  /// The word of its kind.
  public var kind: String
  /// Its host, a port that is not the usual one, and its path: `192.168.1.1`, `pi.hole:8080`. A system that is asked over
  /// `https` by now is still the same one.
  public var place: String
  /// What tells it from other systems there, such as the site of a console; nil where the policy does not say.
  public var part: String?

  /// Where `system` is by its policy.
  public init(of system: System) {
    kind = system.kind.name
    let origin = system.url.origin
    place = String(origin.dropFirst(system.url.scheme.rawValue.count + 3)) + system.url.path
    part = system.kind.settings.filter(\.isOfAddress).compactMap { system.text($0.key) }.first
  }

  /// What `text` says.
  public init?(stored: String) {
    let words = stored.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    let parts = words[1].split(separator: "#", maxSplits: 1)
    guard let place = parts.first else { return nil }
    (kind, self.place) = (String(words[0]), String(place))
    part = parts.count == 2 ? String(parts[1]) : nil
  }

  /// The kind and the words.
  public var stored: String { "\(kind) \(words)" }

  /// `192.168.1.1`, `192.168.1.1#Guests`
  public var words: String { place + (part.map { "#" + $0 } ?? "") }

  /// Whether `system` is there. Which part a policy means that names none is not known before the system is read.
  public func isOf(_ system: System) -> Bool {
    let other = SystemAddress(of: system)
    return kind == other.kind && place == other.place && part.map(FoldedName.init) == other.part.map(FoldedName.init)
  }
}

extension Name {
  /// By what name that is remembered which `self` had at `address`; no policy can call a system so.
  func formerly(at address: SystemAddress) -> Name { Name("\(self)@\(address.words)") }

  /// The system that was elsewhere once, and where; nil where this is no such place.
  public var former: (system: Name, place: String)? {
    let parts = text.split(separator: "@", maxSplits: 1)
    return parts.count == 2 ? (Name(String(parts[0])), String(parts[1])) : nil
  }
}
