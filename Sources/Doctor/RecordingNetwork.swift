import CivilTime
import HTTPTransport
import Host
import JSONTree
import Providers
import Planning
import Synchronization

extension RecordedExchange {
  /// The exchange that ended with `response` at `now`; `learn` takes what is to be kept of its body.
  init(
    path: String, _ response: Response, now: Instant,
    learn: (_ answer: JSONText) -> (errorCode: String?, version: String?)
  ) {
    self.init(path: path)
    status = response.status
    // What says what is wrong, or which version answers, is small; a list may be as long as it likes.
    if let answer = try? JSONText(checking: response.body, within: .small) {
      (errorCode, version) = learn(answer)
    } else {
      isWebPage = response.isWebPage && (try? JSONText(checking: response.body, within: .list)) == nil
    }
    clockLeadSeconds = response.header("Date").flatMap(WireDate.instant).map { $0 - now }
  }
}

/// Keeps the exchanges with one system.
final class ExchangeRecorder: Sendable {
  private let exchanges = Mutex<[RecordedExchange]>([])

  var all: [RecordedExchange] { exchanges.withLock { $0 } }
  func record(_ exchange: RecordedExchange) { exchanges.withLock { $0.append(exchange) } }
}

/// A network to read from, whose exchanges are recorded.
struct RecordingNetwork: ReadingThrough {
  let network: any ReadingNetwork
  let recorder: ExchangeRecorder
  let now: @Sendable () -> Instant
  let learn: @Sendable (_ answer: JSONText) -> (errorCode: String?, version: String?)

  func readTransport(for endpoint: Endpoint) -> any ReadTransport {
    RecordingTransport(transport: network.readTransport(for: endpoint), recorder: recorder, now: now, learn: learn)
  }
}

private struct RecordingTransport: ReadTransport {
  let transport: any ReadTransport
  let recorder: ExchangeRecorder
  let now: @Sendable () -> Instant
  let learn: @Sendable (_ answer: JSONText) -> (errorCode: String?, version: String?)

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    do throws(TransportError) {
      let response = try await transport.read(request)
      // The end of a session says nothing of how it went.
      if request.method != "DELETE" {
        recorder.record(RecordedExchange(path: request.path, response, now: now(), learn: learn))
      }
      return response
    } catch {
      if request.method != "DELETE" { recorder.record(RecordedExchange(path: request.path)) }
      throw error
    }
  }
}
