import HTTPTransport
import Testing

@Suite struct RetryPolicyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    var outcome: Result<Response, TransportError>
    /// Whether the first and the second try are followed by another.
    var again: (first: Bool, second: Bool)
    var testDescription: String { what }

    static func failure(_ kind: TransportError.Kind, _ first: Bool, _ second: Bool) -> Case {
      Case(what: "\(kind)", outcome: .failure(TransportError(kind, "what was found")), again: (first, second))
    }

    static func answer(
      _ status: Int, _ body: String, _ again: Bool, headers: [(name: String, value: String)] = []
    ) -> Case {
      let fields = headers.map { " \($0.name): \($0.value)" }.joined()
      return Case(
        what: "\(status) '\(body)'\(fields)",
        outcome: .success(Response(status: status, headers: headers, body: Array(body.utf8))), again: (again, again))
    }
  }

  static let cases: [Case] = [
    .failure(.unresolved, true, true), .failure(.refused, true, true),
    .failure(.unanswered, true, true), .failure(.broken, true, true),
    .failure(.timedOut, true, false), .failure(.untrusted, false, false), .failure(.plaintextRefused, false, false),
    .failure(.tooLarge, false, false), .failure(.outOfProportion, false, false),
    .failure(.cancelled, false, false), .failure(.failed, false, false),
    .answer(429, "{}", true), .answer(502, "<html>", true), .answer(503, "", true), .answer(504, "{}", true),
    .answer(500, "", true), .answer(500, " \n<html>", true), .answer(500, "{}", false),
    .answer(500, "x", true, headers: [("content-type", "Text/HTML; charset=utf-8")]),
    .answer(501, "", false), .answer(400, "", false), .answer(401, "", false), .answer(403, "<html>", false),
    .answer(404, "", false), .answer(302, "", false), .answer(200, "{}", false), .answer(204, "", false),
    .answer(200, "<html>", false), .answer(200, "<html>", true, headers: [("Retry-After", "1")]),
    .answer(200, "{}", false, headers: [("Retry-After", "1")]),
  ]

  @Test(arguments: cases) func triesAgainWhatMayPass(_ given: Case) {
    func decision(_ attempt: Int) -> RetryPolicy.Decision {
      RetryPolicy.decision(on: given.outcome, attempt: attempt, timeLeft: .seconds(60), random: 0.5)
    }
    #expect((decision(1) != .giveUp) == given.again.first)
    #expect((decision(2) != .giveUp) == given.again.second)
    #expect(decision(3) == .giveUp, "three tries are all")
  }

  /// The limits of the waits, and that they are drawn evenly below them.
  @Test(arguments: [
    (1, 0.0, 0), (1, 0.5, 400), (1, 1.0, 800), (2, 0.0, 0), (2, 0.5, 1500), (2, 1.0, 3000),
  ])
  func waitsAtRandomUpToALimit(attempt: Int, random: Double, milliseconds: Int) {
    let refused = Result<Response, TransportError>.failure(TransportError(.refused, "nothing listens"))
    let decision = RetryPolicy.decision(on: refused, attempt: attempt, timeLeft: .seconds(60), random: random)
    #expect(decision == .tryAgain(after: .milliseconds(milliseconds)))
  }

  /// | asked | left | random | wait; nil for none |
  @Test(
    arguments: [
      ("0", 60, 0.5, 400), ("1", 60, 0.5, 1000), ("10", 60, 0.5, 10_000), ("11", 60, 0.5, nil), ("86400", 60, 0.5, nil),
      ("10", 10, 0.5, nil), ("9", 10, 0.5, 9000), ("later", 60, 0.5, 400), ("-3", 60, 0.5, 400),
      ("Sun, 06 Nov 1994 08:49:40 GMT", 60, 0.5, 3000), ("Sun, 06 Nov 1994 08:49:48 GMT", 60, 0.5, nil),
      ("Sun, 06 Nov 1994 08:49:00 GMT", 60, 0.5, 400), ("9223372036854775807", 60, 0.5, nil),
      ("-9223372036854775808", 60, 0.5, 400), ("9223372036854775808", 60, 0.5, 400),
    ] as [(String, Int, Double, Int?)])
  func keepsToRetryAfter(asked: String, left: Int, random: Double, milliseconds: Int?) {
    let busy = Response(
      status: 503, headers: [("Retry-After", asked), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")])
    let decision = RetryPolicy.decision(on: .success(busy), attempt: 1, timeLeft: .seconds(left), random: random)
    #expect(decision == (milliseconds.map { .tryAgain(after: .milliseconds($0)) } ?? .giveUp))
  }

  /// Whoever adds to it gets a number that can be added to.
  @Test(
    "no server is waited for longer than a day",
    arguments: [("86399", 86_399), ("86401", 86_400), ("9223372036854775807", 86_400), ("-9223372036854775808", 0)])
  func isBounded(asked: String, seconds: Int) {
    #expect(Response(status: 429, headers: [("Retry-After", asked)]).retryAfterSeconds == seconds)
  }

  @Test func neverWaitsBeyondTheEnd() {
    let refused = Result<Response, TransportError>.failure(TransportError(.refused, "nothing listens"))
    for (left, wanted) in [(0, false), (400, false), (401, true)] {
      let decision = RetryPolicy.decision(on: refused, attempt: 1, timeLeft: .milliseconds(left), random: 0.5)
      #expect((decision != .giveUp) == wanted, "\(left) ms left")
    }
  }
}
