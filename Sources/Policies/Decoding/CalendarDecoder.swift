import CivilTime
import Documents
import Text

/// Reads a schedule that is a calendar: `{ics: calendars/school.ics, summary: ["Christmas*"], busy: true}`.
struct CalendarDecoder {
  private let context: PolicyContext
  private let zone: Zone?
  private let today: CivilDate?
  /// What was read before: many schedules may be parts of one calendar.
  private var known: [String: CalendarLookup] = [:]
  /// Those whose faults have been reported.
  private var reported: Set<String> = []
  /// How many occurrences the schedules of a policy may still have together.
  private var left = mostTimes
  /// The files of which it was said that an event may be an old revision.
  private var doubted: Set<String> = []

  /// How many occurrences the schedules of a policy may have together.
  static let mostTimes = 1_000_000
  /// The most patterns that may choose events.
  static let mostPatterns = 100
  /// The days left at which it is said that a calendar ends soon.
  private static let soon = 60

  init(_ context: PolicyContext, zone: Zone?) {
    self.context = context
    self.zone = zone
    today = context.now.flatMap { now in zone.map { $0.local(now).date } }
  }

  /// The schedule of the name `name`, whose value `entries` are; nil, with what is wrong, where it is none.
  mutating func decode(
    _ name: Name, _ entries: [Node.Entry], _ spans: (name: SourceSpan, value: SourceSpan), into findings: inout Findings
  ) -> NamedSchedule? {
    let map = MapReader(entries: entries, span: spans.value)
    map.refuseOthers(than: PolicyKey.Calendar.self, in: "a calendar", into: &findings)
    let summaries = map["summary"].flatMap { ValueReader.oneOrMore($0, "summary", into: &findings) } ?? []
    let patterns = summaries.compactMap { ValueReader.text($0, "summary", into: &findings) }
    let isBusy = map["busy"].map { ValueReader.flag($0, "busy", into: &findings) ?? false } ?? false
    guard let node = map["ics"] else {
      if !map.misspells(PolicyKey.Calendar.ics) {
        findings.add(
          .keyMissing("ics", in: "a calendar", example: "something like 'ics: calendars/school.ics'"), at: spans.value)
      }
      return nil
    }
    guard let path = ValueReader.text(node, "ics", into: &findings), patterns.count == summaries.count, let zone else {
      return nil
    }
    guard patterns.count <= Self.mostPatterns else {
      findings.add(.calendarPatterns(most: Self.mostPatterns), at: summaries[Self.mostPatterns].span)
      return nil
    }
    guard let (events, file) = events(path, zone, into: &findings) else { return nil }
    let selected = select(events, patterns, at: path.span, into: &findings)
    left -= selected.reduce(0) { $0 + max($1.days.count, $1.times.count) }
    guard left >= 0 else {
      findings.add(.calendarsTooMany, at: spans.value)
      return nil
    }
    if !isBusy, let timed = selected.first(where: \.hasTimes) {
      let place = SourcePosition(line: timed.line, column: 1)
      findings.add(
        .calendarNeedsBusy(timed.name, beside: WholeDayNames(selected)),
        at: SourceSpan(file: file, start: place, end: place),
        related: Diagnostic.Related(span: spans.value, message: "named here"))
      return nil
    }
    if let rivals = selected.lazy.compactMap(\.rivals).first, doubted.insert(file).inserted {
      let place = SourcePosition(line: rivals.lines.lowerBound, column: 1)
      findings.add(
        .calendarTwice(rivals), at: SourceSpan(file: file, start: place, end: place),
        related: Diagnostic.Related(span: spans.value, message: "named here"))
    }
    warn(of: selected, patterns, all: events, file, at: path.span, zone, into: &findings)
    return NamedSchedule(
      name: name, parts: [schedule(of: selected, isBusy: isBusy)], isSetOfDays: !isBusy, span: spans.name)
  }

