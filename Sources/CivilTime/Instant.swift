/// A point on the world's time line, to the second.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public var secondsSinceEpoch: Int64

  /// The instant so many seconds after 1970-01-01T00:00:00Z.
  public init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  /// Earlier before later.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }

  /// The instant `seconds` later.
  public static func + (instant: Instant, seconds: Int64) -> Instant {
    Instant(secondsSinceEpoch: instant.secondsSinceEpoch + seconds)
  }

  /// Seconds from `right` to `left`.
  public static func - (left: Instant, right: Instant) -> Int64 {
    left.secondsSinceEpoch - right.secondsSinceEpoch
  }
}
