import CivilTime
import Documents
import HTTPTransport
import Hashing
import JSONTree
import Policies
import Providers
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import EasyControl

/// A provider over a pretend guest API that it has paired with, and what went over the wire.
struct Stage: Sendable {
  static let start: Int64 = 1_790_000_000
  static let path = "/api/easy_control"
  static let url = BaseURL(scheme: .http, host: "homeassistant.local", port: 8123, path: "")

  let wire: FakeWire<EasyControl>
  let device: PairedDevice
  let client: EasyControlClient
  private let write: any WriteTransport

  /// A guest of `server` with a pass for `entities`. `answering` stands in for the server wherever something is written.
  init(
    _ server: EasyControl, for entities: [String], action: String? = nil, seconds: Int = 30 * 86_400,
    reading: (FakeWire<EasyControl>) -> any ReadTransport = { $0 }, answering: (any WriteTransport)? = nil
  ) throws {
    var server = server
    device = try Self.pair(&server, for: entities, action: action, seconds: seconds)
    wire = FakeWire(server, basePath: Self.path, clock: Double(Self.start))
    client = EasyControlClient(Self.connection(device.secret, through: reading(wire), sleep: wire.sleep))
    write = answering ?? wire
  }

  var observer: EasyControlObserver {
    EasyControlObserver(client: client, now: { Instant(secondsSinceEpoch: Self.start) })
  }
  var applier: EasyControlApplier {
    let slept = SleptTime()
    return EasyControlApplier(
      client: client, write: write,
      sleep: { [wire] pause in
        slept.add(pause)
        await wire.sleep(pause)
      }, now: { Instant(secondsSinceEpoch: Self.start) + slept.seconds })
  }
  var runner: EasyControlActionRunner { EasyControlActionRunner(client: client, write: write, sleep: wire.sleep) }

  /// What this machine gets for a new pass.
  static func pair(
    _ server: inout EasyControl, for entities: [String], action: String? = nil, seconds: Int = 30 * 86_400
  ) throws -> PairedDevice {
    let key = try #require(SigningKey(seed: Array(0..<32)))
    let pass = server.makePass(for: entities, action: action, seconds: seconds, needsApproval: false, at: Double(start))
    let body: JSONValue = [
      "pairing_code": .string(pass.code), "device_id": .string(PairedDevice.deviceID(of: key)),
      "device_public_key": .string(Digest.base64url(key.publicKey)),
    ]
    let answer = server.respond(
      to: SimulatedRequest(method: "POST", target: path + "/pair", body: body.encoded), at: Double(start))
    let token = try #require(answer.json?["guest_token"]?.text)
    return PairedDevice(address: url, key: key, token: Secret(token))
  }

  static func connection(
    _ secret: Secret, through transport: any ReadTransport, sleep: @escaping Sleep, to url: BaseURL = Stage.url
  ) -> Connection {
    Connection(
      system: system(url), transport: transport, secret: secret, isSecretKnown: false, named: NamedObjects(),
      sleep: sleep, now: { Instant(secondsSinceEpoch: Self.start) }, random: { 0.5 })
  }

  static func system(_ url: BaseURL = Stage.url) -> System {
    let place = SourcePosition(line: 1, column: 1)
    return System(
      name: Name("door"), kind: .easyControl, url: url, tls: .system, timeoutSeconds: 10, plaintext: false,
      secret: .credential(name: "door-pairing"), settings: [:], span: SourceSpan(file: "p", start: place, end: place))
  }

  /// What was asked, such as `GET /states`.
  var log: [String] {
    get async { await wire.log.map { "\($0.method) \($0.target.dropFirst(Self.path.count))" } }
  }

  /// How many requests for actions were sent.
  var actions: Int { get async { await log.count { $0 == "POST /action" } } }

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
      target: Name("doors"), system: Name("door"), kind: EntityDomain.named(id.prefix { $0 != "." })?.kind ?? .entity,
      id: id, name: id, from: SwitchState(from), to: SwitchState(to))
  }

  /// What an action comes to, in one line, and how often it was committed to before.
  func act(_ action: String) async -> (words: String, commits: Int) {
    let commits = Mutex(0)
    do {
      let outcome = try await runner.run(.init(action)) { _ throws(ProviderError) in commits.withLock { $0 += 1 } }
      return (Self.words(outcome), commits.withLock { $0 })
    } catch {
      return ("throws \(error.kind)", commits.withLock { $0 })
    }
  }

  static func words(_ outcome: ActionOutcome) -> String {
    switch outcome {
    case .done(let messages): (["done"] + messages.map(\.code)).joined(separator: " ")
    case .stuck(let message): "stuck \(message.code)"
    case .unverified(let message): "unverified \(message.code)"
    case .notDone(let message): "not done \(message.code)"
    case .refused(let message): "refused \(message.code)"
    case .calledOff(let message): "called off \(message.code)"
    case .unknown(let message): "unknown \(message.code)"
    }
  }

  // MARK: - Servers

  /// A server of contract 2 with these states, each entity's call taking so many seconds.
  static func house(_ states: [String: String], seconds: Double = 0) -> EasyControl {
    EasyControl(
      .v2,
      entities: Dictionary(
        uniqueKeysWithValues: states.map { id, state in (id, EasyControl.Entity(id, state: state, seconds: seconds)) }))
  }

  /// A server of contract 1 with one lock.
  static func firstContract(seconds: Double = 0) -> EasyControl {
    EasyControl(.v1, entities: ["lock.front": EasyControl.Entity("Front", state: "locked", seconds: seconds)])
  }
}

/// Answers whatever is written with a refusal of one code.
actor Refuser: WriteTransport {
  private let response: Response
  private(set) var count = 0

  init(_ status: Int, _ body: String, headers: [(name: String, value: String)] = []) {
    response = Response(status: status, headers: headers, body: Array(body.utf8))
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    count += 1
    return response
  }
}
