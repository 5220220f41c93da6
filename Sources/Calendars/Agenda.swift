import CivilTime
import Policies

/// The events of a file, each with its times.
struct Agenda {
  private let drafts: [EventDraft]
  private let horizon: CivilDate
  private let zones: [Zone]
  /// Those that stand in for times of a series, by its identifier.
  private let others: [String: [(place: Int, draft: EventDraft)]]
  /// What they make of it, found once.
  private var replacements: [SeriesKind: Replacements] = [:]
  private var stretches: [[Stretch]]

  private struct SeriesKind: Hashable {
    var identifier: String
    var isOfDays: Bool
  }

  init(_ drafts: [EventDraft], horizon: CivilDate, _ zones: [Zone]) {
    self.drafts = drafts
    self.horizon = horizon
    self.zones = zones
    let standIns = drafts.enumerated().filter { $0.element.replaced != nil && !$0.element.identifier.isEmpty }
    others = Dictionary(grouping: standIns.map { (place: $0.offset, draft: $0.element) }, by: \.draft.identifier)
    stretches = Array(repeating: [], count: drafts.count)
  }

  consuming func events(_ budget: inout RuleBudget) throws(CalendarFault) -> [CalendarEvent] {
    for place in drafts.indices { try expand(place, &budget) }
    var events: [CalendarEvent] = []
    for (draft, stretches) in zip(drafts, stretches) where !draft.isCancelled { events.append(draft.event(stretches)) }
    return events
  }

  private mutating func expand(_ place: Int, _ budget: inout RuleBudget) throws(CalendarFault) {
    let draft = drafts[place]
    // Of a series that is taken back single times may still be kept.
    if draft.isCancelled { return }
    let found = try Series(draft: draft, horizon: horizon).moments(zones, &budget)
    guard draft.replaced == nil, let replacements = try replacements(of: draft) else {
      stretches[place] += found.map { $0.length.stretch(from: $0.moment, zones) }
      return
    }
    for (moment, length) in found where !replacements.take(moment) {
      if let moved = replacements.move(moment, zones) {
        stretches[moved.place].append(moved.length.stretch(from: moved.moment, zones))
      } else {
        stretches[place].append(length.stretch(from: moment, zones))
      }
    }
  }
}

extension Agenda {
  /// What other events make of a series; nil where none is about it.
  private mutating func replacements(of draft: EventDraft) throws(CalendarFault) -> Replacements? {
    guard let others = others[draft.identifier] else { return nil }
    let kind = SeriesKind(identifier: draft.identifier, isOfDays: draft.start.isDay)
    if let found = replacements[kind] { return found }
    let found = try Replacements(others, of: draft.start, zones)
    replacements[kind] = found
    return found
  }
}

extension EventDraft {
  /// The event that happens at `stretches`, which are in no order. Without a length it happens at no time.
  fileprivate func event(_ stretches: [Stretch]) -> CalendarEvent {
    let inOrder = Self.inOrder(stretches)
    let occurrences: CalendarEvent.Occurrences =
      start.isDay
      ? .days(inOrder.map { CivilDate(dayNumber: Int($0.start))...CivilDate(dayNumber: Int($0.end)) })
      : .times(
        inOrder.filter { $0.start < $0.end }
          .map { Instant(secondsSinceEpoch: $0.start)..<Instant(secondsSinceEpoch: $0.end) })
    return CalendarEvent(summary: summary, line: lines.lowerBound, occurrences: occurrences, rivals: rivals)
  }

  /// In order, each once.
  private static func inOrder(_ stretches: [Stretch]) -> [Stretch] {
    guard stretches.count > 1 else { return stretches }
    let sorted = stretches.sorted()
    return [sorted[0]] + zip(sorted, sorted.dropFirst()).filter { $0 != $1 }.map(\.1)
  }
}
