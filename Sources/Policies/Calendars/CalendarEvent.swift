public import CivilTime

/// An event of a calendar, with all that recurs of it.
public struct CalendarEvent: Hashable, Sendable {
  /// What it is called; empty where it has no name.
  public var summary: String
  /// The line of the file at which it begins, counted from 1.
  public var line: Int
  /// When it is; none where every one of its times is taken away, or where it has no length.
  public var occurrences: Occurrences
  /// Two events that say to be this one; nil where there is one alone.
  public var rivals: Rivals?

  /// Two events with the same identifier, of which neither replaces the other.
  public struct Rivals: Hashable, Sendable {
    /// Where each begins.
    public var lines: ClosedRange<Int>
    /// Where the later revision begins; nil where nothing says which is later.
    public var newer: Int?

    /// Two events by their lines.
    public init(lines: ClosedRange<Int>, newer: Int?) { (self.lines, self.newer) = (lines, newer) }
  }

  /// When an event is: in order, each once.
  public enum Occurrences: Hashable, Sendable {
    /// An event that lasts whole days, whatever the zone.
    case days([ClosedRange<CivilDate>])
    /// An event that begins and ends at a time.
    case times([Range<Instant>])
  }

  /// An event from its parts.
  public init(summary: String, line: Int, occurrences: Occurrences, rivals: Rivals? = nil) {
    self.summary = summary
    self.line = line
    self.occurrences = occurrences
    self.rivals = rivals
  }
}

extension CalendarEvent {
  /// Whether it begins and ends at a time, and not with the day.
  public var hasTimes: Bool {
    switch occurrences {
    case .days: false
    case .times: true
    }
  }

  /// The days that it lasts, one range for each time that it happens; none for an event with times.
  public var days: [ClosedRange<CivilDate>] {
    if case .days(let days) = occurrences { days } else { [] }
  }

  /// The stretches of time that it lasts; none for an event of whole days.
  public var times: [Range<Instant>] {
    if case .times(let times) = occurrences { times } else { [] }
  }
}
