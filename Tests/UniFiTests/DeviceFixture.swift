import CivilTime
import HTTPTransport
import Policies
import Providers
import Simulator
import TestSupport

@testable import UniFi

/// A policy that is made for devices, for the contract suite: it is not there, or is there already.
struct DeviceFixture: ContractFixture, CustomStringConvertible {
  /// Whether the policy is there and rests, or is yet to be made.
  let isThere: Bool

  let kinds: Set<ObjectKind> = [.devicePolicy]
  let basePath = "/proxy/network/integration/v1"
  let secret = Console.key
  let ownKey = "own"

  var description: String { isThere ? "device-policy, kept" : "device-policy, made" }

  func makeSystem() -> UniFiConsole {
    var console = Console.household()
    if isThere { console.firewall.add(Self.policy) }
    return console
  }

  private static let interest = DeviceInterest(
    [DeviceInterest.Wanted(Name("emma"), DeviceSelection(devices: [DeviceStage.ipad]))], owner: "home")

  /// What the file makes, at rest.
  private static let policy = Console.policy(
    "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e88",
    #"""
    {"enabled":false,"name":"reconcile: emma",
    "description":"reconcile:home/emma made by reconcile from its policy file; edits are put back",
    "action":{"type":"BLOCK"},"source":{"zoneId":"INTERNAL","trafficFilter":{"type":"MAC_ADDRESS",
    "macAddressFilter":{"macAddresses":["02:00:5e:00:53:01"]}}},"destination":{"zoneId":"EXTERNAL"},
    "ipProtocolScope":{"ipVersion":"IPV4_AND_IPV6"},"loggingEnabled":false}
    """#)

  func makeProvider(
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let settings = UniFiSettings(
      system: Name("gateway"), apiKey: Secret(Console.key), site: nil, devices: Self.interest)
    let observer = UniFiObserver(settings, read: read, sleep: sleep)
    return (observer, UniFiApplier(after: observer, write: write))
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? {
    guard let object = observation.objects.first, object.switchState.position != .enabled else { return nil }
    return DeviceStage.change(object, to: .enabled)
  }

  func changeBack(seeing observation: Observation, at now: Instant) -> Change? {
    guard let object = observation.objects.first, object.switchState.position == .enabled else { return nil }
    return DeviceStage.change(object, to: isThere ? .disabled : .absent)
  }

  func isDone(_ console: UniFiConsole, at now: Double) -> Bool { own(console).map(\.isEnabled) == [true] }

  private func own(_ console: UniFiConsole) -> [Simulator.FirewallPolicy] {
    console.firewall.policies.filter { $0.settings["description"]?.text?.hasPrefix("reconcile:home/") ?? false }
  }

  func snapshot(_ console: UniFiConsole) -> [String: String] {
    var snapshot = Dictionary(
      console.firewall.policies.map { ($0.id, "\($0.origin) \($0.settings.compact)") }
    ) { first, _ in first }
    for policy in own(console) {
      snapshot[policy.id] = nil
      snapshot[ownKey] = (snapshot[ownKey] ?? "") + policy.settings.compact
    }
    return snapshot
  }

  func interfere(_ console: inout UniFiConsole) {
    if isThere {
      console.edit("reconcile: emma") { $0.settings["enabled"] = true }
    } else {
      console.firewall.add(Self.policy)
    }
  }

  /// What is not there cannot go.
  func remove(_ console: inout UniFiConsole) -> Bool {
    guard isThere, let place = console.firewall.policies.firstIndex(where: { $0.settings["name"] == "reconcile: emma" })
    else { return false }
    console.firewall.remove(at: place)
    return true
  }

  func refuseCredentials(_ console: inout UniFiConsole) { console.keys = [] }
}
