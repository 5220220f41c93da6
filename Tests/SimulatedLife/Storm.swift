import Simulator
import TestSupport

/// What goes wrong, and how it ends.
extension House {
  func happen(_ weather: Weather, to system: HouseSystem, at now: Int64) async {
    switch weather {
    case .wrongType(let place, let number): roads[system.name]?.befall(.wrongType(number), at: place)
    case .unauthorized(let place): roads[system.name]?.befall(.unauthorized, at: place)
    case .slow(let seconds): roads[system.name]?.delay = .seconds(seconds)
    default: break
    }
    if let wire = consoles[system.name] { await happen(weather, to: wire) }
    if let wire = piHoles[system.name] { await happen(weather, to: wire, Double(now)) }
    if [.homeAssistant, .easyControl, .builderOS].contains(system.kind) {
      await happen(weather, toDevicesOf: system.name, Double(now))
    }
  }

  private func happen(_ weather: Weather, to wire: FakeWire<UniFiConsole>) async {
    switch weather {
    case .faults(let first, let count, let kind):
      for number in first..<(first + count) { await wire.fail(request: number, with: kind) }
    case .booting(let isBooting): await wire.inspect { $0.isBooting = isBooting }
    case .readOnly(let isReadOnly):
      await wire.inspect { $0.keys = $0.keys.map { UniFiKey($0.key, role: isReadOnly ? .viewOnly : .full) } }
    case .otherKey(let isOther):
      await wire.inspect { console in
        console.keys = console.keys.map { UniFiKey(isOther ? $0.key + "-old" : $0.key) }
      }
    case .restart, .crash, .locked, .refusals, .throttled, .seatsTaken, .resolver, .sessionsEnd, .wrongType,
      .unauthorized, .slow, .unreachable, .deedUnanswered:
      break
    }
  }

  private func happen(_ weather: Weather, to wire: FakeWire<KnownPiHole>, _ now: Double) async {
    switch weather {
    case .faults(let first, let count, let kind):
      for number in first..<(first + count) { await wire.fail(request: number, with: kind) }
    case .restart(let away):
      await wire.inspect {
        if away == 0 { $0.piHole.restart(at: now) } else { $0.piHole.restart(from: now, until: now + Double(away)) }
      }
    case .crash: await wire.inspect { $0.piHole.crash(at: now) }
    case .locked(let isExclusive, let requests):
      await wire.inspect { $0.piHole.lock = GravityLock(isExclusive ? .exclusive : .write, .requests(requests)) }
    case .refusals(let count): await wire.inspect { $0.piHole.falseRefusals = count }
    case .throttled(let seconds): await wire.inspect { $0.piHole.throttledUntil = now + Double(seconds) }
    case .seatsTaken: await wire.inspect { $0.piHole.seats.takeAll(at: now) }
    case .resolver(let fails): await wire.inspect { $0.piHole.resolverHasFailed = fails }
    case .sessionsEnd(let place): await wire.inspect { $0.requestsUntilSessionsEnd = place }
    case .booting, .readOnly, .otherKey, .wrongType, .unauthorized, .slow, .unreachable, .deedUnanswered: break
    }
  }

  /// Ends everything that is wrong.
  func calm() async {
    for road in roads.values { road.heal() }
    await calmDevices()
    for (name, wire) in consoles {
      await wire.heal()
      await wire.inspect {
        $0.isBooting = false
        $0.keys = [UniFiKey(House.secret(name))]
      }
    }
    for wire in piHoles.values {
      await wire.heal()
      await wire.inspect {
        $0.piHole.lock = nil
        $0.piHole.falseRefusals = 0
        $0.piHole.throttledUntil = nil
        $0.piHole.resolverHasFailed = false
        $0.requestsUntilSessionsEnd = nil
      }
    }
  }
}
