import Simulator
import TestSupport

/// What goes wrong with things that are switched, doors and services.
extension House {
  func happen(_ weather: Weather, toDevicesOf name: String, _ now: Double) async {
    switch weather {
    case .faults(let first, let count, let kind):
      for number in first..<(first + count) { await wires[name]?.fail(request: number, with: kind) }
    case .restart(let away):
      await homes[name]?.inspect { $0.restart(at: now) }
      await guests[name]?.inspect { $0.restart(at: now, starting: Double(away)) }
    case .unreachable(let number): await become("unavailable", number, of: name, now)
    case .deedUnanswered:
      await guests[name]?.inspect { $0.answersToLose = 1 }
      await hosts[name]?.inspect { $0.answersToLose = 1 }
    default: break
    }
  }

  /// Everything can be reached again; a door that could not be is shut.
  func calmDevices() async {
    for (name, wire) in wires where consoles[name] == nil && piHoles[name] == nil { await wire.heal() }
    for wire in guests.values { await wire.inspect { $0.answersToLose = 0 } }
    for wire in hosts.values { await wire.inspect { $0.answersToLose = 0 } }
    for (name, states) in await deviceStates {
      for (id, state) in states where state == "unavailable" {
        await set(id, of: name, to: (HouseDoor.words(id) ?? .switches).off)
      }
    }
  }

  /// Somebody switches one thing by hand, whichever `number` says.
  func toggleDevice(_ number: UInt64, of name: String, _ now: Double) async { await become(nil, number, of: name, now) }

  /// The thing that `number` says, if it can be reached, is in `state` from now on; nil for its other one.
  private func become(_ state: String?, _ number: UInt64, of name: String, _ now: Double) async {
    await hosts[name]?.inspect { host in
      guard state == nil else { return }
      host.capsules[Int(number % UInt64(host.capsules.count))].isRunning.toggle()
    }
    guard let states = await deviceStates[name], !states.isEmpty else { return }
    let id = states.keys.sorted()[Int(number % UInt64(states.count))]
    guard let old = states[id], old != "unavailable" else { return }
    let words = HouseDoor.words(id) ?? .switches
    await set(id, of: name, to: state ?? (old == words.off ? words.on : words.off))
  }

  private func set(_ id: String, of name: String, to state: String) async {
    if let wire = homes[name] {
      let now = await wire.clock
      await wire.inspect { $0.set(id, to: state, at: now) }
    }
    await guests[name]?.inspect { $0.entities[id]?.state = state }
  }
}
