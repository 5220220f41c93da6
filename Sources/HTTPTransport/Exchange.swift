/// A header field of a request.
public struct HeaderField: Sendable {
  /// The field's name.
  public var name: String
  /// Its value.
  public var value: Value

  /// Plain text, or a secret.
  public enum Value: Sendable {
    case plain(String)
    case secret(Secret)
  }

  /// A field with plain text.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = .plain(value)
  }

  /// A field with a secret.
  public init(_ name: String, _ value: Secret) {
    self.name = name
    self.value = .secret(value)
  }
}

/// A request that changes nothing somebody would call a setting: a GET, or the opening and closing of a session.
public struct ReadRequest: Sendable {
  /// `GET`; `POST` and `DELETE` for a session.
  public let method: String
  /// Percent-encoded, follows the endpoint's base.
  public let path: String
  /// Sent beside the transport's own.
  public let headers: [HeaderField]
  /// JSON, or nil if there is none.
  public let body: [UInt8]?

  /// Reads `path`, which is percent-encoded, begins with a slash and follows the endpoint's base.
  public static func get(_ path: String, headers: [HeaderField] = []) -> ReadRequest {
    ReadRequest(method: "GET", path: path, headers: headers, body: nil)
  }

  /// Logs in at `path` with a JSON body.
  public static func openSession(_ path: String, headers: [HeaderField] = [], body: [UInt8]) -> ReadRequest {
    ReadRequest(method: "POST", path: path, headers: headers, body: body)
  }

  /// Logs out at `path`.
  public static func closeSession(_ path: String, headers: [HeaderField] = []) -> ReadRequest {
    ReadRequest(method: "DELETE", path: path, headers: headers, body: nil)
  }
}

/// A request that changes a setting: a JSON body is sent, or something is removed.
public struct WriteRequest: Sendable {
  /// `PUT`, `POST` or `DELETE`.
  public let method: String
  /// Percent-encoded, follows the endpoint's base.
  public let path: String
  /// Sent beside the transport's own.
  public let headers: [HeaderField]
  /// JSON; empty if there is none.
  public let body: [UInt8]
  /// For how many seconds the whole answer is waited for, where that is longer than the endpoint's time.
  public let answerSeconds: Int

  private init(method: String, path: String, headers: [HeaderField], body: [UInt8], answerSeconds: Int = 0) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    self.answerSeconds = answerSeconds
  }

  /// Replaces what is at `path`.
  public static func put(_ path: String, headers: [HeaderField] = [], body: [UInt8]) -> WriteRequest {
    WriteRequest(method: "PUT", path: path, headers: headers, body: body)
  }

  /// Posts to `path`. What takes its time may be given so many seconds to answer within, where the endpoint's time is
  /// shorter.
  public static func post(
    _ path: String, headers: [HeaderField] = [], body: [UInt8], answerWithin seconds: Int = 0
  ) -> WriteRequest {
    WriteRequest(method: "POST", path: path, headers: headers, body: body, answerSeconds: seconds)
  }

  /// Removes what is at `path`.
  public static func delete(_ path: String, headers: [HeaderField] = []) -> WriteRequest {
    WriteRequest(method: "DELETE", path: path, headers: headers, body: [])
  }
}

/// An answer, whole.
public struct Response: Sendable {
  /// The status code.
  public var status: Int
  /// In the order received.
  public var headers: [(name: String, value: String)]
  /// At most 16 MiB.
  public var body: [UInt8]

  /// An answer from its parts.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first value of the field `name`, compared without case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The transport for requests that change nothing. All that an observer is ever handed.
public protocol ReadTransport: Sendable {
  /// One exchange.
  func read(_ request: ReadRequest) async throws(TransportError) -> Response
}

/// The transport for requests that change something. Only an applier is ever handed one.
public protocol WriteTransport: Sendable {
  /// One exchange.
  func write(_ request: WriteRequest) async throws(TransportError) -> Response
}
