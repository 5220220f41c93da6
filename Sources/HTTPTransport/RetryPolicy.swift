import CivilTime

/// Decides whether a read that went wrong is tried again, and after how long. It waits for nothing itself.
///
/// | what came | tried again |
/// |---|---|
/// | name not resolved, connection refused, connection broken | yes |
/// | no answer in time | after the first try only: it has cost its whole time |
/// | 429, 502, 503, 504 | yes |
/// | 500 with an empty body or a web page | yes |
/// | 2xx with a web page | only where `Retry-After` asks for it: an application that is starting |
/// | certificate not trusted, plaintext refused, too large, cancelled, any other failure | no |
/// | any other answer | no |
///
/// The waits are random up to a limit that grows, so that several programs that were turned away together do not come
/// back together. A `Retry-After` is kept to where it is short and ends in time; otherwise there is no other try, and
/// the caller can say how long the system wants to be left alone.
public enum RetryPolicy {
  /// How many tries there are in all.
  public static let mostTries = 3
  /// The longest `Retry-After` that is waited for.
  public static let longestRetryAfter = Duration.seconds(10)
  /// The limits of the waits before the second and the third try; half of each on average.
  static let longestWaits: [Duration] = [.milliseconds(800), .seconds(3)]

  /// What is done about an outcome.
  public enum Decision: Hashable, Sendable {
    /// It stands.
    case giveUp
    /// Another try, so much later.
    case tryAgain(after: Duration)
  }

  /// What to do about `outcome`, which the try with the number `attempt` (from 1) had, while `timeLeft` is left for
  /// the whole run. `random` is a number in `0..<1`.
  public static func decision(
    on outcome: Result<Response, TransportError>, attempt: Int, timeLeft: Duration, random: Double
  ) -> Decision {
    guard attempt < mostTries, isWorthAnotherTry(outcome, attempt: attempt) else { return .giveUp }
    let asked = outcome.response?.retryAfterSeconds.map { Duration.seconds($0) } ?? .zero
    let wait = max(asked, longestWaits[attempt - 1] * random)
    return asked <= longestRetryAfter && wait < timeLeft ? .tryAgain(after: wait) : .giveUp
  }

  private static func isWorthAnotherTry(_ outcome: Result<Response, TransportError>, attempt: Int) -> Bool {
    switch outcome {
    case .success(let response): isWorthAnotherTry(response)
    case .failure(let error):
      switch error.kind {
      case .unresolved, .refused, .unanswered, .broken: true
      case .timedOut: attempt == 1
      case .untrusted, .plaintextRefused, .tooLarge, .outOfProportion, .cancelled, .failed: false
      }
    }
  }

  private static func isWorthAnotherTry(_ response: Response) -> Bool {
    switch response.status {
    case 429, 502, 503, 504: true
    case 500: response.body.isEmpty || response.isWebPage
    case 200..<300: response.isWebPage && response.retryAfterSeconds != nil
    case _: false
    }
  }
}

extension Result where Success == Response {
  fileprivate var response: Response? { try? get() }
}

extension Response {
  /// The seconds that `Retry-After` asks for, in either of its two forms (RFC 9110, 10.2.3), at least 0 and at most a
  /// day; nil where it says nothing that is understood.
  ///
  /// A date is measured from the answer's own `Date`, so that the two clocks need not agree.
  public var retryAfterSeconds: Int? {
    guard let field = header("Retry-After") else { return nil }
    func bounded(_ seconds: Int64) -> Int { Int(min(max(0, seconds), Self.longestRetryAfter)) }
    if let seconds = Int64(field) { return bounded(seconds) }
    guard let until = WireDate.instant(field), let now = header("Date").flatMap(WireDate.instant) else { return nil }
    return bounded(until - now)
  }

  /// Whoever asks for a longer wait is asked again after that, in seconds.
  private static var longestRetryAfter: Int64 { 86_400 }

  /// The seconds that a system which cannot answer now (502, 503, 504) asks to be left alone for, where these are more than
  /// a read waits for; nil for every other answer.
  public var secondsOfPeace: Int? {
    guard [502, 503, 504].contains(status), let seconds = retryAfterSeconds,
      .seconds(seconds) > RetryPolicy.longestRetryAfter
    else { return nil }
    return seconds
  }
}
