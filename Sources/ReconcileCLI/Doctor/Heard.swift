import CivilTime
import HTTPTransport
import JSONTree
import Providers
import Reconciliation
import Synchronization

/// What the doctor keeps of one exchange: nothing of its headers, and of its body only what tells failures apart.
struct Heard: Hashable, Sendable {
  /// `GET` and so on.
  var method: String
  /// Without its query.
  var path: String
  /// The answer's status; nil where there was none.
  var status: Int?
  /// Whether a web page came.
  var isWebPage = false
  /// The system's own code of what is wrong, such as `api_seats_exceeded`; only ever compared.
  var errorCode: String?
  /// The version that a console gives.
  var version: String?
  /// How far the system's clock is ahead of this machine's; nil where the answer has no date.
  var clockLeadSeconds: Int64?

  init(method: String, path: String) {
    self.method = method
    self.path = String(path.prefix { $0 != "?" })
  }

  /// The exchange that ended with `response` at `now`.
  init(method: String, path: String, _ response: Response, now: Instant) {
    self.init(method: method, path: path)
    status = response.status
    let body = try? JSON(parsing: response.body)
    isWebPage = body == nil && response.isWebPage
    errorCode = body?["error"]?["key"]?.string ?? body?["code"]?.string
    version = body?["applicationVersion"]?.string
    clockLeadSeconds = response.header("Date").flatMap(WireDate.instant).map { $0 - now }
  }
}

extension Response {
  fileprivate var isWebPage: Bool {
    if header("Content-Type")?.lowercased().hasPrefix("text/html") == true { return true }
    return body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
  }
}

/// Keeps what is heard of one system.
final class Ear: Sendable {
  private let heard = Mutex<[Heard]>([])

  var all: [Heard] { heard.withLock { $0 } }
  func hear(_ exchange: Heard) { heard.withLock { $0.append(exchange) } }
}

/// A network to read from, whose exchanges are listened to.
struct ListeningNetwork: ReadingNetwork {
  let network: any ReadingNetwork
  let ear: Ear
  let now: @Sendable () -> Instant

  func readDoor(for endpoint: Endpoint) -> any ReadDoor {
    ListeningDoor(door: network.readDoor(for: endpoint), ear: ear, now: now)
  }

  func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate {
    try await network.certificate(of: endpoint)
  }

  var sleep: Sleep { network.sleep }
  var uptime: Duration { network.uptime }
  var executor: (any TaskExecutor)? { network.executor }
  func abandon() { network.abandon() }
}

private struct ListeningDoor: ReadDoor {
  let door: any ReadDoor
  let ear: Ear
  let now: @Sendable () -> Instant

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    do throws(TransportError) {
      let response = try await door.read(request)
      // The end of a session says nothing of how it went.
      if request.method != "DELETE" {
        ear.hear(Heard(method: request.method, path: request.path, response, now: now()))
      }
      return response
    } catch {
      if request.method != "DELETE" { ear.hear(Heard(method: request.method, path: request.path)) }
      throw error
    }
  }
}
