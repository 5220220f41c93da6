import CivilTime
import Documents
import Policies
import Text

/// Timelines as strips for a terminal: a row a day, a sign for every half hour, or for longer where it is narrow.
struct TimelineText {
  private let view: TimelineView
  private let days: [TimelineDay]
  private let style: Style
  private let scale: StripScale
  private let words: TimelineWords
  /// How wide a row's indent and label are.
  private let labelWidth: Int

  init(_ view: TimelineView, style: Style) {
    self.view = view
    self.style = style
    // A date whose letters cannot be shown is written in figures.
    words = style.isASCII ? .english(.iso) : view.words
    let days = view.days
    self.days = days
    let labels = days.map { [words] in displayWidth(words.short($0.date)) }
    labelWidth = max(13, (labels.max() ?? 0) + 4)
    scale = StripScale.fitting(style.width - labelWidth)
  }

  private static let mostExactTimes = 8
  private static let mostExactDays = 7
  private static let mostOverrides = 8

  var text: String { (heading + lines).map(\.withoutTrailingSpaces).joined(separator: "\n") + "\n" }

  /// What follows the heading.
  var lines: [String] {
    let strips = view.timelines.map { Strip($0, days: days, zone: zone, scale) }
    let none = strips.isEmpty ? [""] + style.wrapped("The policy has no target that could be shown.", indent: "") : []
    let notes = legend(strips) + clockChanges
    return (none + strips.flatMap { [""] + section($0) } + (notes.isEmpty ? [] : [""] + notes))
      .map(\.withoutTrailingSpaces)
  }

  private var heading: [String] {
    let path = view.policy.path.escaped
    let rest = "\(zone.name) · \(RangeText(zone: zone, range: view.range, words: words).text)"
    let line = "\(path) · \(rest)"
    if displayWidth(line) <= style.width { return [line] }
    if displayWidth(rest) <= style.width { return [path, rest] }
    return [path, zone.name] + style.wrapped(RangeText(zone: zone, range: view.range, words: words).text, indent: "")
  }

  private var zone: Zone { view.policy.zone }
  private var signs: StripSigns { style.isASCII ? .ascii : .blocks }

  /// What is drawn, in the words of this text.
  private var said: TimelineView {
    var said = view
    said.words = words
    return said
  }

  private func section(_ strip: Strip) -> [String] {
    title(strip.target) + strip.rows.flatMap(row) + exactChanges(strip.exact) + overrides(strip.timeline)
  }

  /// The target's name and the hours; on two lines where the name is long.
  private func title(_ target: Name) -> [String] {
    let name = "  " + target.text
    let hours = style.faint(scale.hours)
    guard displayWidth(name) < labelWidth else {
      return [style.strong(name), String(repeating: " ", count: labelWidth) + hours]
    }
    return [style.strong(padded(name, to: labelWidth)) + hours]
  }

  /// A day, and what is to be said of it behind it; below it where there is no room.
  private func row(_ row: Strip.Row) -> [String] {
    let isToday = row.day.date == view.today
    let label = padded("  " + words.short(row.day.date), to: labelWidth)
    let notes = [row.day.unusualLength, isToday ? "now " + view.nowText : nil].compactMap { $0 }
    let strip = (isToday ? style.strong(label) : label) + cells(row.signs)
    let note = notes.joined(separator: ", ")
    if labelWidth + scale.count + 2 + displayWidth(note) <= style.width {
      return [strip + "  " + style.change(note)]
    }
    return [strip] + style.wrapped(note, indent: indent).map(style.change)
  }

  /// What is before the lines below a strip.
  private var indent: String { String(repeating: " ", count: scale == .halfHour ? labelWidth : 4) }

  private func cells(_ cells: [StripSign]) -> String {
    var result = ""
    var rest = cells[...]
    while let first = rest.first {
      let alike = rest.prefix { $0 == first }
      rest = rest.dropFirst(alike.count)
      result += styled(String(alike.map { $0.character(signs) }), as: first.cell)
    }
    return result
  }

  private func styled(_ text: String, as cell: StripCell) -> String {
    switch cell {
    case .blank: text
    case .throughout(let state): state.look == .closed ? style.strong(text) : style.faint(text)
    case .changing, .twofold, .mark: style.change(text)
    }
  }
}

extension TimelineText {
  /// One target's part.
  private struct Strip {
    struct Row {
      var day: TimelineDay
      var signs: [StripSign]
    }

    var timeline: TargetTimeline
    var target: Name { timeline.target }
    var rows: [Row]
    var exact: ExactChanges

