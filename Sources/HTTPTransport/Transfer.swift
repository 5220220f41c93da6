import CCurl

/// What is to be sent, and how.
struct TransferOrder: Sendable {
  /// What becomes of it when the task that waits is cancelled.
  enum Cancellation: Sendable {
    /// It ends at once.
    case immediate
    /// It is not begun, but once begun it is finished: half a write helps nobody.
    case beforeSending
    /// It is sent all the same: a session that was opened has to be closed.
    case ignored
  }

  var method: String
  var path: String
  var headers: [HeaderField]
  var body: [UInt8]?
  var endpoint: Endpoint
  var cancellation: Cancellation
  /// Whether it ends when the server has shown its certificate; nothing is sent, and the fields of the certificate
  /// are the answer's body.
  var isHandshakeOnly = false
  var userAgent: String
  var largestBody: Int
  /// For how many seconds the answer is waited for, where that is longer than the endpoint's time.
  var answerSeconds = 0
  /// How near an address is; a test on one machine has to pretend.
  var classify: @Sendable (String) -> AddressClass?

  /// How long all of it may take; to connect may take no longer than the endpoint's time.
  var seconds: Int { max(endpoint.timeoutSeconds, answerSeconds) }

  /// curl repeats a request whose reused connection turns out to be closed. Only one that changes nothing may be.
  var mayBeRepeated: Bool { method == "GET" }
}

/// One exchange on its way. Only the loop's thread touches it, curl's callbacks included.
final class Transfer {
  typealias Log = @Sendable (TransportEvent) -> Void
  typealias Completion = @Sendable (Result<Response, TransportError>) -> Void

  /// The most bytes of header lines of one exchange: status lines, those of interim answers and what follows an answer in
  /// chunks included, for curl keeps all of them.
  static let largestHeader = 64 << 10

  /// The most pieces of an answer's body. As long as there is more to read, curl goes on reading and looks after nobody
  /// else: in chunks of a byte, 16 MiB would keep all others waiting for seconds. In chunks of 256 bytes they still fit.
  static let mostPieces = 65_536

  let order: TransferOrder
  let ticket: Ticket
  let easy: UnsafeMutableRawPointer
  let sockets: OpenSockets
  private let log: Log?
  private let done: Completion
  private let began = ContinuousClock.now
  var headerList: UnsafeMutablePointer<curl_slist>?

  private var headers: [(name: String, value: String)] = []
  private var headerBytes = 0
  /// Whether the empty line after the header has come. Without it curl takes a header that breaks off for a whole one.
  private var headerIsWhole = false
  /// Whether that was the header of the answer itself, and of no interim one (1xx).
  private var isPastHeader = false
  private var body: [UInt8] = []
  private var pieces = 0
  private var timesSent = 0
  /// That of the connection on which it was sent last.
  private var socket: Int32?
  /// Why we ourselves ended it; curl then only says that a callback did.
  private var refusal: TransportError?
  /// The last address that was not connected to because nothing may be sent to it.
  private var refusedAddress: String?
  /// What the server has shown, where that is all that is asked for.
  private var certificate: [UInt8]?
  /// Where curl says in words why it failed.
  let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(
    _ order: TransferOrder, _ ticket: Ticket, on easy: UnsafeMutableRawPointer, _ sockets: OpenSockets, log: Log?,
    _ done: @escaping Completion
  ) {
    self.order = order
    self.ticket = ticket
    self.easy = easy
    self.sockets = sockets
    self.log = log
    self.done = done
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit { words.deallocate() }

  /// Hands the outcome to whoever waits.
  func end(_ outcome: Result<Response, TransportError>) {
    rc_slist_free_all(headerList)
    headerList = nil
    log?(event(outcome))
    done(outcome)
  }

  /// What came of it, given what curl says.
  func outcome(_ code: CURLcode) -> Result<Response, TransportError> {
    if let refusal { return .failure(refusal) }
    if let certificate { return .success(Response(status: 0, body: certificate)) }
    guard code == CURLE_OK else {
      if code == CURLE_COULDNT_CONNECT, let refusedAddress {
        return .failure(TransportMessages.addressRefused(order.endpoint, refusedAddress))
      }
      if isPastHeader ? isTrailerTooLong : code == CURLE_OUT_OF_MEMORY && timesSent > 0 && !headerIsWhole {
        // What curl says of a single line that is over its own limit.
        return .failure(TransportMessages.headerTooLarge(order.endpoint, limit: Self.largestHeader))
      }
      return .failure(failure(code))
    }
    guard headerIsWhole else { return .failure(TransportMessages.headerBroken(order.endpoint)) }
    let status = number(CURLINFO_RESPONSE_CODE)
    // curl takes "HTTP/200" for a status line, and finds no status in it; and one of four digits in "HTTP/2 2200".
    guard (100...999).contains(status) else { return .failure(failure(CURLE_WEIRD_SERVER_REPLY)) }
    return .success(Response(status: status, headers: headers, body: body))
  }

  /// Of a line behind an answer in chunks curl says that in words only: its code is that of a connection that broke.
  private var isTrailerTooLong: Bool { String(cString: words).hasPrefix("Out of memory in chunked") }

  private func failure(_ code: CURLcode) -> TransportError {
    TransportMessages.failure(
      code, order, wasSent: timesSent > 0, wasReused: number(CURLINFO_NUM_CONNECTS) == 0,
      osError: number(CURLINFO_OS_ERRNO), verification: number(CURLINFO_SSL_VERIFYRESULT))
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    rc_get_long(easy, info, &value)
    return value
  }
}

// MARK: - What curl asks

extension Transfer {
  /// Opens a socket for a connection to `address`; negative where nothing may be sent there: another address of the same
  /// host may do.
  func openSocket(to address: UnsafePointer<curl_sockaddr>) -> Int32 {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(rc_address_size)) { text in
      guard let start = text.baseAddress else { return "" }
      rc_write_address(address, start)
      return String(cString: start)
    }
    guard isAllowed(text) else {
      refusedAddress = text
      return -1
    }
    return sockets.open(address)
  }

