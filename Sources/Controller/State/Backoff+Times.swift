import CivilTime
import Documents
import Providers
import StateStore

extension Backoff {
  /// How long the first, second … back-off lasts, in minutes; the last one from then on.
  private static let minutes: [Int64] = [1, 2, 5, 10, 15]
  /// In seconds: longer than any program runs.
  private static let endless: Int64 = 100 * 365 * 86_400
  /// The longest that a system's own wish is obeyed, in seconds.
  private static let mostSeconds = Int64(ProviderError.longestWish)

  /// The back-off that follows `error` at `now`; nil where the system need not be left alone.
  init?(after error: ProviderError, previous: Backoff?, circumstances: String, now: Instant) {
    guard let reason = Reason(error) else { return nil }
    let wish = if case .busy(let seconds) = error.kind { Int64(seconds ?? 0) } else { Int64(0) }
    let earlier = previous?.circumstances == circumstances ? previous?.failures ?? 0 : 0
    // Who was refused, and finds the system busy, has still to do what was advised then.
    let former = previous?.circumstances == circumstances ? previous?.refusal : nil
    let said = Refusal(text: error.message.text, hint: error.message.hint)
    let own = reason == .final ? Self.endless : Self.minutes[min(earlier, Self.minutes.count - 1)] * 60
    self.init(
      failures: earlier + 1, until: now + max(own, min(wish, Self.mostSeconds)), circumstances: circumstances,
      reason: reason, refusal: reason == .busy ? former : said, busy: reason == .busy ? said : nil)
  }

  /// When the credential was refused that is not to be sent again; nil where that ends by itself.
  var refusedAt: Instant? { reason == .final ? until + -Self.endless : nil }

  /// Whether the system is to be left alone at `now`. A clock that was set back does not make it longer.
  func holds(at now: Instant, circumstances: String) -> Bool {
    guard self.circumstances == circumstances else { return false }
    return reason == .final || now < until && until - now <= Self.mostSeconds
  }
}
