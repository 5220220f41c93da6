import CivilTime
import Policies

/// Timelines as a picture: a panel a target, a row a day, the hours of the wall clock across.
struct TimelineSVG {
  private let view: TimelineView
  private let words: TimelineSVGWords
  private let days: [TimelineDay]
  private let panels: [Panel]

  /// One target.
  private struct Panel {
    var timeline: TargetTimeline
    var intervals: [StateInterval]
    /// The bars of each day.
    var rows: [[DayBar]]
    /// Where overrides decide on each day.
    var overridden: [[DayBar]]
    /// When something is done on each day.
    var marks: [[LocalDateTime]]
  }

  init(_ view: TimelineView) {
    let days = view.days
    self.view = view
    self.days = days
    words = TimelineSVGWords(view: view)
    panels = view.timelines.map { timeline in
      let intervals = timeline.stateIntervals
      let bars = { (intervals: [StateInterval]) in
        days.map { DayBar.bars(of: DayPiece.pieces(of: intervals, on: $0), on: $0, in: view.range) }
      }
      let overridden = timeline.overridden.isEmpty ? days.map { _ in [] } : bars(timeline.overrideIntervals)
      return Panel(
        timeline: timeline, intervals: intervals, rows: bars(intervals),
        overridden: overridden.map { $0.filter { $0.state != .leave } },
        marks: TimelineDay.marks(timeline.occurrences, on: days, in: view.policy.zone))
    }
  }

  var text: String {
    var writer = SVGWriter()
    writer.text(words.title, x: SVGMeasure.margin, y: 340, "title ink")
    writer.text(words.subtitle, x: SVGMeasure.margin, y: 540, "faint")
    var y = 680
    for panel in panels { y = draw(panel, from: y, &writer) }
    let room = SVGMeasure.width - 2 * SVGMeasure.margin
    y = SVGLegend(entries: legend, notes: words.clockChanges).draw(&writer, x: SVGMeasure.margin, y: y, width: room)
    return (opening(height: y + 60) + writer.lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func opening(height: Int) -> [String] {
    let size = (pixels(SVGMeasure.width), pixels(height))
    let description = panels.map { words.description(of: $0.timeline) }.joined(separator: " ")
    var page = SVGWriter()
    page.rectangle(.init(x: 5, y: 5, width: SVGMeasure.width - 10, height: height - 10), "page", corner: 80)
    return [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.0)\" height=\"\(size.1)\" "
        + "viewBox=\"0 0 \(size.0) \(size.1)\" class=\"reconcile-timeline\" role=\"img\" "
        + "aria-labelledby=\"reconcile-title reconcile-desc\">",
      "<title id=\"reconcile-title\">\(words.title.escapedForXML), \(words.subtitle.escapedForXML)</title>",
      "<desc id=\"reconcile-desc\">\(description.escapedForXML)</desc>",
    ] + SVGStyle.definitions(rowWidth: SVGMeasure.row, rowHeight: SVGMeasure.rowHeight) + page.lines
  }

  /// Draws one target from `top` on; returns where the next begins.
  private func draw(_ panel: Panel, from top: Int, _ writer: inout SVGWriter) -> Int {
    let hours = top + 380
    let first = hours + 60
    let bottom = first + (days.count - 1) * SVGMeasure.pitch + SVGMeasure.rowHeight
    writer.text(panel.timeline.target.text, x: SVGMeasure.margin, y: top + 160, "name ink")
    for (index, day) in days.enumerated() {
      let row = SVGRow(
        day: day, bars: panel.rows[index], overridden: panel.overridden[index], marks: panel.marks[index],
        isToday: day.date == view.today, words: words)
      row.draw(y: first + index * SVGMeasure.pitch, &writer)
    }
    for hour in stride(from: 0, through: 24, by: 3) {
      let x = SVGMeasure.left + SVGMeasure.x(hour * 3_600)
      writer.text(twoDigits(hour), x: x, y: hours, "hour faint", .middle)
      if hour % 24 != 0 { writer.upright(x: x, from: first, to: bottom, "grid") }
    }
    if let today = days.firstIndex(where: { $0.date == view.today }) {
      drawNow(y: first + today * SVGMeasure.pitch, &writer)
    }
    return bottom + 160
  }

  private func drawNow(y: Int, _ writer: inout SVGWriter) {
    let x = SVGMeasure.left + SVGMeasure.x(view.policy.zone.local(view.now).secondOfDay)
    for style in ["rim", "now"] { writer.upright(x: x, from: y - 30, to: y + SVGMeasure.rowHeight + 30, style) }
  }

  /// What the drawing's signs mean, those that occur.
  private var legend: [SVGLegend.Entry] {
    let states = Set(panels.flatMap(\.intervals).map(\.state))
    let looks = [FillStyle.closed, .open, .leave].map { look in
      SVGLegend.Entry(style: look.rawValue, text: words.legend(look, among: states))
    }
    let signs = [
      ("mark", panels.contains { $0.marks.contains { !$0.isEmpty } } ? view.words.runs : ""),
      ("override", panels.contains { $0.overridden.contains { !$0.isEmpty } } ? view.words.byOverride : ""),
      ("skipped", days.contains { !$0.skipped.isEmpty } ? view.words.skippedByClocks : ""),
      ("empty", days.contains { !$0.isWholeShown } ? view.words.outside : ""),
      ("now", view.today == nil ? "" : "\(view.words.now), \(view.nowText)"),
    ]
    return (looks + signs.map(SVGLegend.Entry.init)).filter { !$0.text.isEmpty }
  }
}

/// The texts of a drawn timeline.
struct TimelineSVGWords {
  let view: TimelineView
  private var zone: Zone { view.policy.zone }

  /// The file's name; the end of it where it is long.
  var title: String {
    let name = view.policy.path.split(separator: "/").last.map(String.init) ?? view.policy.path
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

  /// One target in words, for who cannot see the picture: every stretch that is drawn full or hatched.
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

  private func moment(_ instant: Instant) -> String {
    "\(view.words.long(zone.local(instant).date)) \(zone.plainClock(at: instant))"
  }

  /// The states among `states` that look alike.
  func legend(_ look: FillStyle, among states: Set<TargetState>) -> String {
    if look == .leave { return states.contains(.leave) ? view.words.leftAlone : "" }
    let alike = view.policy.kinds.states.filter { $0.look == look && states.contains($0) }
    return alike.map { view.words.state($0.rawValue) }.joined(separator: ", ")
  }
}

/// Where things stand in a drawn timeline, in tenths of a pixel.
enum SVGMeasure {
  static let width = 8_600
  static let margin = 160
  /// Where the rows begin.
  static let left = 840
  /// How long a day is: two minutes a pixel.
  static let row = 7_200
  static let rowHeight = 240
  /// From row to row.
  static let pitch = 280

  /// Where on a row a time of the wall clock stands.
  static func x(_ secondOfDay: Int) -> Int { secondOfDay / 12 }
}
