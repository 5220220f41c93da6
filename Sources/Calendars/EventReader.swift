import CivilTime
import Policies

/// Reads what an event says of itself.
struct EventReader {
  private let component: Component
  private let calendar: Int
  private let isCancelled: Bool

  init(_ component: Component, in calendar: Int, isCancelled: Bool) {
    self.component = component
    self.calendar = calendar
    self.isCancelled = isCancelled
  }

  func draft(_ reader: inout MomentReader) throws(CalendarFault) -> EventDraft {
    guard let first = component.first("DTSTART") else { throw .noStart(component) }
    for name in ["DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "UID"] {
      if component.all(name).count > 1 { throw .twice(name, component) }
    }
    let start = try reader.moment(first, in: calendar)
    var draft = EventDraft(
      calendar: calendar, lines: component.lines, summary: TextValue.read(component.first("SUMMARY")?.value ?? ""),
      identifier: component.first("UID")?.value ?? "", revision: revision, isCancelled: isCancelled || isTakenBack,
      start: start, length: try length(from: start, &reader), rules: component.all("RRULE"),
      exclusions: component.all("EXRULE"),
      added: [], excluded: [])
    for property in component.all("RDATE") { draft.added += try reader.times(property, in: calendar) }
    for property in component.all("EXDATE") { draft.excluded += try reader.moments(property, in: calendar) }
    draft.replaced = try replaced(&reader)
    if let other = draft.added.first(where: { $0.start.isDay != start.isDay }) { throw .mixedTimes(other.lines) }
    return draft
  }

  private var isTakenBack: Bool { component.first("STATUS")?.value.uppercased() == "CANCELLED" }

  private var revision: Int {
    component.first("SEQUENCE").flatMap { Int($0.value.filter { $0 != " " && $0 != "\t" }) } ?? 0
  }

  private func length(from start: Moment, _ reader: inout MomentReader) throws(CalendarFault) -> EventLength {
    switch (component.first("DTEND"), component.first("DURATION")) {
    case (nil, nil): return start.isDay ? .days(1) : .exact(0)
    case (let end?, nil): return try reader.length(from: start, to: reader.moment(end, in: calendar), end)
    case (nil, let property?):
      guard let duration = WrittenDuration(property.value) else { throw .noDuration(property) }
      return try reader.length(duration, from: start, property)
    case (_?, let property?): throw .twoEnds(property)
    }
  }

  private func replaced(_ reader: inout MomentReader) throws(CalendarFault) -> EventDraft.Replaced? {
    guard let property = component.first("RECURRENCE-ID") else { return nil }
    let moment = try reader.moment(property, in: calendar)
    return EventDraft.Replaced(
      moment: moment, isFollowed: property.parameter("RANGE")?.uppercased() == "THISANDFUTURE", property: property)
  }
}
