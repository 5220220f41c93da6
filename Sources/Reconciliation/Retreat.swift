public import CivilTime
public import Providers

/// For how long a system is left alone because it asked for it, or refused a credential. It is kept across runs,
/// because a timer starts a new process every minute.
public struct Retreat: Hashable, Sendable {
  /// Why a system is left alone.
  public typealias Reason = RetreatReason

  /// How often in a row it was so.
  public var failures: Int
  /// When it may be asked again.
  public var until: Instant
  /// What it depends on, such as the policy and the secret: when that changes, the system is asked at once.
  public var circumstances: String
  /// Why, the last time; nil where an earlier version has kept it, which did not say.
  public var reason: Reason?

  /// For how long a system is left alone.
  public init(failures: Int, until: Instant, circumstances: String, reason: Reason?) {
    self.failures = failures
    self.until = until
    self.circumstances = circumstances
    self.reason = reason
  }

  /// How long the first, second … retreat lasts, in minutes; the last one from then on.
  private static let minutes: [Int64] = [1, 2, 5, 10, 15]
  /// The longest that a system's own wish is obeyed, in seconds.
  private static let mostSeconds: Int64 = 3600

  /// The retreat that follows `error` at `now`; nil where the system need not be left alone.
  public init?(after error: ProviderError, previous: Retreat?, circumstances: String, now: Instant) {
    guard let reason = Reason(error) else { return nil }
    let wish = if case .busy(let seconds) = error.kind { Int64(seconds ?? 0) } else { Int64(0) }
    let earlier = previous?.circumstances == circumstances ? previous?.failures ?? 0 : 0
    let own = Self.minutes[min(earlier, Self.minutes.count - 1)] * 60
    self.init(
      failures: earlier + 1, until: now + max(own, min(wish, Self.mostSeconds)), circumstances: circumstances,
      reason: reason)
  }

  /// Whether the system is to be left alone at `now`. A clock that was set back does not make it longer.
  public func holds(at now: Instant, circumstances: String) -> Bool {
    self.circumstances == circumstances && now < until && until - now <= Self.mostSeconds
  }
}
