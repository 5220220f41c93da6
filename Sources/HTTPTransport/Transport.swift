/// One exchange as `-v` shows it. There is nothing of headers or bodies in it.
public struct TransportEvent: Hashable, Sendable {
  /// What the system is called; nil where it has no name.
  public var system: String?
  /// `GET`, `PUT` and so on.
  public var method: String
  /// Path and query as sent.
  public var path: String
  /// The answer's status; nil where there was none.
  public var status: Int?
  /// Bytes of the answer's body.
  public var bodyBytes: Int
  /// From the request's beginning to the outcome.
  public var milliseconds: Int
}

/// Sends requests to systems through libcurl, on an event loop.
///
/// Redirects are returned and not followed. Proxy settings, cookies and `.netrc` are not looked at. Nothing is sent
/// before the certificate, or the address for plain `http`, was accepted. At most four requests to one host are under
/// way at once; the time that further ones wait is not part of their timeout.
///
/// When the task that waits is cancelled, a read ends at once; a write that was not begun is not sent, and one that was
/// is finished; the closing of a session is sent in any case.
public struct Transport: Sendable {
  /// The most bytes of an answer's body: 16 MiB.
  public static let largestBody = 16 << 20

  private let loop: EventLoop
  private let userAgent: String
  private let largestBody: Int
  private let log: (@Sendable (TransportEvent) -> Void)?
  /// How near an address is; a test on one machine has to pretend.
  var classify: @Sendable (String) -> AddressClass? = { AddressClass(address: $0) }

  /// A transport on `loop`.
  ///
  /// `userAgent` is sent with every request (`reconcile/1.0`). `largestBody` is the most bytes of an answer's body.
  /// `log` is told of every exchange when it has ended.
  public init(
    loop: EventLoop, userAgent: String, largestBody: Int = Transport.largestBody,
    log: (@Sendable (TransportEvent) -> Void)? = nil
  ) {
    self.loop = loop
    self.userAgent = userAgent
    self.largestBody = largestBody
    self.log = log
  }

  /// The transport to `endpoint` for requests that change nothing.
  public func readTransport(for endpoint: Endpoint) -> any ReadTransport {
    ReadingTransport(transport: self, endpoint: endpoint)
  }

  /// The transport to `endpoint` for requests that change something.
  public func writeTransport(for endpoint: Endpoint) -> any WriteTransport {
    WritingTransport(transport: self, endpoint: endpoint)
  }

  /// The certificate that the server at `endpoint` shows; fails as `untrusted` where the endpoint's trust does not accept
  /// it. No request is sent.
  public func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate {
    var open = endpoint
    open.isTLS = true
    var order = order("GET", "/", to: open)
    order.isHandshakeOnly = true
    guard let certificate = ShownCertificate(try await exchange(order).body) else {
      throw TransportMessages.noKey(endpoint)
    }
    return certificate
  }

  /// Ends every exchange on the loop that is under way, also those that a cancellation does not end, and every pause; and
  /// from then on every further one at once: for a run whose time is over.
  public func cancelAll() { loop.perform { $0.cancelAll() } }

  /// Waits for `duration`, or until the task is cancelled, or until `cancelAll`.
  @Sendable public func pause(_ duration: Duration) async { await loop.wait(duration, endsWithExchanges: true) }

  /// Lets exchanges begin again after `cancelAll`.
  public func resume() { loop.perform { $0.transfers.resume() } }

  fileprivate func order(_ method: String, _ path: String, to endpoint: Endpoint) -> TransferOrder {
    TransferOrder(
      method: method, path: path, headers: [], body: nil, endpoint: endpoint, cancellation: .immediate,
      userAgent: userAgent, largestBody: largestBody, classify: classify)
  }

  fileprivate func exchange(_ order: TransferOrder) async throws(TransportError) -> Response {
    let ticket = Ticket()
    let log = log
    let outcome: Result<Response, TransportError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.perform { $0.transfers.begin(order, ticket, log: log) { continuation.resume(returning: $0) } }
      }
    } onCancel: {
      ticket.cancel()
      loop.perform { $0.transfers.cancel(ticket) }
    }
    return try outcome.get()
  }
}

private struct ReadingTransport: ReadTransport {
  let transport: Transport
  let endpoint: Endpoint

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    var order = transport.order(request.method, request.path, to: endpoint)
    order.headers = request.headers
    order.body = request.body
    order.cancellation = request.method == "DELETE" ? .ignored : .immediate
    return try await transport.exchange(order)
  }
}

private struct WritingTransport: WriteTransport {
  let transport: Transport
  let endpoint: Endpoint

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    var order = transport.order(request.method, request.path, to: endpoint)
    order.headers = request.headers
    order.body = request.body.isEmpty ? nil : request.body
    order.cancellation = .beforeSending
    order.answerSeconds = request.answerSeconds
    return try await transport.exchange(order)
  }
}
