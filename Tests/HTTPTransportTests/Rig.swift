import HTTPTransport
import Simulator
import Synchronization
import TestSupport

/// Remembers what arrives, and answers by a closure of its number (from 1) and itself.
struct Recorder: PretendSystem {
  var requests: [SimulatedRequest] = []
  let answer: @Sendable (Int, SimulatedRequest) -> SimulatedResponse

  mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    requests.append(request)
    return answer(requests.count, request)
  }
}

/// A server on a real socket and a transport to it.
struct Rig: Sendable {
  let server: LoopbackServer
  let loop = EventLoop()
  var endpoint: Endpoint

  init(
    tls: TestCertificate? = nil, trust: Endpoint.Trust = .system, answersApart: Bool = false,
    _ answer: @escaping @Sendable (Int, SimulatedRequest) -> SimulatedResponse = { _, _ in .init(status: 200) }
  ) throws {
    let certificate = tls.map { ServerCertificate(certificatePEM: $0.certificatePEM, keyPEM: $0.keyPEM) }
    server = try LoopbackServer(Recorder(answer: answer), tls: certificate, answersApart: answersApart)
    endpoint = Endpoint(
      isTLS: tls != nil, host: "127.0.0.1", port: Int(server.port), basePath: "", trust: trust,
      plaintext: .loopbackOnly, timeoutSeconds: 20)
  }

  /// The requests that arrived so far.
  var arrived: [SimulatedRequest] {
    server.inspect { ($0 as? Recorder)?.requests ?? [] }
  }

  func transport(largestBody: Int = Transport.largestBody, log: (@Sendable (TransportEvent) -> Void)? = nil)
    -> Transport
  {
    Transport(loop: loop, userAgent: "reconcile/test", largestBody: largestBody, log: log)
  }

  /// One read, or the kind of failure it ended with.
  func read(_ request: ReadRequest = .get("/"), largestBody: Int = Transport.largestBody) -> Result<
    Response, TransportError
  > {
    let transport = transport(largestBody: largestBody).readTransport(for: endpoint)
    return loop.run { await outcome { () throws(TransportError) in try await transport.read(request) } }
  }

  /// One write.
  func write(_ request: WriteRequest) -> Result<Response, TransportError> {
    let transport = transport().writeTransport(for: endpoint)
    return loop.run { await outcome { () throws(TransportError) in try await transport.write(request) } }
  }
}

/// What `body` gives or throws, as a value.
func outcome<Value: Sendable>(
  _ body: @Sendable () async throws(TransportError) -> Value
) async -> Result<Value, TransportError> {
  do throws(TransportError) { return .success(try await body()) } catch { return .failure(error) }
}

extension Result where Success == Response, Failure == TransportError {
  /// `200`, or the kind of failure: what a table of cases compares.
  var summary: String {
    switch self {
    case .success(let response): "\(response.status)"
    case .failure(let error): "\(error.kind)"
    }
  }

  /// The message of a failure; empty for an answer.
  var message: String {
    switch self {
    case .success: ""
    case .failure(let error): error.message
    }
  }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
  private let held: Mutex<Value>

  init(_ value: Value) { held = Mutex(value) }

  var value: Value { held.withLock { $0 } }
  func change(_ by: (inout Value) -> Void) { held.withLock { by(&$0) } }
}
