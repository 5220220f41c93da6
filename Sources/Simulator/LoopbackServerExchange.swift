import CMicroHTTPD
import Glibc
import Synchronization

/// What the connections of one server share: the system, the clock, and a way to wake those that wait.
final class LoopbackService: Sendable {
  struct Connections {
    var open = 0
    var most = 0
    var opened = 0
  }

  let connections = Mutex(Connections())
  let answersApart: Bool
  private let system: Mutex<any PretendSystem>
  private let now: @Sendable () -> Double
  private let bell = WakeBell()

  init(_ system: any PretendSystem, answersApart: Bool, now: @escaping @Sendable () -> Double) {
    self.system = Mutex(system)
    self.answersApart = answersApart
    self.now = now
  }

  func inspect<Result: Sendable>(_ use: (inout any PretendSystem) -> Result) -> Result {
    system.withLock { use(&$0) }
  }

  /// What the system says in the end; an answer that is lost where the client hung up before.
  func answer(_ request: SimulatedRequest, on connection: OpaquePointer) -> SimulatedResponse {
    var request = request
    while true {
      let response = system.withLock { $0.respond(to: request, at: now()) }
      guard case .unfinished(let milliseconds) = response.delivery else { return response }
      if !response.isCancellable {
        wait(milliseconds: milliseconds)
      } else if bell.wait(milliseconds: milliseconds, for: connection) {
        return SimulatedResponse(status: 503, delivery: .lost)
      }
      request.step += 1
    }
  }

  func wait(milliseconds: Int) { bell.wait(milliseconds: milliseconds) }
  func wakeDelayed() { bell.ring() }
}

/// Ends every wait at once when it rings: the write end of a pipe is closed, which all who poll the other end see.
private final class WakeBell: Sendable {
  private let reading: Int32
  private let writing: Mutex<Int32>

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    reading = ends[0]
    writing = Mutex(ends[1])
  }

  deinit {
    ring()
    close(reading)
  }

  func ring() {
    writing.withLock { end in
      if end >= 0 { close(end) }
      end = -1
    }
  }

  func wait(milliseconds: Int) {
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, Int32(clamping: milliseconds))
  }

  /// The same, but it ends as well when the client hangs up; says whether that has happened.
  func wait(milliseconds: Int, for connection: OpaquePointer) -> Bool {
    rc_wait_for_client(connection, reading, Int32(clamping: milliseconds)) != 0
  }
}

/// One request while it arrives. Only its connection's thread touches it.
private final class ArrivingRequest {
  let target: String
  var body: [UInt8] = []
  var hasBegun = false
  var isTooLarge = false
  /// What is sent behind its answer.
  var stray: [UInt8] = []

  init(target: String) { self.target = target }

  func take(_ bytes: UnsafeRawBufferPointer) {
    if body.count + bytes.count > LoopbackServer.largestRequestBody {
      isTooLarge = true
      body = []
    } else if !isTooLarge {
      body.append(contentsOf: bytes)
    }
  }
}

/// Where libmicrohttpd keeps our pointer for a request.
typealias Slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

/// Called with the request line's target as it was sent: later only the decoded path is given.
func loopbackRequestBegan(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  let text = target.map { String(cString: $0) } ?? ""
  return Unmanaged.passRetained(ArrivingRequest(target: text)).toOpaque()
}

func loopbackRequestEnded(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ slot: Slot?, _ reason: MHD_RequestTerminationCode
) {
  guard let kept = slot?.pointee else { return }
  slot?.pointee = nil
  let answered = Unmanaged<ArrivingRequest>.fromOpaque(kept).takeRetainedValue()
  if !answered.stray.isEmpty { _ = rc_send_directly(connection, answered.stray, answered.stray.count) }
}

func loopbackConnectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ slot: Slot?,
  _ change: MHD_ConnectionNotificationCode
) {
  guard let context else { return }
  Unmanaged<LoopbackService>.fromOpaque(context).takeUnretainedValue().connections.withLock {
    guard change == .CONNECTION_NOTIFY_STARTED else { return $0.open -= 1 }
    $0.open += 1
    $0.opened += 1
    $0.most = max($0.most, $0.open)
  }
}

