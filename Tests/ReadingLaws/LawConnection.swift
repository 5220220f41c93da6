import CivilTime
import Documents
import HTTPTransport
import Policies
import Providers
import TestSupport

/// A system as a law speaks to it: through the same door as the program, over a wire whose answers may be anybody's.
enum LawConnection {
  static let start: Int64 = 1_790_000_000
  static let url = BaseURL(scheme: .http, host: "pretend.example", port: 8123, path: "")
  static let now = Instant(secondsSinceEpoch: start)

  static func system(_ kind: SystemKind) -> System {
    let place = SourcePosition(line: 1, column: 1)
    return System(
      name: Name("pretend"), kind: kind, url: url, tls: .system, timeoutSeconds: 10, plaintext: true,
      secret: .credential(name: "pretend"), settings: [:], span: SourceSpan(file: "p", start: place, end: place))
  }

  static func make<Wire>(
    _ kind: SystemKind, _ wire: FakeWire<Wire>, _ secret: Secret, named: NamedObjects = NamedObjects(),
    code: @escaping @Sendable (Name) -> Result<Secret?, ProviderError> = { _ in .success(nil) }
  ) -> Connection {
    Connection(
      system: system(kind), transport: wire, secret: secret, isSecretKnown: false, named: named, code: code,
      sleep: wire.sleep, now: { now }, random: { 0.5 })
  }
}

extension Observation {
  /// What is said about the system and its objects; not how anybody has named them.
  var texts: [String] {
    let ofObjects = objects.flatMap { object in
      [object.switchBlocker, object.enableBlocker, object.disableBlocker, object.stuck].compactMap(\.self)
        + object.caveats.values.flatMap(\.self)
    }
    return [version] + (warnings + unavailableKinds.values + ofObjects).flatMap(\.texts) + (rights.map { [$0] } ?? [])
  }
}

extension Change {
  /// The change that moves `object` between on and off; nil where nobody knows how it stands and nobody is to ask it.
  init?(turning object: ObservedObject) {
    let to: SwitchState.Position
    switch object.switchState.position {
    case .enabled, .mixed: to = .disabled
    case .disabled: to = .enabled
    case .unknown: to = object.isUnreadable || object.stuck != nil ? .disabled : .unknown
    case .active, .paused, .absent: return nil
    }
    if to == .unknown { return nil }
    self.init(
      target: Name("things"), system: Name("pretend"), kind: object.kind, id: object.id, name: object.name,
      from: object.switchState, to: SwitchState(to))
    isUnreadable = object.isUnreadable
  }
}
