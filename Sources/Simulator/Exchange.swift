/// A request as it arrived.
public struct SimulatedRequest: Sendable {
  /// `GET`, `PUT` and so on.
  public var method: String
  /// Path and query as sent, percent-encoded.
  public var target: String
  /// In the order received.
  public var headers: [(name: String, value: String)]
  /// Empty where there was none.
  public var body: [UInt8]
  /// How often the system has put it off; 0 when it arrives.
  public var step = 0

  /// A request from its parts.
  public init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The first value of the field `name`, compared without case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// What is sent back.
public struct SimulatedResponse: Sendable {
  /// The status code.
  public var status: Int
  /// In the order sent.
  public var headers: [(name: String, value: String)]
  /// May be empty.
  public var body: [UInt8]
  /// What goes wrong on the way.
  public var delivery: Delivery
  /// With `unfinished`: a client that hangs up meanwhile ends it, and the request does not come again.
  public var isCancellable = false

  /// What goes wrong on the way.
  public enum Delivery: Hashable, Sendable {
    /// Nothing.
    case whole
    /// The connection is closed without an answer; the effect stays.
    case lost
    /// Only so many bytes of the body arrive, then the connection is closed.
    case truncated(afterBytes: Int)
    /// The answer waits so long first.
    case delayed(milliseconds: Int)
    /// Behind the whole answer these bytes arrive on the same connection, as if somebody answered twice.
    case followed(by: [UInt8])
    /// No answer yet: the same request comes again so much later, one `step` on, and others come meanwhile.
    case unfinished(milliseconds: Int)
  }

  /// An answer from its parts.
  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], delivery: Delivery = .whole
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
  }
}

/// A pretend system: a value that changes by being asked.
public protocol PretendSystem: Sendable {
  /// Answers `request`, which arrives at `now`, in seconds since 1970 (fractions count: Pi-hole's timers do).
  mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse
}
