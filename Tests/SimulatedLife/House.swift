import HTTPTransport
import Simulator
import TestSupport

/// The pretend systems of a household, as they are.
struct House: Sendable {
  /// By the name in the policy.
  var consoles: [String: FakeWire<UniFiConsole>] = [:]
  var piHoles: [String: FakeWire<KnownPiHole>] = [:]
  var homes: [String: FakeWire<HomeAssistant>] = [:]
  var guests: [String: FakeWire<EasyControl>] = [:]
  var hosts: [String: FakeWire<BuilderOS>] = [:]
  /// What was made at a pairing, by the name of its system.
  var pairings: [String: HousePairing] = [:]
  /// The ways there, by the same name.
  var roads: [String: Road] = [:]

  /// Builds what `rules` name, at `now`.
  init(_ rules: HouseRules, _ numbers: inout SplitMix64, now: Int64) {
    for system in rules.systems {
      roads[system.name] = Road()
      switch system.kind {
      case .console:
        consoles[system.name] = FakeWire(
          Self.console(system.name, &numbers), basePath: "/proxy/network/integration/v1", clock: Double(now))
      case .piHole:
        piHoles[system.name] = FakeWire(
          Self.piHole(system, &numbers, now: now), basePath: "/api", clock: Double(now))
      case .homeAssistant:
        let home = HouseDevices.home(token: Self.secret(system.name), now: now)
        homes[system.name] = FakeWire(home, basePath: "/api", clock: Double(now))
      case .easyControl:
        var server = HouseDevices.server
        pairings[system.name] = HousePairing(system, with: &server, now: now)
        guests[system.name] = FakeWire(server, basePath: HousePairing.path, clock: Double(now))
      case .builderOS:
        let host = HouseDevices.host(key: Self.secret(system.name), now: now)
        hosts[system.name] = FakeWire(host, basePath: "/api", clock: Double(now))
      }
    }
  }

  /// What opens the system called `name`, unless it is a pairing.
  static func secret(_ name: String) -> String { "secret-of-\(name)-0815" }

  /// What is stored for the system called `name`.
  func stored(_ name: String) -> String { pairings[name]?.text ?? Self.secret(name) }

  private static func console(_ name: String, _ numbers: inout SplitMix64) -> UniFiConsole {
    var console = Household.console(apiKey: secret(name))
    let versions: [UniFiVersion] = ["10.5.66", "10.5.66", "10.4.57", "10.3.58", "10.1.85", "10.0.162"]
    console.version = numbers.pick(versions)
    console.sendsUnsetAsNull = numbers.oneIn(4)
    if numbers.oneIn(6) { console.extraMembers = [.init("x-new", "later")] }
    console.takesExtraMembersBack = numbers.oneIn(2)
    for name in RandomRules.ruleNames where !numbers.oneIn(5) {
      console.sites[0].aclRules.append(HouseThings.rule(name, &numbers))
    }
    let zones = ["Internal", "Hotspot", "External"].compactMap { console.sites[0].zoneFirewall?.zoneID($0) }
    for name in RandomRules.policyNames where !numbers.oneIn(5) {
      console.sites[0].zoneFirewall?.add(HouseThings.policy(name, zones, &numbers))
    }
    // What came later is not known to an earlier version.
    if console.version < "10.4.0" {
      for place in console.sites[0].wiFis.indices {
        for member in ["channel2gLockedTo6", "dtimPeriod2gLockedTo3"]
          + (console.version < "10.1" ? ["advertiseDeviceName"] : [])
        {
          console.sites[0].wiFis[place].settings[member] = nil
        }
      }
    }
    // Some households have many rules that nobody has named.
    for number in 0..<numbers.pick([0, 0, 0, 0, 0, 0, 5, 20, 60, 190]) {
      console.sites[0].aclRules.append(HouseThings.rule("Rule \(number)", &numbers))
    }
    for name in RandomRules.wifiNames.dropFirst(2) {
      console.sites[0].wiFis += HouseThings.wifi(name, like: console.sites[0].wiFis.first, &numbers)
    }
    return console
  }

  private static func piHole(_ system: HouseSystem, _ numbers: inout SplitMix64, now: Int64) -> KnownPiHole {
    var piHole = Household.piHole(password: system.hasSecret ? secret(system.name) : nil, at: Double(now))
    for group in RandomRules.groupNames.dropFirst(2) where !numbers.oneIn(4) {
      try? piHole.gravity.insert(group, in: .group, at: Double(now))
    }
    for list in RandomRules.listNames where !numbers.oneIn(4) {
      try? piHole.gravity.insert(list, in: .list(.block), isEnabled: numbers.oneIn(2), at: Double(now))
    }
    if numbers.oneIn(2) {
      try? piHole.gravity.insert("a.example", in: .domain(.deny, .exact), comment: "by hand", at: Double(now))
    }
    piHole.refusesOnceAfterRestart = numbers.oneIn(3)
    return KnownPiHole(piHole: piHole)
  }
}

/// A Pi-hole of which every session is remembered.
struct KnownPiHole: PretendSystem {
  var piHole: PiHole
  /// Every `sid` and `csrf` that was ever answered.
  var sessions: Set<String> = []
  /// How many sessions go on that are taken for over, because a request was refused all the same.
  var lostSessions = 0
  /// Before which request, counted from the next one, all sessions end; nil for none.
  var requestsUntilSessionsEnd: Int?

  mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    if let left = requestsUntilSessionsEnd {
      requestsUntilSessionsEnd = left > 1 ? left - 1 : nil
      if left <= 1 { piHole.seats.leaveAll() }
    }
    let before = piHole.falseRefusals
    let answer = piHole.respond(to: request, at: now)
    if piHole.falseRefusals < before { lostSessions += 1 }
    if request.target.contains("/auth"), let session = JSONValue.parsing(answer.body)?["session"] {
      for name in ["sid", "csrf"] { if let text = session[name]?.text { sessions.insert(text) } }
    }
    return answer
  }
}
