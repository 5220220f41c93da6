import CivilTime
import HTTPTransport
import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import HomeAssistant

/// A provider over a pretend Home Assistant, and what went over the wire.
struct Stage: Sendable {
  static let start: Int64 = 1_790_000_000
  static let token = "simulated-token"

  let wire: FakeWire<Staged<HomeAssistant>>
  let observer: HomeAssistantObserver
  let applier: HomeAssistantApplier

  init(
    _ server: HomeAssistant, named names: [ObjectKind: [String]] = [:], token: String = Stage.token,
    code: Result<Secret?, ProviderError> = .success(nil), writesLate: Bool = false
  ) {
    let slept = SleptTime()
    let wire = FakeWire(Staged(server), basePath: "/api", clock: Double(Self.start))
    let named = NamedObjects(names: names.mapValues { [ObjectNames(included: $0.map(Self.name))] })
    let client = HomeAssistantClient(
      system: Name("ha"), secret: Secret(token), transport: wire, now: { Instant(secondsSinceEpoch: Self.start) })
    observer = HomeAssistantObserver(
      client: client, named: named, sleep: wire.sleep, now: { Instant(secondsSinceEpoch: Self.start) })
    applier = HomeAssistantApplier(
      client: client, write: writesLate ? LateWire(wire: wire) : wire, code: { _ in code },
      sleep: { pause in
        slept.add(pause)
        await wire.sleep(pause)
      }, hold: { _ in try? await Task.sleep(for: .seconds(3600)) },
      now: { Instant(secondsSinceEpoch: Self.start) + slept.seconds })
    self.wire = wire
  }

  private static func name(_ text: String) -> ObjectName {
    text.contains { "*?".contains($0) } ? .pattern(text) : .name(text)
  }

  /// A server with these entities, which runs.
  static func server(_ entities: [HomeAssistantEntity]) -> HomeAssistant {
    HomeAssistant(token: token, entities: entities, startedAt: Double(start - 86_400))
  }

  /// What was asked and answered, such as `GET /states/switch.tv 200`.
  var log: [String] {
    get async {
      await wire.system.log.map { "\($0.method) \($0.target.dropFirst("/api".count)) \($0.status)" }
    }
  }

  /// The states that were observed, by the names of the objects.
  func positions(_ kinds: Set<ObjectKind>) async throws -> [String: SwitchState.Position] {
    let objects = try await observer.observe(kinds).objects
    return Dictionary(uniqueKeysWithValues: objects.map { ($0.name, $0.switchState.position) })
  }

  /// What a change comes to, in one line: the outcome with its codes, or the error.
  func move(
    _ id: String, from: SwitchState.Position, to: SwitchState.Position, until seconds: Int64? = nil
  ) async -> String {
    var change = Self.change(id, from: from, to: to)
    change.until = seconds.map { Instant(secondsSinceEpoch: Self.start) + $0 }
    do {
      switch try await applier.apply(change) {
      case .applied(let messages, _): return (["applied"] + messages.map(\.code)).joined(separator: " ")
      case .unverified(let message, _): return "unverified \(message.code)"
      case .superseded(let message): return "superseded \(message.code)"
      case .failed(let message): return "failed \(message.code)"
      case .stuck(let message): return "stuck \(message.code)"
      case .skipped(let message): return "skipped \(message.code)"
      }
    } catch {
      return Change.isTooLate(error) ? "too late" : "throws \(error.kind)"
    }
  }

  static func change(_ id: String, from: SwitchState.Position, to: SwitchState.Position) -> Change {
    Change(
      target: Name("kids"), system: Name("ha"), kind: EntityID(id)?.domain.kind ?? .entity, id: id, name: id,
      from: SwitchState(from), to: SwitchState(to))
  }
}

/// Lets everybody else go first before it sends what changes something.
private struct LateWire: WriteTransport {
  let wire: FakeWire<Staged<HomeAssistant>>

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    for _ in 0..<500 { await Task.yield() }
    return try await wire.write(request)
  }
}
