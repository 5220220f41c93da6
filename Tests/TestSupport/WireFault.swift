import HTTPTransport
public import Providers
import Planning
import Simulator

/// What can go wrong with one exchange, on the way or at the other end.
public enum WireFault: String, CaseIterable, Sendable {
  /// The name was not resolved. Nothing is done.
  case unresolved
  /// Nothing listens. Nothing is done.
  case refused
  /// The certificate was not accepted. Nothing is done.
  case untrusted
  /// The connection breaks on the way there. Nothing is done.
  case brokenOnTheWay
  /// The system does what is asked, and the connection breaks before it has answered.
  case answerLost
  /// The system does what is asked, and the answer does not come in time.
  case answerLate
  /// The request waits in a queue for longer than anybody does. Nothing is done.
  case neverServed
  /// The system does what is asked, and the run is ended meanwhile.
  case cancelled
  /// The system does what is asked, and answers with more than is read.
  case tooLarge
  /// A web page with status 200, as from a system that is starting. Nothing is done.
  case webPage
  /// The system does what is asked, and answers with text that is no JSON.
  case notJSON
  /// The system does what is asked, and the answer's length field agrees with half the answer.
  case truncated
  /// The system does what is asked, and the answer is nested a thousand deep.
  case tooDeep
  /// The system does what is asked, and the answer is empty.
  case emptyAnswer
  /// 500 without a body. Nothing is done.
  case internalError
  /// 500 without a body, although the system has done what is asked.
  case internalErrorAfterwards
  /// 502 with a web page. Nothing is done.
  case badGateway
  /// 503 with a web page. Nothing is done.
  case unavailable
  /// 429 that asks for 30 seconds. Nothing is done.
  case busy

  /// Whether the system has done what was asked all the same.
  public var takesEffect: Bool {
    switch self {
    case .answerLost, .answerLate, .cancelled, .tooLarge, .notJSON, .truncated, .tooDeep, .emptyAnswer,
      .internalErrorAfterwards:
      true
    case .unresolved, .refused, .untrusted, .brokenOnTheWay, .neverServed, .webPage, .internalError, .badGateway,
      .unavailable, .busy:
      false
    }
  }

  /// What an observer may call it: any of these, and nothing else.
  public var names: [ProviderError.Kind] {
    switch self {
    case .unresolved, .refused, .untrusted, .brokenOnTheWay, .answerLost: [.unreachable]
    case .answerLate, .neverServed: [.timedOut]
    case .cancelled: [.cancelled]
    case .tooLarge, .notJSON, .truncated, .tooDeep, .emptyAnswer: [.unexpectedReply]
    case .webPage, .badGateway, .unavailable, .internalError, .internalErrorAfterwards: [.notReady, .unexpectedReply]
    case .busy: [.busy(retryAfterSeconds: 30)]
    }
  }

  /// What arrives instead of `answer`, which is the system's own, or an empty 200 where it was not asked.
  func spoil(_ answer: SimulatedResponse) throws(TransportError) -> SimulatedResponse {
    switch self {
    case .unresolved: throw TransportError(.unresolved, "the name 'pretend.example' was not resolved")
    case .refused: throw TransportError(.refused, "connection refused")
    case .untrusted: throw TransportError(.untrusted, "the certificate is self-signed", flaw: .selfSigned)
    case .brokenOnTheWay, .answerLost: throw TransportError(.broken, "the connection was closed")
    case .answerLate, .neverServed: throw TransportError(.timedOut, "no answer within 10 s")
    case .cancelled: throw TransportError(.cancelled, "the run was ended")
    case .tooLarge: throw TransportError(.tooLarge, "the answer is over 16 MiB")
    case .webPage: return webPage(status: 200)
    case .notJSON: return json("It works!", status: answer.status)
    case .truncated:
      return json(String(decoding: answer.body.prefix(answer.body.count / 2), as: UTF8.self), status: answer.status)
    case .tooDeep:
      return json(String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000), status: answer.status)
    case .emptyAnswer: return SimulatedResponse(status: 200)
    case .internalError, .internalErrorAfterwards: return SimulatedResponse(status: 500)
    case .badGateway: return webPage(status: 502)
    case .unavailable: return webPage(status: 503)
    case .busy: return SimulatedResponse(status: 429, headers: [("Retry-After", "30")])
    }
  }

  private func webPage(status: Int) -> SimulatedResponse {
    SimulatedResponse(
      status: status, headers: [("Content-Type", "text/html")],
      body: Array("<!doctype html><html><title>Please wait</title></html>".utf8))
  }

  private func json(_ text: String, status: Int) -> SimulatedResponse {
    SimulatedResponse(status: status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }
}
