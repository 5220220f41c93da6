import CivilTime
import Policies
import Text

/// The texts of a drawn timeline.
struct TimelineSVGWords {
  let view: TimelineView
  private var zone: Zone { view.policy.zone }

  /// The file's name; the end of it where it is long.
  var title: String {
    let name = view.policy.path.lastName
    return name.count > 60 ? "…" + name.suffix(59) : name
  }

  var subtitle: String { "\(zone.name) · \(RangeText(zone: zone, range: view.range, words: view.words).text)" }

  /// What happens on the days of unusual length.
  var clockChanges: [String] {
    zone.clockChanges(in: view.range).map { change in
      let isBack = change.after.secondsEast < change.before.secondsEast
      return change.text(in: view.words) + (isBack ? "; \(view.words.twice)" : "")
    }
  }

  /// What the signs of a drawing mean, those that occur.
  func legend(of panels: [SVGPanel], _ days: [TimelineDay], hasNow: Bool) -> [SVGLegend.Entry] {
    let states = Set(panels.flatMap(\.intervals).map(\.state))
    let looks = [FillStyle.closed, .open, .leave].map { look in
      SVGLegend.Entry(style: look.rawValue, text: legend(look, among: states))
    }
    let overlays = SVGPanel.Overlay.allCases.map { overlay in
      (overlay.rawValue, panels.contains { $0.overlays[overlay] != nil } ? overlay.words(view.words) : "")
    }
    let signs =
      [("mark", panels.contains { $0.marks.contains { !$0.isEmpty } } ? view.words.runs : "")] + overlays + [
        ("skipped", days.contains { !$0.skipped.isEmpty } ? view.words.skippedByClocks : ""),
        ("empty", days.contains { !$0.isWholeShown } ? view.words.outside : ""),
        ("now", hasNow && view.today != nil ? "\(view.words.now), \(view.nowText)" : ""),
      ]
    return (looks + signs.map(SVGLegend.Entry.init)).filter { !$0.text.isEmpty }
  }

  /// All targets in words, for whoever cannot see the picture.
  func description(of panels: [SVGPanel]) -> String {
    panels.map { description(of: $0.timeline) }.joined(separator: " ")
  }

  /// One target in words, for whoever cannot see the picture: every stretch that is drawn full or hatched.
  func description(of timeline: TargetTimeline) -> String {
    let (target, intervals) = (timeline.target, timeline.stateIntervals)
    if intervals.isEmpty {
      let times = timeline.occurrences.map { "\(view.words.runs) \(moment($0.at))" }
      return "\(target.text): \(times.isEmpty ? view.words.doesNotRun : times.joined(separator: "; "))."
    }
    let told = intervals.filter { $0.state.look != .open }.map { stretch($0.state, $0.range) }
    let rest = intervals.first { $0.state.look == .open }.map {
      let state = view.words.state($0.state.rawValue)
      return [told.isEmpty ? state : "\(view.words.otherwise) \(state)"]
    }
    let overrides = overrides(of: timeline).map(\.text)
    return "\(target.text): \((told + (rest ?? []) + overrides).joined(separator: "; "))."
  }

  /// `override 3: on from Fri 2026-11-20 21:00 until Fri 2026-11-20 22:30 (film night)`, for each that decides.
  func overrides(of timeline: TargetTimeline) -> [(interval: TimelineInterval, text: String)] {
    timeline.overridden.map { interval in
      let override = view.shown.override(interval.decidedBy)
      let because = override?.because.map { " (\($0))" } ?? ""
      let name = override.map { "\(view.words.override($0.kind)) \($0.id)" } ?? view.shown.name(of: interval.decidedBy)
      return (interval, "\(name): \(stretch(interval.state, interval.range))\(because)")
    }
  }

  /// `off from Fri 2026-11-20 21:00 until Sat 2026-11-21 07:00`; nothing is said of an end that is not shown.
  func stretch(_ state: TargetState, _ range: Range<Instant>) -> String {
    let from = range.lowerBound == view.range.lowerBound ? nil : "\(view.words.from) \(moment(range.lowerBound))"
    let until = range.upperBound == view.range.upperBound ? nil : "\(view.words.until) \(moment(range.upperBound))"
    return [view.words.state(state.rawValue), from, until].compactMap { $0 }.joined(separator: " ")
  }

  /// `Made Fri 2026-11-20 21:00`
  var made: String { view.words.made("\(view.words.long(zone.local(view.now).date)) \(view.nowText)") }

  /// `Fri 2026-11-20 21:00`
  func moment(_ instant: Instant) -> String {
    "\(view.words.long(zone.local(instant).date)) \(zone.plainClock(at: instant))"
  }

  /// The states among `states` that look alike.
  func legend(_ look: FillStyle, among states: Set<TargetState>) -> String {
    if look == .leave { return states.contains(.leave) ? view.words.leftAlone : "" }
    let alike = view.policy.kinds.states.filter { $0.look == look && states.contains($0) }
    return alike.map { view.words.state($0.rawValue) }.joined(separator: ", ")
  }
}