/// Called once when the header is there, then for every piece of the body, then once more with none left.
func loopbackRequestProgressed(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ piece: UnsafePointer<CChar>?,
  _ length: UnsafeMutablePointer<Int>?, _ slot: Slot?
) -> MHD_Result {
  guard let context, let connection, let method, let length, let kept = slot?.pointee else { return .NO }
  let arriving = Unmanaged<ArrivingRequest>.fromOpaque(kept).takeUnretainedValue()
  guard arriving.hasBegun else {
    arriving.hasBegun = true
    return .YES
  }
  if length.pointee > 0 {
    arriving.take(UnsafeRawBufferPointer(start: piece, count: length.pointee))
    length.pointee = 0
    return .YES
  }
  let service = Unmanaged<LoopbackService>.fromOpaque(context).takeUnretainedValue()
  guard !arriving.isTooLarge else {
    return deliver(SimulatedResponse(status: 413), to: arriving, on: connection, service)
  }
  let request = SimulatedRequest(
    method: String(cString: method), target: arriving.target, headers: headers(of: connection), body: arriving.body)
  return deliver(service.answer(request, on: connection), to: arriving, on: connection, service)
}

private func headers(of connection: OpaquePointer) -> [(name: String, value: String)] {
  var found: [(name: String, value: String)] = []
  withUnsafeMutablePointer(to: &found) { list in
    _ = MHD_get_connection_values(
      connection, .HEADER_KIND,
      { list, _, name, value in
        guard let list, let name else { return .NO }
        let field = (name: String(cString: name), value: value.map { String(cString: $0) } ?? "")
        list.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(field)
        return .YES
      }, list)
  }
  return found
}

private func deliver(
  _ response: SimulatedResponse, to arriving: ArrivingRequest, on connection: OpaquePointer, _ service: LoopbackService
) -> MHD_Result {
  switch response.delivery {
  case .whole, .unfinished: break
  case .lost: return .NO
  case .truncated(let count): return send(response, cutAfter: count, on: connection, service)
  case .delayed(let milliseconds): service.wait(milliseconds: milliseconds)
  case .followed(let stray): arriving.stray = stray
  }
  return send(response, cutAfter: nil, on: connection, service)
}

/// A response's body while it is sent.
private final class DepartingBody: Sendable {
  let bytes: [UInt8]
  let end: Int
  let isCut: Bool
  /// Called when the header is on its way and the body is not.
  let afterHeader: @Sendable () -> Void

  init(_ bytes: [UInt8], cutAfter count: Int?, afterHeader: @escaping @Sendable () -> Void) {
    self.bytes = bytes
    self.afterHeader = afterHeader
    end = min(bytes.count, count ?? bytes.count)
    isCut = count != nil
  }

  func read(from position: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
    guard position < end else { return isCut ? rc_end_with_error : rc_end_of_stream }
    if position == 0 { afterHeader() }
    let piece = bytes[position..<min(end, position + room.count)]
    room.copyBytes(from: piece)
    return piece.count
  }
}

private func send(
  _ response: SimulatedResponse, cutAfter count: Int?, on connection: OpaquePointer, _ service: LoopbackService
) -> MHD_Result {
  let isChunked = response.headers.contains { $0.name.lowercased() == "transfer-encoding" }
  let size = isChunked ? rc_size_unknown : UInt64(response.body.count)
  // The body is read on the connection's own thread, while the connection is there.
  let place = UInt(bitPattern: connection)
  let departing = DepartingBody(response.body, cutAfter: count) {
    if service.answersApart, let connection = OpaquePointer(bitPattern: place) { rc_send_apart(connection) }
  }
  let body = Unmanaged.passRetained(departing).toOpaque()
  let made = rc_streamed_response(
    size, body,
    { context, position, room, length in
      guard let context else { return rc_end_with_error }
      return Unmanaged<DepartingBody>.fromOpaque(context).takeUnretainedValue()
        .read(from: Int(position), into: UnsafeMutableRawBufferPointer(start: room, count: length))
    },
    { context in
      if let context { Unmanaged<DepartingBody>.fromOpaque(context).release() }
    })
  guard let made else { return .NO }
  defer { MHD_destroy_response(made) }
  // The two fields that frame the body are the library's to write.
  let framing = ["content-length", "transfer-encoding"]
  for field in response.headers where !framing.contains(field.name.lowercased()) {
    MHD_add_response_header(made, field.name, field.value)
  }
  return MHD_queue_response(connection, UInt32(response.status), made)
}
