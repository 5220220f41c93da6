import CivilTime
import Planning
import Policies
import Providers
import Testing
import UniFi

/// What is remembered belongs to the system at the address where it was seen.
@Suite struct SystemMovesTests {
  /// A policy with Pi-holes by name and host, and consoles by name and `host#site`.
  private static func policy(_ piHoles: [String: String] = [:], consoles: [String: String] = [:]) throws -> Policy {
    var policy = try Sample.policy([])
    let (console, piHole) = (policy.systems[0], policy.systems[1])
    func systems(_ hosts: [String: String], _ model: System) -> [System] {
      hosts.sorted { $0.key < $1.key }.map { name, place in
        let parts = place.split(separator: "#").map(String.init)
        var system = model
        (system.name, system.url.host) = (Name(name), parts[0])
        system.settings["site"] = parts.count > 1 ? .text(parts[1]) : nil
        return system
      }
    }
    policy.systems = systems(piHoles, piHole) + systems(consoles, console)
    return policy
  }

  private static func key(_ system: String) -> ObjectKey { ObjectKey(system: Name(system), kind: .aclRule, id: "1") }

  /// An object of each system, with its name.
  private static func memory(of policy: Policy) -> RecordedState {
    var memory = RecordedState()
    for name in policy.systems.map(\.name) {
      var seen = RecordedObject(switchState: SwitchState(.enabled), at: Sample.now, wanted: nil)
      seen.name = name.text
      memory.objects[key(name.text)] = seen
      memory.failsafeTimers[name] = Sample.now
    }
    memory.remember(addressesIn: policy, of: Set(policy.systems.map(\.name)))
    return memory
  }

  @Test(
    arguments: [
      // The same; renamed; two that have changed names; a new one with the name of another that was renamed.
      (["a": "1"], ["a": "1"], ["a": "a"]),
      (["a": "1"], ["b": "1"], ["a": "b"]),
      (["a": "1", "b": "2"], ["a": "2", "b": "1"], ["a": "b", "b": "a"]),
      (["a": "1"], ["a": "2", "b": "1"], ["a": "b"]),
      // Gone; elsewhere; elsewhere, and gone; two names at one address.
      (["a": "1"], ["b": "2"], ["a": "a"]),
      (["a": "1"], ["a": "2"], ["a": "a@1"]),
      (["a": "1", "b": "2"], ["a": "2"], ["a": "a@1", "b": "a"]),
      (["a": "1"], ["b": "1", "c": "1"], ["a": "a"]),
      (["a": "1", "b": "1"], ["c": "1"], ["a": "a", "b": "b"]),
      (["a": "1", "b": "1"], ["a": "1", "c": "1"], ["a": "a", "b": "c"]),
    ] as [([String: String], [String: String], [String: String])])
  func goWithTheAddress(_ before: [String: String], _ after: [String: String], _ expected: [String: String]) throws {
    let (old, new) = (try Self.policy(before), try Self.policy(after))
    let memory = Self.memory(of: old)
    var moved = memory.moved(by: memory.moves(to: new))
    for _ in 1...2 {
      #expect(moved.objects.count == memory.objects.count)
      for (name, now) in expected { #expect(moved.objects[Self.key(now)]?.name == name) }
      let timers = Set(expected.values.filter { !$0.contains("@") })
      #expect(Set(moved.failsafeTimers.keys.map(\.text)) == timers)
      #expect(moved.moves(to: new).isEmpty, "once")
      moved.remember(addressesIn: new, of: Set(new.systems.map(\.name)))
    }
    let back = moved.moved(by: moved.moves(to: old))
    for name in before.keys { #expect(back.objects[Self.key(name)]?.name == name, "and back") }
  }

  @Test func theSitesOfAConsoleAreTwoPlaces() throws {
    let memory = Self.memory(of: try Self.policy(consoles: ["a": "1#Home"]))
    func moves(_ consoles: [String: String]) throws -> SystemMoves {
      memory.moves(to: try Self.policy(["c": "1"], consoles: consoles))
    }
    #expect(try moves(["a": "1#home"]).isEmpty)
    #expect(try moves(["a": "1"]).left.count == 1, "which one is meant is known once it was read")
    #expect(try moves(["a": "1#Office"]).left == [Name("a"): Name("a@1#Home")])
    #expect(try moves(["a": "1#Office", "b": "1#Home"]).renamed == [Name("a"): Name("b")])
    #expect(Name("a@1#Home").former?.system == Name("a") && Name("a").former == nil)
  }

  @Test(arguments: ["unifi 192.168.1.1", "unifi 192.168.1.1:8443/console#Home #2", "pihole [fd00::1]:8080"])
  func areReadAsTheyAreWritten(_ text: String) { #expect(SystemAddress(stored: text)?.stored == text) }

  @Test(arguments: ["", "unifi", "https://192.168.1.1", "unifi #"])
  func whatAnEarlierVersionWroteIsUnknown(_ text: String) { #expect(SystemAddress(stored: text) == nil) }
}
