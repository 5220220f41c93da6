import Simulator
import TestSupport

/// What goes on in a household, seen from outside.
extension House {
  /// Lets time pass until `instant`, unless it is later already; the same for all systems.
  func wait(until instant: Int64) async -> Int64 {
    let now = max(Double(instant), await clock.rounded(.up))
    for wire in wires.values { await wire.pass(.seconds(now - wire.clock)) }
    return Int64(now)
  }

  /// The latest clock of all systems.
  var clock: Double {
    get async {
      var clock = 0.0
      for wire in wires.values { clock = max(clock, await wire.clock) }
      return clock
    }
  }

  func forgetRequests() async {
    for wire in wires.values { await wire.clearLog() }
  }

  var requests: [String] {
    get async {
      var all: [String] = []
      for (name, wire) in wiresInOrder { all += await wire.requests.map { "\(name) \($0)" } }
      return all
    }
  }

  var writes: [String] {
    get async {
      var all: [String] = []
      for (name, wire) in wiresInOrder { all += await wire.writes.map { "\(name) \($0)" } }
      return all
    }
  }

  /// What must not be printed: all that was told since this was asked last, and all that is always known.
  func secretsToldSoFar() async -> [String] {
    var secrets = Household.passphrases.values.sorted()
    secrets += wires.keys.sorted().flatMap { pairings[$0]?.secrets ?? [House.secret($0)] }
    for wire in piHoles.values {
      secrets += await wire.inspect { known in
        defer { known.sessions = [] }
        return known.sessions.sorted()
      }
    }
    return secrets
  }

  /// How many sessions of the Pi-hole called `name` may have been left open since this was asked last for what befell
  /// the exchanges with it.
  func takeLostSessions(_ name: String) async -> Int {
    let befallen = roads[name]?.takeLostSessions() ?? 0
    guard let wire = piHoles[name] else { return befallen }
    let struck = await wire.struck.count { $0.target.contains("/auth") }
    return await wire.inspect { known in
      defer { known.lostSessions = 0 }
      return befallen + struck + known.lostSessions
    }
  }

  /// How many sessions each Pi-hole holds.
  var seats: [String: Int] {
    get async {
      var seats: [String: Int] = [:]
      for (name, wire) in piHoles { seats[name] = await wire.system.piHole.seats.taken }
      return seats
    }
  }
}
