import CivilTime
import Policies

/// One target of a drawn timeline: a row a day, the hours of the wall clock across.
struct SVGPanel {
  var timeline: TargetTimeline
  var intervals: [StateInterval]
  /// The bars of each day.
  var rows: [[DayBar]]
  /// Where overrides and locks decide on each day; none of what decides nowhere.
  var overlays: [Overlay: [[DayBar]]]
  /// When something is done on each day.
  var marks: [[LocalDateTime]]

  /// What is drawn over the states.
  enum Overlay: String, CaseIterable {
    case override
    case lock

    /// What it means.
    func words(_ words: TimelineWords) -> String {
      switch self {
      case .override: words.byOverride
      case .lock: words.override(.lock)
      }
    }
  }

  init(_ timeline: TargetTimeline, _ days: [TimelineDay], _ view: TimelineView) {
    let bars = { (intervals: [StateInterval]) in
      days.map { DayBar.bars(of: DayPiece.pieces(of: intervals, on: $0), on: $0, in: view.range) }
    }
    self.timeline = timeline
    intervals = timeline.stateIntervals
    rows = bars(intervals)
    overlays = [:]
    for overlay in Overlay.allCases {
      let decides = { (decider: Verdict.Decider) in
        (view.shown.override(decider)?.kind == .lock) == (overlay == .lock)
      }
      guard timeline.overridden.contains(where: { decides($0.decidedBy) }) else { continue }
      overlays[overlay] = bars(timeline.overrideIntervals(decides)).map { $0.filter { $0.state != .leave } }
    }
    marks = TimelineDay.marks(timeline.occurrences, on: days, in: view.policy.zone)
  }

  /// How it is drawn.
  struct Setting {
    var days: [TimelineDay]
    var words: TimelineSVGWords
    var measure: SVGMeasure
    /// Where it is now; nil where that is not shown.
    var now: LocalDateTime?
  }

  /// One of its days.
  func row(_ index: Int, _ setting: Setting) -> SVGRow {
    let now = setting.now.flatMap { $0.date == setting.days[index].date ? $0 : nil }
    return SVGRow(
      day: setting.days[index], bars: rows[index], overlays: overlays.mapValues { $0[index] }, marks: marks[index],
      isToday: now != nil, now: now.map { setting.measure.x($0.secondOfDay) }, words: setting.words,
      measure: setting.measure)
  }

  /// Draws it from `top` on; returns where its last row ends.
  func draw(from top: Int, _ setting: Setting, _ writer: inout SVGWriter) -> Int {
    let measure = setting.measure
    let first = top + measure.firstRow
    let bottom = first + (setting.days.count - 1) * measure.pitch + measure.rowHeight
    let width = measure.left + measure.row - measure.margin
    // Bold letters are a little wider.
    let name = cutToFit(timeline.target.text, size: measure.name * 11 / 10, width: width)
    writer.text(name, x: measure.margin, y: top + measure.nameLine, "name ink")
    for index in setting.days.indices { row(index, setting).draw(y: first + index * measure.pitch, &writer) }
    for hour in stride(from: 0, through: 24, by: 3) {
      let x = measure.left + measure.x(hour * 3_600)
      if let hours = measure.hoursLine {
        writer.text(twoDigits(hour), x: x, y: top + hours, "hour faint", .middle)
      }
      if hour % 24 != 0 { writer.upright(x: x, from: first, to: bottom, "grid") }
    }
    if let now = setting.now, let today = setting.days.firstIndex(where: { $0.date == now.date }) {
      let y = first + today * measure.pitch
      let x = measure.left + measure.x(now.secondOfDay)
      for style in ["rim", "now"] { writer.upright(x: x, from: y - 30, to: y + measure.rowHeight + 30, style) }
    }
    return bottom
  }
}
