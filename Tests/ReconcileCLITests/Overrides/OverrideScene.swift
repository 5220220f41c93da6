import CivilTime
import Foundation
import Providers
import Planning
import StateStore
import Synchronization

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// A world with a state of its own, whose clock can be moved on.
final class OverrideScene: Sendable {
  /// As long as `/var/lib/reconcile`, which it replaces in what is printed, so that lines break alike.
  let folder = "/tmp/rc-" + UUID().uuidString.prefix(10)
  /// `STATE_DIRECTORY` is set beside them.
  let variables: [String: String]
  let userName: String?
  let files: [String: String]
  private let clock = Mutex(TestWorld().now)
  private let pauseCount = Mutex(0)

  init(
    policy: String = OverrideScene.policy, userName: String? = "anna", variables: [String: String] = [:]
  ) {
    files = ["policy.yaml": policy]
    self.userName = userName
    self.variables = variables
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  static let policy = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}
      pihole: {kind: pihole, url: https://192.168.1.2}
    targets:
      kids: {acl-rules: ["Downtime-*"]}
      tv: {acl-rules: [TV]}
      guests: {acl-rules: [Guests], enforcement: observe}
      devices: {targets: [kids, tv]}
      everything: {targets: [kids, guests]}
    policy:
      - kids off 21:00–07:00
      - tv off 22:00–06:00

    """

  var now: Instant { clock.withLock { $0 } }
  /// How often a run has waited.
  var pauses: Int { pauseCount.withLock { $0 } }

  /// Lets time pass.
  func pass(_ seconds: Int64) { clock.withLock { $0 = $0 + seconds } }

  /// Runs the program with the words of `line`; words between double quotes are one.
  func run(_ line: String, onPause: @escaping @Sendable (Int) -> Void = { _ in }) -> TestWorld.Outcome {
    let arguments = line.split(separator: "\"").enumerated().flatMap { part in
      part.offset % 2 == 1 ? [String(part.element)] : part.element.split(separator: " ").map(String.init)
    }
    return run(arguments, onPause: onPause)
  }

  func run(
    _ arguments: [String], files other: (any Files)? = nil, onPause: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> TestWorld.Outcome {
    let (output, error) = (Written(), Written())
    var world = TestWorld(files: files, variables: ["STATE_DIRECTORY": folder], now: now)
    world.variables.merge(variables) { $1 }
    world.userName = userName
    if userName == "root" { world.runningUser = 0 }
    var environment = world.environment(output, error)
    if let other { environment.files = other }
    environment.pause = { [self] _ in onPause(countPause()) }
    environment.now = { [self] in now }
    let status = Reconcile.run(arguments, environment)
    return (status, shown(output.text), shown(error.text))
  }

  private func countPause() -> Int {
    pauseCount.withLock { count in
      count += 1
      return count
    }
  }

  /// What was printed, with the folder that this one stands for.
  private func shown(_ text: String) -> String {
    text.replacingOccurrences(of: folder, with: "/var/lib/reconcile")
  }

  /// A command and all that it came to, as a terminal shows it.
  func told(_ line: String) -> String {
    let (status, output, error) = run(line)
    return "$ reconcile \(line)\n\(output)\(error)" + (status == 0 ? "" : "[exit \(status)]\n")
  }

  func store() throws -> StateStore { try StateStore(writing: folder, now: now) }
}
