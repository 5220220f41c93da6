import HTTPTransport
import Providers
import Planning
import Synchronization
import TestSupport
import Testing

@testable import Host

/// A network that leads to the pretend household and nowhere else.
struct FakeNetwork: Network {
  var household: PretendHousehold
  let time: FakeTime
  var log: Environment.ExchangeLog?
  /// Told of every exchange that is begun, with the time since the beginning: `2.5 s PUT 192.168.1.1/path`.
  private let diary: Diary
  private let isOver = GivenUp()
  private let stop: StopSignal?

  init(
    _ household: PretendHousehold, _ time: FakeTime, log: Environment.ExchangeLog?, diary: Diary,
    stop: StopSignal? = nil
  ) {
    self.household = household
    self.stop = stop
    self.time = time
    self.log = log
    self.diary = diary
  }

  func readTransport(for endpoint: Endpoint) -> any ReadTransport { transport(for: endpoint) }
  func writeTransport(for endpoint: Endpoint) -> any WriteTransport { transport(for: endpoint) }

  func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate {
    try household.front.certificate(of: endpoint)
  }

  private func transport(for endpoint: Endpoint) -> any ReadTransport & WriteTransport {
    let wire: any ReadTransport & WriteTransport =
      switch endpoint.host {
      case "192.168.1.1": household.console
      case "192.168.1.2", "192.168.1.3": household.pihole
      default: household.others[endpoint.host] ?? ClosedDoor()
      }
    let transport = FakeDoor(
      endpoint: endpoint, wire: wire, hanging: household.hanging, time: time, diary: diary,
      isOver: isOver, stop: stop, beforeAnswering: household.beforeAnswering)
    return FrontDoor(front: household.front, endpoint: endpoint, inner: transport)
  }

  var sleep: Sleep {
    { duration in await time.sleep(duration) }
  }

  var pause: Sleep {
    { duration in await isOver.pause(duration, time) }
  }

  var uptime: Duration { time.now }
  var executor: (any TaskExecutor)? { time }
  func cancelAll() { isOver.turnOn() }
  func resume() { isOver.turnOff() }
  func listen(to fileDescriptor: Int32, whenReadable: @escaping @Sendable () -> Void) { hasNoDescriptors() }
  func stopListening(to fileDescriptor: Int32) { hasNoDescriptors() }
  private func hasNoDescriptors() { Issue.record("a network in memory listens to no file descriptor") }
}

/// A way to a pretend system, or to one that never answers.
private struct FakeDoor: ReadTransport, WriteTransport {
  let endpoint: Endpoint
  let wire: any ReadTransport & WriteTransport
  let hanging: Set<String>
  let time: FakeTime
  let diary: Diary
  let isOver: GivenUp
  let stop: StopSignal?
  let beforeAnswering: (@Sendable (PretendHousehold.Sent) async -> Void)?

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    // As the transport has it: the end of a session is sent in any case.
    try await begin(request.method, isCancellable: request.method != "DELETE")
    return try await wire.read(request)
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    try await begin(request.method, isCancellable: false)
    return try await wire.write(request)
  }

  private func begin(_ method: String, isCancellable: Bool) async throws(TransportError) {
    if isOver.isOn || isCancellable && Task.isCancelled { throw TransportError(.cancelled, "given up") }
    let entry = "\(method) \(endpoint.host)"
    diary.add("\(time.now) \(entry)")
    await beforeAnswering?(PretendHousehold.Sent(entry: entry, diary: diary, time: time, stop: stop))
    guard !hanging.isDisjoint(with: [endpoint.host, entry]) else { return }
    await wait(isCancellable: isCancellable)
    if isOver.isOn || isCancellable && Task.isCancelled { throw TransportError(.cancelled, "given up") }
    throw TransportError(.timedOut, "no whole answer within \(endpoint.timeoutSeconds) s")
  }

  /// As long as an exchange may take, or until everything is given up.
  private func wait(isCancellable: Bool) async {
    for _ in 0..<endpoint.timeoutSeconds * 2 {
      if isOver.isOn || isCancellable && Task.isCancelled { return }
      if isCancellable {
        await time.sleep(.milliseconds(500))
      } else {
        await Task(executorPreference: time) { await time.sleep(.milliseconds(500)) }.value
      }
    }
  }
}

/// What happened, in order.
final class Diary: Sendable {
  private let held = Mutex<[String]>([])

  var entries: [String] { held.withLock { $0 } }
  /// When the last of it happened, in seconds since the beginning.
  var end: Double { entries.last.flatMap { Double($0.split(separator: " ")[0]) } ?? .infinity }
  func add(_ entry: String) { held.withLock { $0.append(entry) } }
}

/// Where nobody answers.
private struct ClosedDoor: ReadTransport, WriteTransport {
  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    throw TransportError(.refused, "nothing listens there")
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    throw TransportError(.refused, "nothing listens there")
  }
}
