import Documents
import Planning
import Policies
import Providers
import Simulator
import TestSupport
import UniFi

/// A provider beside a pretend console on a stage.
struct Stage {
  let wire: FakeWire<Staged<UniFiConsole>>
  let observer: UniFiObserver
  let applier: UniFiApplier

  init(site: String? = nil, _ prepare: (inout Staged<UniFiConsole>) -> Void = { _ in }) {
    var staged = Staged(Console.household())
    prepare(&staged)
    wire = FakeWire(staged, basePath: "/proxy/network/integration/v1")
    observer = UniFiObserver(Console.settings(site: site), read: wire, sleep: wire.sleep)
    applier = UniFiApplier(after: observer, write: wire)
  }

  /// What an observation comes to, in one line: the error, or how many objects.
  func look(_ kinds: Set<ObjectKind> = [.aclRule]) async -> String {
    do {
      let seen = try await observer.observe(kinds)
      return (["\(seen.objects.count) objects"] + seen.warnings.map(\.code)).joined(separator: " ")
    } catch {
      return "\(error.kind): \(error.message.text)" + (error.message.hint.map { " (\($0))" } ?? "")
    }
  }

  /// What a change comes to, in one line: the outcome with its codes, or the error.
  func move(_ change: Change) async -> String {
    do {
      switch try await applier.apply(change) {
      case .applied(let messages, _): return (["applied"] + messages.map(\.code)).joined(separator: " ")
      case .unverified(let message, _): return "unverified \(message.code)"
      case .superseded(let message): return "superseded \(message.code)"
      case .failed(let message), .stuck(let message): return "failed \(message.code)"
      case .skipped(let message): return "skipped \(message.code)"
      }
    } catch {
      return "throws \(error.kind)"
    }
  }

  /// What the console gives of `own`.
  func answer(_ own: Console.Switch) async -> JSONValue? {
    let lists: [ObjectKind: String] = [
      .aclRule: "acl-rules", .firewallPolicy: "firewall/policies", .wifi: "wifi/broadcasts",
    ]
    let path = "/proxy/network/integration/v1/sites/\(Console.site)/\(lists[own.kind] ?? "")/\(own.id)"
    let request = SimulatedRequest(method: "GET", target: path, headers: [("X-API-KEY", Console.key)])
    return await wire.inspect { $0.system.respond(to: request, at: 0).json }
  }

  /// The requests so far, without the base path.
  var requests: [String] {
    get async { await wire.log.map { $0.description.replacing("/proxy/network/integration/v1", with: "") } }
  }

  var writes: [String] {
    get async { await wire.log.filter(\.isWrite).map { String(decoding: $0.body, as: UTF8.self) } }
  }
}

extension Change {
  /// The rule that tests move, from disabled to enabled.
  static func bedtime(_ adjust: (inout Change) -> Void = { _ in }) -> Change {
    var change = Change(
      target: Name("kids"), system: Name("gateway"), kind: .aclRule, id: Console.bedtime, name: "Downtime-KidsRoom",
      from: SwitchState(.disabled), to: SwitchState(.enabled))
    adjust(&change)
    return change
  }

  /// What `own` moves, from disabled to enabled.
  static func moving(_ own: Console.Switch) -> Change {
    Change(
      target: Name("kids"), system: Name("gateway"), kind: own.kind, id: own.id, name: own.name,
      from: SwitchState(.disabled), to: SwitchState(.enabled))
  }
}

extension SimulatedResponse {
  static func text(
    _ status: Int, _ body: String, type: String = "application/json", _ headers: [(name: String, value: String)] = []
  ) -> SimulatedResponse {
    SimulatedResponse(status: status, headers: [("Content-Type", type)] + headers, body: Array(body.utf8))
  }
}
