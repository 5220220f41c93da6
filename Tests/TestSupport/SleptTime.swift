import Synchronization

/// How long was slept: the clock of a test in which nothing else takes time.
public final class SleptTime: Sendable {
  private let time = Mutex(Duration.zero)

  /// No time yet.
  public init() {}

  /// In whole seconds.
  public var seconds: Int64 { time.withLock { $0.components.seconds } }

  /// Counts `pause` as slept.
  public func add(_ pause: Duration) { time.withLock { $0 += pause } }
}
