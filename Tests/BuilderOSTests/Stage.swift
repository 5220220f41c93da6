import CivilTime
import HTTPTransport
import JSONTree
import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import BuilderOS

/// A provider over a pretend BuilderOS host, and what went over the wire.
struct Stage: Sendable {
  static let key = "simulated-key"

  let wire: FakeWire<Staged<BuilderOS>>
  let observer: BuilderOSObserver
  let applier: BuilderOSApplier

  init(_ host: BuilderOS, key: String = Stage.key) {
    wire = FakeWire(Staged(host), basePath: "/api")
    let client = BuilderOSClient(system: Name("studio"), secret: Secret(key), transport: wire)
    observer = BuilderOSObserver(client: client)
    applier = BuilderOSApplier(client: client, write: wire)
  }

  /// A host with two capsules that run, and one that does not.
  static func host(_ configure: (inout BuilderOS) -> Void = { _ in }) -> BuilderOS {
    var host = BuilderOS(
      key: key,
      capsules: [
        BuilderOS.Capsule("jellyfin", title: "Jellyfin Server", isRunning: true),
        BuilderOS.Capsule("plex", isRunning: true), BuilderOS.Capsule("backup"),
      ])
    configure(&host)
    return host
  }

  /// What was asked and answered, such as `GET /capsules 200`.
  var log: [String] {
    get async {
      await wire.system.log.map { "\($0.method) \($0.target.dropFirst("/api".count)) \($0.status)" }
    }
  }

  /// What the host was asked for, such as `stop jellyfin`.
  var calls: [String] { get async { await wire.system.system.calls.map { "\($0.action) \($0.capsule)" } } }

  /// What a change comes to, in one line: the outcome with its code, or the error.
  func ask(_ id: String, to position: SwitchState.Position = .disabled) async -> (line: String, message: Message?) {
    do {
      let outcome = try await applier.apply(Self.change(id, to: position))
      return (([outcome.word] + outcome.messages.map(\.code)).joined(separator: " "), outcome.messages.first)
    } catch {
      return ("throws \(error.kind)", error.message)
    }
  }

  static func change(_ id: String, to position: SwitchState.Position) -> Change {
    var change = Change(
      target: Name("media"), system: Name("studio"), kind: .capsule, id: id, name: id, from: SwitchState(.unknown),
      to: SwitchState(position))
    change.isUnreadable = true
    return change
  }
}

extension FaultPlan {
  /// One that strikes every request whose path holds `path`.
  static func on(_ path: String, _ effect: Fault.Effect) -> FaultPlan {
    FaultPlan([Fault(.matching(method: nil, target: path), effect)])
  }
}

extension Capsule {
  /// The capsule that `json` lists.
  init?(json: String) {
    guard let text = try? JSONText(checking: Array(json.utf8), within: .small) else { return nil }
    self.init(text)
  }
}
