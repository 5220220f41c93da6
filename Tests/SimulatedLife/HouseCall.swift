import Simulator
import TestSupport

/// Something that a pretend system was asked to do with one thing. What people do by hand is none.
struct HouseCall: Sendable {
  var system: String
  /// Such as `lock.front`, or a service.
  var object: String
  /// As the system calls it.
  var action: String
  /// Seconds since 1970, by the true clock.
  var at: Double

  /// Where it brings the thing; nil where it is nothing that a program has to do.
  var isOn: Bool? {
    switch action.split(separator: ".").last {
    case "turn_on", "unlock", "open", "open_cover", "on", "start": true
    case "turn_off", "lock", "close", "close_cover", "off", "stop": false
    default: nil
    }
  }

  var opensDoor: Bool { HouseDoor.words(object) != nil && isOn != false }

  var key: String { "\(system) \(object)" }
  var text: String { "\(system) \(action) \(object)" }
}

extension House {
  /// How many each system has seen so far.
  var callCounts: [String: Int] {
    get async { await allCalls.mapValues(\.count) }
  }

  /// What each system has seen after the first `counts`, in order.
  func calls(after counts: [String: Int]) async -> [HouseCall] {
    await allCalls.sorted { $0.key < $1.key }.flatMap { name, calls in calls.dropFirst(counts[name] ?? 0) }
  }

  private var allCalls: [String: [HouseCall]] {
    get async {
      var all: [String: [HouseCall]] = [:]
      for (name, wire) in homes {
        // To ask for a fresh reading moves nothing.
        let calls = await wire.system.serviceCalls.filter { $0.service != "homeassistant.update_entity" }
        all[name] = calls.flatMap { call in
          call.entities.map { HouseCall(system: name, object: $0, action: call.service, at: call.at) }
        }
      }
      for (name, wire) in guests {
        all[name] = await wire.system.calls.map {
          HouseCall(system: name, object: $0.entityID, action: $0.action, at: $0.at)
        }
      }
      for (name, wire) in hosts {
        all[name] = await wire.system.calls.map {
          HouseCall(system: name, object: $0.capsule, action: $0.action, at: $0.at)
        }
      }
      return all
    }
  }
}
