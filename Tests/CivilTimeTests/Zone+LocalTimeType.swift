@testable import CivilTime

extension Zone {
  /// How the zone's clocks run at `instant`.
  func localTimeType(at instant: Instant) -> LocalTimeType {
    types[typeIndices[segment(at: folded(instant.secondsSinceEpoch).seconds)]]
  }
}
