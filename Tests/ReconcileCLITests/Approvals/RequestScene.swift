import Approvals
import CivilTime
import Foundation
import JSONTree
import Planning
import Policies
import StateStore
import Synchronization
import TestSupport

@testable import Controller
@testable import ReconcileCLI

/// A family with guarded targets: emma asks, anna and ben are told, each by a program that keeps what it hears.
final class RequestScene: Sendable {
  private struct Clocks {
    var now = Instant(secondsSinceEpoch: 1_795_204_804)
    var boot = BootMoment(boot: "first", seconds: 5_000)
  }

  private let clocks = Mutex(Clocks())
  let household: PretendHousehold
  /// As long as `/var/lib/reconcile`, which it replaces in what is printed, so that lines break alike.
  private let folder = "/tmp/rc-" + UUID().uuidString.prefix(10)
  private let dice = Dice(seed: 7)
  private let written: Mutex<String>
  private let place = Mutex("household.yaml")
  private let others = Mutex<[String: String]>([:])
  private let people: String

  static let policy = """
    timezone: Europe/Berlin
    people: {anna: {}, ben: {}, emma: {}}
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
      pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}
    targets:
      kids: {system: gateway, acl-rules: ["Downtime-*"], guard: {approve: [anna, ben]}}
      phone: {system: pihole, groups: [kids], when-off: enabled, guard: {approve: anna}}
      both: {targets: [kids, phone]}
    policy:
      - kids off 21:00–07:00
      - phone off 22:00–06:00

    """

  init(
    policy: String = RequestScene.policy, people: String = "anna: {command: /bin/tell}\nben: {command: /bin/tell}\n",
    rules: Int = 0, beforeAnswering: (@Sendable (PretendHousehold.Sent) async -> Void)? = nil
  ) {
    var household = PretendHousehold(rules: rules)
    household.beforeAnswering = beforeAnswering
    self.household = household
    written = Mutex(policy)
    self.people = people
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var now: Instant { clocks.withLock { $0.now } }

  /// Edits the policy.
  func edit(_ old: String, _ new: String) { written.withLock { $0 = $0.replacingOccurrences(of: old, with: new) } }

  /// Files beside the policy, by their names.
  var files: [String: String] {
    get { others.withLock(\.self) }
    set { others.withLock { $0 = newValue } }
  }

  /// Moves the policy to another place.
  func move(to path: String) { place.withLock { $0 = path } }

  func pass(_ seconds: Int64) {
    clocks.withLock { clocks in
      clocks.now = clocks.now + seconds
      clocks.boot.seconds += seconds
    }
  }

  func setClock(by seconds: Int64) { clocks.withLock { $0.now = $0.now + seconds } }
  func reboot() { clocks.withLock { $0.boot = BootMoment(boot: "another", seconds: 20) } }

  /// A world at this moment, in which `person` runs the program.
  func world(as person: String = "emma", typing typed: [String]? = nil) -> TestWorld {
    let place = place.withLock(\.self)
    var world = household.world(policy: written.withLock { $0 })
    world.files[place] = world.files.removeValue(forKey: "household.yaml")
    world.files.merge(files) { $1 }
    world.files["/etc/reconcile/people.yaml"] = people
    (world.now, world.boot, world.dice) = clocks.withLock { ($0.now, $0.boot, dice) }
    world.userName = person
    world.typed = typed
    world.variables = ["STATE_DIRECTORY": folder, "RECONCILE_POLICY": place]
    return world
  }

  /// Runs the words of `line`; words between double quotes are one.
  @discardableResult
  func run(_ line: String, as person: String = "emma", typing typed: [String]? = nil) -> TestWorld.Outcome {
    let words = line.split(separator: "\"").enumerated().flatMap { part in
      part.offset % 2 == 1 ? [String(part.element)] : part.element.split(separator: " ").map(String.init)
    }
    let outcome = world(as: person, typing: typed).run(words)
    return (outcome.status, shown(outcome.output), shown(outcome.error))
  }

  /// Enforces the policy once, as the timer does, and hands back what approvers were told, by name.
  @discardableResult
  func enforce() -> [String: JSON] {
    let world = world(as: "root")
    _ = world.run("apply")
    return world.told.entries.reduce(into: [:]) { told, text in
      guard let message = try? JSON(parsing: Array(text.utf8)), let name = message["approver"]?.string else { return }
      told[name] = message
    }
  }

  /// The codes of the approvers who are told next.
  func codes() -> [String: String] { enforce().compactMapValues { $0["code"]?.string } }

  func shown(_ text: String) -> String { text.replacingOccurrences(of: folder, with: "/var/lib/reconcile") }

  /// A command and all that it came to, as a terminal shows it.
  func told(_ line: String, as person: String = "emma", typing typed: [String]? = nil) -> String {
    let (status, output, error) = run(line, as: person, typing: typed)
    return "\(person)$ reconcile \(line)\n\(error)\(output)" + (status == 0 ? "" : "[exit \(status)]\n")
  }

  func store() throws -> StateStore { try StateStore(writing: folder, now: now) }
  /// The overrides that hold or are yet to begin.
  func overrides() throws -> [Override] { try store().overrides().filter { $0.until > now } }
  /// Every byte of the state.
  var stateBytes: [UInt8] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.flatMap { [UInt8](FileManager.default.contents(atPath: folder + "/" + $0) ?? Data()) }
  }
}
