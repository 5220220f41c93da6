import HTTPTransport
import Simulator
import TestSupport

/// The way to any pretend system, whatever it is.
protocol HouseWire: ReadTransport, WriteTransport, Actor {
  /// Seconds since 1970.
  var clock: Double { get }
  /// What was asked since the log was last cleared, and what of it was to change something.
  var requests: [String] { get }
  var writes: [String] { get }
  func pass(_ duration: Duration)
  func clearLog()
  func fail(request number: Int, with kind: WireFault)
  @discardableResult func heal() -> Bool
}

extension FakeWire: HouseWire {
  var requests: [String] { log.map(\.description) }
  var writes: [String] { log.filter(\.isWrite).map(\.description) }
}

extension House {
  /// All of them, by name.
  var wires: [String: any HouseWire] {
    var all: [String: any HouseWire] = consoles
    all.merge(piHoles) { first, _ in first }
    all.merge(homes) { first, _ in first }
    all.merge(guests) { first, _ in first }
    all.merge(hosts) { first, _ in first }
    return all
  }

  /// The same, in order.
  var wiresInOrder: [(key: String, value: any HouseWire)] { wires.sorted { $0.key < $1.key } }
}
