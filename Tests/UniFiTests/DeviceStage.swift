import HTTPTransport
import Policies
import Providers
import Simulator
import TestSupport

@testable import UniFi

/// A provider that is told of devices, beside a pretend console.
struct DeviceStage {
  let wire: FakeWire<Staged<UniFiConsole>>
  var interest: DeviceInterest
  var zones = FirewallZones.Named()
  /// The hours that everything is to keep by the console's clock; nil where they stay as they are.
  var hours: MadeObject.Hours? = .always

  static let ipad = DeviceSelection.Selected(Name("emma-ipad"), mac("02:00:5e:00:53:01"))
  static let phone = DeviceSelection.Selected(Name("emma-phone"), mac("02:00:5e:00:53:02"))
  static let console = DeviceSelection.Selected(Name("console"), mac("00:00:5e:00:53:03"))

  static func mac(_ text: String) -> MACAddress {
    guard let mac = MACAddress(text) else { fatalError("no address: \(text)") }
    return mac
  }

  static let names = Dictionary(uniqueKeysWithValues: [ipad, phone, console].map { ($0.mac, $0.name) })

  /// A target for each selection: `emma`, `videos`, …
  init(
    _ wanted: [(String, DeviceSelection)] = [("emma", DeviceSelection(devices: [ipad, phone]))],
    owner: String = "home", _ prepare: (inout Staged<UniFiConsole>) -> Void = { _ in }
  ) {
    var staged = Staged(Console.household())
    // One zone of the home, unless a test says otherwise.
    prepare(&staged)
    wire = FakeWire(staged, basePath: "/proxy/network/integration/v1")
    interest = DeviceInterest(
      wanted.map { DeviceInterest.Wanted(Name($0.0), $0.1) }, owner: owner, names: Self.names)
  }

  /// As in a run of its own.
  var observer: UniFiObserver {
    var settings = UniFiSettings(
      system: Name("gateway"), apiKey: Secret(Console.key), site: nil, devices: interest)
    settings.zones = zones
    return UniFiObserver(settings, read: wire, sleep: wire.sleep)
  }

  func look() async throws -> Observation { try await observer.observe([.devicePolicy]) }

  /// The change that brings `object` to `position`; away where it is too much.
  static func change(_ object: ObservedObject, to position: SwitchState.Position) -> Change {
    var change = Change(
      target: object.made?.target ?? Name("none"), system: Name("gateway"), kind: object.kind, id: object.id,
      name: object.name, from: object.switchState,
      to: SwitchState(object.made?.surplus == nil ? position : .absent))
    change.made = object.made
    return change
  }

  /// Brings everything to `position` that is not there, is otherwise than wanted, or too much; what came of it.
  @discardableResult
  func settle(to position: SwitchState.Position = .enabled) async throws -> [Outcome] {
    let observer = observer
    let applier = UniFiApplier(after: observer, write: wire)
    let seen = try await observer.observe([.devicePolicy])
    var outcomes: [Outcome] = []
    for object in seen.objects where object.switchBlocker == nil && isDue(object, position) {
      var change = Self.change(object, to: position)
      change.made?.wantedHours = hours
      outcomes.append(try await applier.apply(change).withoutAddress)
    }
    return outcomes
  }

  private func isDue(_ object: ObservedObject, _ position: SwitchState.Position) -> Bool {
    guard let made = object.made else { return false }
    if made.surplus != nil || !made.differences.isEmpty { return true }
    if let hours, let live = made.hours, live != hours { return true }
    if position == .disabled, object.switchState.position == .absent { return false }
    return object.switchState.position != position
  }

  /// The policies of the console that somebody or a program made, and whose names begin like those of files.
  var made: [Simulator.FirewallPolicy] {
    get async {
      await wire.system.system.sites[0].zoneFirewall?.policies.filter {
        $0.origin == "USER_DEFINED" && $0.settings["name"]?.text?.hasPrefix("reconcile") == true
      } ?? []
    }
  }

  /// Changes the console by hand.
  func byHand(_ change: @Sendable (inout UniFiConsole) -> Void) async {
    await wire.inspect { change(&$0.system) }
  }

  /// The paths that were asked for, without what all have in front.
  var paths: [String] {
    get async {
      await wire.log.map { entry in
        let path = entry.target.replacing("/proxy/network/integration/v1", with: "")
          .replacing("/sites/\(Console.site)", with: "").prefix { $0 != "?" }
        return "\(entry.method) \(path)"
      }
    }
  }
}

extension Outcome {
  /// The same, whatever id the console gave to what was created.
  var withoutAddress: Outcome {
    switch self {
    case .applied(let messages, _): .applied(messages)
    case .unverified(let message, _): .unverified(message)
    case .superseded, .failed, .stuck, .skipped: self
    }
  }
}

extension UniFiConsole {
  /// The firewall of the first site.
  var firewall: ZoneFirewall {
    get { sites[0].zoneFirewall ?? ZoneFirewall() }
    set { sites[0].zoneFirewall = newValue }
  }

  /// Changes the first policy of this name as an administrator does.
  mutating func edit(_ name: String, _ change: (inout Simulator.FirewallPolicy) -> Void) {
    guard let place = firewall.policies.firstIndex(where: { $0.settings["name"]?.text == name }) else { return }
    firewall.edit(at: place, change)
  }
}