  /// What is no address in numbers is as good as far away.
  private func isAllowed(_ address: String) -> Bool {
    order.endpoint.allows(order.classify(address) ?? .elsewhere)
  }

  /// Whether the request may be sent on the connection between `ends`. Asked each time it is about to be sent: the
  /// connection may be one that another transfer has opened.
  func maySend(between ends: OpenSockets.Ends) -> Bool {
    guard isAllowed(ends.remoteAddress) else {
      refusal = TransportMessages.addressRefused(order.endpoint, ends.remoteAddress)
      return false
    }
    if order.isHandshakeOnly {
      certificate = ShownCertificate.fields.flatMap { field in
        let value = rc_get_certificate_field(easy, field + ":").map { String(cString: $0) } ?? ""
        return Array(value.utf8) + [0]
      }
      return false
    }
    guard timesSent == 0 || order.mayBeRepeated else {
      refusal = TransportMessages.notRepeated(order.endpoint)
      return false
    }
    timesSent += 1
    socket = sockets.socket(between: ends)
    return true
  }

  /// Takes one line of the header; false ends the transfer.
  func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.largestHeader else {
      refusal = TransportMessages.headerTooLarge(order.endpoint, limit: Self.largestHeader)
      return false
    }
    // What follows the body of an answer in chunks is no header, whatever it looks like.
    guard !isPastHeader else { return true }
    if line.starts(with: "HTTP/".utf8) {
      // An interim answer came before, or a first attempt on a connection that broke.
      headers = []
      headerIsWhole = false
      if isError(line) { forbidReuse() }
      return true
    }
    // As libcurl sees it.
    if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
      headerIsWhole = true
      isPastHeader = number(CURLINFO_RESPONSE_CODE) >= 200
      acknowledge()
    }
    // What begins with white space goes on with the field before it: libcurl goes by none that is announced so.
    guard let first = line.first, !isSpace(first), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      return true
    }
    let value = trimmed(line[(colon + 1)...])
    headers.append((String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
    return true
  }

  /// Whether this status line of HTTP/1 tells of an error. Some servers send a second answer behind such a one; over TLS
  /// curl does not notice, and would take that for the answer to whatever is asked next.
  private func isError(_ statusLine: UnsafeRawBufferPointer) -> Bool {
    statusLine.starts(with: "HTTP/1.".utf8) && number(CURLINFO_RESPONSE_CODE) >= 400
  }

  /// Has the connection closed after this exchange.
  private func forbidReuse() { rc_set_long(easy, CURLOPT_FORBID_REUSE, 1) }

  /// Acknowledges at once what has arrived. Some servers send the body of an answer apart from its header, and their kernel
  /// holds the body back until the header was acknowledged; ours would do that 40 ms later.
  private func acknowledge() {
    if let socket { rc_acknowledge_now(socket) }
  }

  /// Takes a piece of the body; false ends the transfer.
  func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    pieces += 1
    guard pieces <= Self.mostPieces else {
      refusal = TransportMessages.tooManyPieces(order.endpoint, limit: Self.mostPieces)
      return false
    }
    acknowledge()
    guard body.count + piece.count <= order.largestBody else {
      refusal = TransportMessages.bodyTooLarge(order.endpoint, limit: order.largestBody)
      return false
    }
    if body.isEmpty { body.reserveCapacity(min(announcedLength, order.largestBody)) }
    // By itself an array would take room for twice the most that is taken.
    let needed = body.count + piece.count
    if needed > body.capacity { body.reserveCapacity(min(order.largestBody, max(needed, 2 * body.capacity))) }
    body.append(contentsOf: piece)
    return true
  }

  /// What the header says of the length of the body; 0 where it says nothing.
  private var announcedLength: Int {
    let field = headers.last { $0.name.lowercased() == "content-length" }
    return field.flatMap { Int($0.value) }.map { max(0, $0) } ?? 0
  }

  /// What `-v` shows.
  private func event(_ outcome: Result<Response, TransportError>) -> TransportEvent {
    let response = try? outcome.get()
    return TransportEvent(
      system: order.endpoint.system, method: order.method,
      path: order.endpoint.shownPath ?? order.endpoint.basePath + order.path, status: response?.status,
      bodyBytes: body.count,
      milliseconds: Int((ContinuousClock.now - began) / .milliseconds(1)))
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

/// Without white space at either end, byte by byte: a hundred systems send a thousand fields.
private func trimmed(_ line: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
  let front = line.drop(while: isSpace)
  guard let last = front.lastIndex(where: { !isSpace($0) }) else { return front[front.endIndex...] }
  return front[...last]
}
