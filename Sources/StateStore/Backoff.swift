public import CivilTime
public import Providers

/// For how long a system is left alone because it asked for it, or refused a credential. It is kept across runs,
/// because a timer starts a new process every minute.
public struct Backoff: Hashable, Sendable {
  /// Why a system is left alone.
  public typealias Reason = BackoffReason

  /// How often in a row it was so.
  public var failures: Int
  /// When it may be asked again.
  public var until: Instant
  /// What it depends on, such as the policy and the secret: when that changes, the system is asked at once.
  public var circumstances: String
  /// Why, the last time; nil where an earlier version has kept it, which did not say.
  public var reason: Reason?
  /// What was said of the last refusal of these, and what to do about it; nil where it was only busy, and where an earlier version
  /// has kept it.
  public var refusal: Refusal?
  /// The same of a system that was busy, the last time; nil where it was not, and where an earlier version has kept it.
  public var busy: Refusal?

  /// What was said of the refusal of a credential, or of all that was asked.
  public struct Refusal: Hashable, Sendable {
    /// What was found.
    public var text: String
    /// What to do.
    public var hint: String?

    /// What was said, as far as it is kept: it may quote a system.
    public init(text: String, hint: String?) {
      self.text = text.shortened(to: 1024)
      self.hint = hint?.shortened(to: 1024)
    }
  }

  /// For how long a system is left alone.
  public init(
    failures: Int, until: Instant, circumstances: String, reason: Reason?, refusal: Refusal? = nil,
    busy: Refusal? = nil
  ) {
    self.failures = failures
    self.until = until
    self.circumstances = circumstances
    self.reason = reason
    self.refusal = refusal
    self.busy = busy
  }
}
