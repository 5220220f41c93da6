import HTTPTransport
import ReconcileCLI
import Reconciliation
import Synchronization

/// The network of a household: doors to pretend systems, and time that passes when everybody waits.
struct LifeNetwork: Network {
  let doors: [String: any ReadDoor & WriteDoor]
  let loop: EventLoop
  let time: LifeTime
  private let isOver = Flag()

  init(_ doors: [String: any ReadDoor & WriteDoor], _ loop: EventLoop, _ time: LifeTime) {
    self.doors = doors
    self.loop = loop
    self.time = time
  }

  func readDoor(for endpoint: Endpoint) -> any ReadDoor { door(endpoint) }
  func writeDoor(for endpoint: Endpoint) -> any WriteDoor { door(endpoint) }

  private func door(_ endpoint: Endpoint) -> LifeDoor {
    LifeDoor(inner: doors[endpoint.host], time: time, isOver: isOver)
  }

  func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate {
    throw TransportError(.refused, "nothing listens there")
  }

  var sleep: Sleep {
    { [time] duration in await time.sleep(duration) }
  }

  var uptime: Duration { time.now }
  var executor: (any TaskExecutor)? { loop }
  func abandon() { isOver.turnOn() }
  func takeUp() { isOver.turnOff() }
  func listen(to fileDescriptor: Int32, whenReadable: @escaping @Sendable () -> Void) {
    loop.watch(fileDescriptor: fileDescriptor, whenReadable: whenReadable)
  }
  func stopListening(to fileDescriptor: Int32) { loop.unwatch(fileDescriptor: fileDescriptor) }
}

/// Something that is turned on once.
private final class Flag: Sendable {
  private let held = Atomic(false)
  var isOn: Bool { held.load(ordering: .acquiring) }
  func turnOn() { held.store(true, ordering: .releasing) }
  func turnOff() { held.store(false, ordering: .releasing) }
}

private struct LifeDoor: ReadDoor, WriteDoor {
  let inner: (any ReadDoor & WriteDoor)?
  let time: LifeTime
  let isOver: Flag

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    try begin(isCancellable: request.method != "DELETE")
    guard let inner else { throw TransportError(.refused, "nothing listens there") }
    let answer = try await inner.read(request)
    time.wasBusy()
    return answer
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    try begin(isCancellable: false)
    guard let inner else { throw TransportError(.refused, "nothing listens there") }
    let answer = try await inner.write(request)
    time.wasBusy()
    return answer
  }

  private func begin(isCancellable: Bool) throws(TransportError) {
    time.wasBusy()
    if isOver.isOn || isCancellable && Task.isCancelled { throw TransportError(.cancelled, "given up") }
  }
}
