/// What a time on a command line is for: it decides which `21:30` is meant, and what a day without a time is.
public enum MomentRole: Hashable, Sendable {
  /// One instant: `21:30` is today's, a day alone its beginning.
  case at
  /// Where something begins that may have begun: `21:30` is today's, a day alone its beginning.
  case start
  /// Where something begins that is yet to come: `21:30` is the next one, a day alone its beginning.
  case comingStart
  /// Where something ends that begins at `after`: `21:30` is the first after it, but not one before today; a day alone
  /// could be its beginning or its end, and says too little.
  case end(after: Instant)
  /// Where what is told of the past begins: `21:30` is the last one, a day alone its beginning, and `2h` is ago.
  case past

  var isEnd: Bool { if case .end = self { true } else { false } }
}

/// Why a text is no time on a command line.
public enum MomentTextError: Error, Hashable, Sendable {
  /// It has none of the forms; `meant` are texts that are accepted, where some are near.
  case unreadable(meant: [String])
  /// It has one of the forms, but no calendar or clock shows that.
  case impossible
  /// It is a day, and whether an end is its beginning or its own end is open: texts that are accepted, and what they mean,
  /// as far as they lie after the start.
  case wholeDay([MomentReading])
  /// The day of the week does not belong to the date, whose day this is.
  case otherWeekday(Weekday)
}

/// A text, and the instant that it means.
public struct MomentReading: Hashable, Sendable {
  /// As it is given on a command line.
  public var text: String
  /// What it means.
  public var instant: Instant
}

extension Instant {
  /// The instant that `text` means on a command line, in any case of its letters:
  ///
  /// - `now`; `+90m`, `-1 day` from now;
  /// - a time of the clock, `21:30`, `21:30:15`, `7am`, `noon`, `24:00`, alone or after a day: `fri 21:30`,
  ///   `friday 7am`, `today noon`, `tomorrow 7am`, `yesterday 21:30`, `2026-11-20 21:30`, `2026-11-20T21:30`;
  /// - such a day alone, its beginning, but not as an end; `midnight` and `tonight`, the next midnight, as an end;
  /// - RFC 3339, also with a space for the `T`; and whatever `Zone.fullText` and `Zone.longText` print;
  /// - `2h`, `2h ago` for the past.
  ///
  /// A day of the week is the next one whose time is still to come (for the past, the last whose time has come). Where
  /// clocks show a time twice that day, it is the first, where they skip it the jump. The second is taken where the first is
  /// over and it is not: of a time of the clock without a day, of one on a day of the week that is still to come, and of
  /// every end and coming start.
  public init(
    _ text: String, as role: MomentRole, in zone: Zone, now: Instant
  ) throws(MomentTextError) {
    let reader = MomentReader(role: role, zone: zone, now: now)
    let words = MomentReader.words(text)
    guard let instant = try reader.read(words) else { throw .unreadable(meant: reader.meant(words)) }
    guard Instant.writable.contains(instant) else { throw .impossible }
    self = instant
  }
}
