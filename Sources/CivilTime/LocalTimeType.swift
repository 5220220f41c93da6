/// How a zone's clocks run between two changes.
public struct LocalTimeType: Hashable, Sendable {
  /// Seconds that local time is ahead of UTC; negative west of Greenwich.
  public var secondsEast: Int
  /// Whether the zone calls this its daylight saving time. It may be behind standard time (Dublin in winter).
  public var isDaylight: Bool
  /// What people call it, such as `CEST`; `+01` where they have no word.
  public var abbreviation: String

  /// A type from its parts.
  public init(secondsEast: Int, isDaylight: Bool, abbreviation: String) {
    self.secondsEast = secondsEast
    self.isDaylight = isDaylight
    self.abbreviation = abbreviation
  }

  /// What an offset may be: less than 26 hours either way.
  static let offsets = -93_599...93_599
}
