import CivilTime

/// A range in words: days where it is made of whole days, else both ends in full.
struct RangeText {
  let zone: Zone
  let range: Range<Instant>

  var text: String {
    let first = zone.local(range.lowerBound)
    guard isWhole else { return "\(zone.fullText(range.lowerBound)) to \(zone.fullText(range.upperBound))" }
    let lastDay = zone.local(range.upperBound + -1)
    return first.date == lastDay.date ? long(first) : "\(long(first)) to \(long(lastDay))"
  }

  private func long(_ local: LocalDateTime) -> String { "\(local.date.weekday.shortName) \(local.date)" }

  /// Whether both ends are first instants of a local day.
  private var isWhole: Bool {
    [range.lowerBound, range.upperBound].allSatisfy { zone.local($0).date > zone.local($0 + -1).date }
  }
}