    init(_ timeline: TargetTimeline, days: [TimelineDay], zone: Zone, _ scale: StripScale) {
      let intervals = timeline.stateIntervals
      let overrides = timeline.overrideIntervals
      self.timeline = timeline
      guard !intervals.isEmpty else {
        let times = timeline.occurrences.map { zone.local($0.at) }
        rows = days.map { day in
          Row(
            day: day,
            signs: StripCell.cells(of: times, on: day, scale).map { StripSign(cell: $0, isOverridden: false) })
        }
        exact = ExactChanges(timeline.occurrences, in: zone)
        return
      }
      rows = days.map { Row(day: $0, signs: StripSign.signs(of: intervals, overrides, on: $0, scale)) }
      exact = ExactChanges(intervals, in: zone, scale)
    }
  }

  private func exactChanges(_ changes: ExactChanges) -> [String] {
    let lines = changes.groups.prefix(Self.mostExactTimes).flatMap { group in
      filled(
        dates(group.dates), separator: ", ", indent: "\(indent)\(group.state.rawValue) at \(group.time) on ",
        following: indent + "  ", width: style.width)
    }
    let left = changes.groups.count - Self.mostExactTimes
    return lines.flatMap(cut)
      + (left <= 0 ? [] : cut(indent + "and at \(left) more times: --format json lists every change"))
  }

  /// The overrides that decide, to the second; few of many are enough.
  private func overrides(_ timeline: TargetTimeline) -> [String] {
    let texts = TimelineSVGWords(view: said).overrides(of: timeline).map(\.text)
    let lines = texts.prefix(Self.mostOverrides).flatMap {
      style.wrapped($0.escaped, indent: indent, following: indent + "  ")
    }
    let left = texts.count - Self.mostOverrides
    return left <= 0 ? lines : lines + cut(indent + "and \(left) more: --format json lists every override")
  }

  /// `line` between words, where it is too wide.
  private func cut(_ line: String) -> [String] {
    let indent = String(line.prefix { $0 == " " })
    return style.wrapped(String(line.dropFirst(indent.count)), indent: indent, following: indent + "  ")
  }

  private func dates(_ dates: [CivilDate]) -> [String] {
    if dates.count > 1, dates.count == days.count { return ["every day shown"] }
    let labels = DateRuns.labels(dates, words)
    let left = labels.count - Self.mostExactDays
    return labels.prefix(Self.mostExactDays) + (left > 0 ? ["and more"] : [])
  }

  /// What the signs mean that occur.
  private func legend(_ strips: [Strip]) -> [String] {
    let shown = Set(strips.flatMap(\.rows).flatMap(\.signs))
    let cells = Set(shown.map(\.cell))
    let states = StripSign.states(of: shown.filter { !$0.isOverridden })
    let overridden = StripSign.states(of: shown.filter(\.isOverridden))
    let overridesOf = [signs.closedByOverride: FillStyle.closed, signs.openByOverride: .open]
    let words: [(Character, String)] = [
      (signs.closed, TargetState.words(.closed, among: states, of: view.policy.kinds)),
      (signs.open, TargetState.words(.open, among: states, of: view.policy.kinds)),
      (signs.leave, TargetState.words(.leave, among: states, of: view.policy.kinds)),
      (signs.closedByOverride, TargetState.words(.closed, among: overridden, of: view.policy.kinds)),
      (signs.openByOverride, TargetState.words(.open, among: overridden, of: view.policy.kinds)),
      ("+", cells.contains(.changing) ? "changes within the \(scale.words) (time below the strip)" : ""),
      ("|", cells.contains(.mark) ? "runs (time below the strip)" : ""),
      ("*", cells.contains(.twofold) ? "differs between the two times (time below the strip)" : ""),
    ]
    let entries = words.filter { !$0.1.isEmpty }.map { sign, words in
      "\(sign) \(words)" + (overridesOf[sign].map { " by \(deciders(of: $0, in: strips))" } ?? "")
    }
    return filled(entries, separator: "   ", indent: "  ", following: "  ", width: style.width).flatMap(cut)
  }

  /// What decides where overrides do, of states that look like `look`: a lock is one that nothing ends early.
  private func deciders(of look: FillStyle, in strips: [Strip]) -> String {
    let found = strips.flatMap(\.timeline.overridden).filter { $0.state.look == look }
    let isLock = found.map { view.shown.override($0.decidedBy)?.kind == .lock }
    if !isLock.contains(true) { return "an override" }
    return isLock.contains(false) ? "an override or a lock" : "a lock"
  }

  /// What happens on the days of unusual length.
  private var clockChanges: [String] {
    zone.clockChanges(in: view.range).flatMap { change in
      let note =
        change.after.secondsEast > change.before.secondsEast ? "the gap is blank" : "the repeat is shown once"
      return style.wrapped("\(change.text(in: words)) (\(note))", indent: "  ")
    }
  }
}

/// `07`.
func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
