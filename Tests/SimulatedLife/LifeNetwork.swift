import HTTPTransport
import Providers
import Planning
import TestSupport

import Host

/// The network of a household: doors to pretend systems, and time that passes when everybody waits.
struct LifeNetwork: Network {
  let doors: [String: LifeDoor]
  let loop: FakeTime
  let pulse: Pulse
  private let isOver = GivenUp()

  init(_ doors: [String: LifeDoor], _ loop: FakeTime, _ pulse: Pulse) {
    self.doors = doors
    self.loop = loop
    self.pulse = pulse
  }

  func readTransport(for endpoint: Endpoint) -> any ReadTransport { door(endpoint) }
  func writeTransport(for endpoint: Endpoint) -> any WriteTransport { door(endpoint) }

  private func door(_ endpoint: Endpoint) -> Threshold {
    Threshold(door: doors[endpoint.host], loop: loop, pulse: pulse, isOver: isOver)
  }

  func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate {
    throw TransportError(.refused, "nothing listens there")
  }

  var sleep: Sleep {
    { [loop, pulse] duration in if pulse.beat() { await loop.sleep(duration) } }
  }

  var pause: Sleep {
    { [loop, pulse, isOver] duration in if pulse.beat() { await isOver.pause(duration, loop) } }
  }

  var uptime: Duration { loop.now }
  var executor: (any TaskExecutor)? { loop }
  func cancelAll() { isOver.turnOn() }
  func resume() { isOver.turnOff() }
  func listen(to fileDescriptor: Int32, whenReadable: @escaping @Sendable () -> Void) {}
  func stopListening(to fileDescriptor: Int32) {}
}

/// The door of one system, and the road to it.
struct LifeDoor: Sendable {
  let inner: any ReadTransport & WriteTransport
  let road: Road
}

/// What is between the program and a door: the road's delays and mishaps, the run's end, the machine's death.
private struct Threshold: ReadTransport, WriteTransport {
  let door: LifeDoor?
  let loop: FakeTime
  let pulse: Pulse
  let isOver: GivenUp

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    try await exchange(request.path, isCancellable: request.method != "DELETE") { (door) throws(TransportError) in
      try await door.read(request)
    }
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    try await exchange(request.path, isCancellable: false) { (door) throws(TransportError) in
      try await door.write(request)
    }
  }

  private func exchange(
    _ path: String, isCancellable: Bool,
    _ send: (any ReadTransport & WriteTransport) async throws(TransportError) -> Response
  ) async throws(TransportError) -> Response {
    guard let door else { throw TransportError(.refused, "nothing listens there") }
    try goOn(isCancellable)
    if door.road.delay > .zero {
      await loop.sleep(door.road.delay)
      try goOn(isCancellable)
    }
    let mishap = door.road.next(path)
    if case .unauthorized? = mishap { return Response(status: 401, headers: [], body: []) }
    var answer = try await send(door.inner)
    // Killed before the answer came, but not before the effect.
    try goOn(false)
    if case .wrongType(let number)? = mishap { answer.body = Road.misread(answer.body, number) }
    return answer
  }

  private func goOn(_ isCancellable: Bool) throws(TransportError) {
    guard pulse.beat() else { throw TransportError(.cancelled, "killed") }
    if isOver.isOn || isCancellable && Task.isCancelled { throw TransportError(.cancelled, "given up") }
  }
}