  private mutating func events(
    _ path: Scalar, _ zone: Zone, into findings: inout Findings
  ) -> (events: [CalendarEvent], file: String)? {
    let lookup = known[path.text] ?? context.calendar(path.text, zone)
    known[path.text] = lookup
    if case .events(let events, let file) = lookup { return (events, file) }
    guard reported.insert(path.text).inserted else { return nil }
    switch lookup {
    case .events: break
    case .unreadable(let message):
      findings.add(.calendar(message), at: path.span)
    case .fault(let fault, let file):
      guard let lines = fault.lines else {
        findings.add(.calendar(fault.message), at: path.span)
        return nil
      }
      let start = SourcePosition(line: lines.lowerBound, column: 1)
      let span = SourceSpan(file: file, start: start, end: SourcePosition(line: lines.upperBound, column: 1))
      findings.add(
        .calendar(fault.message), at: span, related: Diagnostic.Related(span: path.span, message: "named here"))
    }
    return nil
  }

  // MARK: - Events

  /// As much of a name or a pattern is compared.
  fileprivate static let longest = 256

  /// Those that one of `patterns` fits; all if there are none. Warns of a pattern that fits nothing.
  private func select(
    _ events: [CalendarEvent], _ patterns: [Scalar], at span: SourceSpan, into findings: inout Findings
  ) -> [CalendarEvent] {
    if patterns.isEmpty { return events }
    let fits = patterns.map { NamePattern(String($0.text.prefix(Self.longest))) }
    var isFound = patterns.map { _ in false }
    let selected = events.filter { event in
      let name = FoldedName(event.name)
      let found = fits.indices.filter { fits[$0].fits(name) }
      for place in found { isFound[place] = true }
      return !found.isEmpty
    }
    for (pattern, isFound) in zip(patterns, isFound) where !isFound {
      findings.add(.calendarSummary(pattern.text), at: pattern.span)
    }
    return selected
  }

  /// Each day of an event of whole days is a window by itself, with times beside it or without.
  private func schedule(of events: [CalendarEvent], isBusy: Bool) -> Schedule {
    let days = events.flatMap(\.days)
    let wholeDays = Schedule.Clause.windows(on: .calendar(CalendarDays(days)), at: [.allDay])
    guard isBusy else { return Schedule(clauses: [wholeDays]) }
    return Schedule(clauses: [.times(CalendarTimes(events.flatMap(\.times)))] + (days.isEmpty ? [] : [wholeDays]))
  }

  // MARK: - Warnings

  private func warn(
    of selected: [CalendarEvent], _ patterns: [Scalar], all: [CalendarEvent], _ file: String, at span: SourceSpan,
    _ zone: Zone,
    into findings: inout Findings
  ) {
    if all.isEmpty { return findings.add(.calendarEmpty(file), at: span) }
    let ends = selected.flatMap { $0.days.map(\.upperBound) + $0.times.map { zone.local($0.upperBound + -1).date } }
    guard let today, let last = ends.max() else { return }
    if last < today {
      findings.add(.calendarPast(file, patterns.map(\.text), last: DateFigures.text(last)), at: span)
    } else if last.dayNumber - today.dayNumber < Self.soon {
      findings.add(.calendarEndsSoon(file, patterns.map(\.text), last: DateFigures.text(last)), at: span)
    }
  }
}

extension CalendarEvent {
  /// Its name as it is compared with patterns.
  fileprivate var name: String {
    // `SUMMARY:  Late shift`: nobody sees spaces around it.
    var name = summary.prefix(CalendarDecoder.longest).drop(while: \.isWhitespace)
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }
}

/// How the events of whole days can be told from those with times.
enum WholeDayNames {
  /// There are none.
  case noEvents
  /// By a name; one of them as an example, if it can be written as it is.
  case own(example: String?)
  /// By no name: they have those of the others, or none.
  case shared

  init(_ events: [CalendarEvent]) {
    let taken = Set(events.filter(\.hasTimes).map { FoldedName($0.name) })
    let wholeDays = events.filter { !$0.hasTimes }
    let names = wholeDays.map(\.name).filter { !$0.isEmpty && !taken.contains(FoldedName($0)) }
    if wholeDays.isEmpty {
      self = .noEvents
    } else {
      self = names.isEmpty ? .shared : .own(example: names.first(where: Self.isPlain))
    }
  }

  /// Whether `name` is short, and means itself in a policy file.
  private static func isPlain(_ name: String) -> Bool {
    name.count <= 40 && name.first?.isLetter == true
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
  }
}
