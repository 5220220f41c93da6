import CivilTime
import Policies

/// The texts of a drawn timeline.
struct TimelineSVGWords {
  let view: TimelineView
  private var zone: Zone { view.policy.zone }

  /// The file's name; the end of it where it is long.
  var title: String {
    let name = view.policy.path.split(separator: "/").last.map(String.init) ?? view.policy.path
    return name.count > 60 ? "…" + name.suffix(59) : name
  }

  var subtitle: String { "\(zone.name) · \(RangeText(zone: zone, range: view.range).text)" }

  /// What happens on the days of unusual length.
  var clockChanges: [String] {
    zone.clockChanges(in: view.range).map { change in
      let isBack = change.after.secondsEast < change.before.secondsEast
      return change.text + (isBack ? "; between the lines the first time is drawn above, the second below" : "")
    }
  }

  /// One target in words, for who cannot see the picture: every stretch that is drawn full or hatched.
  func description(of timeline: TargetTimeline) -> String {
    let (target, intervals) = (timeline.target, timeline.stateIntervals)
    let told = intervals.filter { $0.state.look != .open }.map { stretch($0.state, $0.range) }
    let rest = intervals.first { $0.state.look == .open }.map {
      [told.isEmpty ? $0.state.rawValue : "else \($0.state)"]
    }
    let overrides = overrides(of: timeline).map(\.text)
    return "\(target.text): \((told + (rest ?? []) + overrides).joined(separator: "; "))."
  }

  /// `override 3: on from Fri 2026-11-20 21:00 until Fri 2026-11-20 22:30 (film night)`, for each that decides.
  func overrides(of timeline: TargetTimeline) -> [(interval: TimelineInterval, text: String)] {
    timeline.overridden.map { interval in
      let because = view.shown.override(interval.decidedBy)?.because.map { " (\($0))" } ?? ""
      let name = view.shown.name(of: interval.decidedBy)
      return (interval, "\(name): \(stretch(interval.state, interval.range))\(because)")
    }
  }

  /// `off from Fri 2026-11-20 21:00 until Sat 2026-11-21 07:00`; nothing is said of an end that is not shown.
  func stretch(_ state: TargetState, _ range: Range<Instant>) -> String {
    let from = range.lowerBound == view.range.lowerBound ? nil : "from " + moment(range.lowerBound)
    let until = range.upperBound == view.range.upperBound ? nil : "until " + moment(range.upperBound)
    return [state.rawValue, from, until].compactMap { $0 }.joined(separator: " ")
  }

  private func moment(_ instant: Instant) -> String {
    let date = zone.local(instant).date
    return "\(date.weekday.shortName) \(date) \(zone.plainClock(at: instant))"
  }
}
