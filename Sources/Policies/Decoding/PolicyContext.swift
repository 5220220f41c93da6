public import CivilTime
public import Documents

/// What decoding has to know of the machine; handed in, so that decoding reads nothing itself.
public struct PolicyContext: Sendable {
  /// The kinds of system that the policy may name.
  public var kinds: SystemKinds
  /// Looks up the name of a zone as it is in the file.
  public var zone: @Sendable (String) -> ZoneLookup
  /// The machine's own zone, for the hint where the file names none; asked for only there.
  public var machineZone: @Sendable () -> String?
  /// The time of the run; nil leaves out what depends on it (the warning about dates that are past).
  public var now: Instant?
  /// The events of the calendar that the policy names by this path, its times without a zone in that of the policy.
  public var calendar: @Sendable (String, Zone) -> CalendarLookup = { _, _ in
    .unreadable(Message(code: "calendar.unreadable", "calendars cannot be read here"))
  }
  /// Whether a policy may be a sketch: without `systems`, its targets written `kids: {}` and naming nothing yet. Such a
  /// policy says what holds when, which is all that commands without a network ask of it.
  public var takesSketches: Bool

  /// The machine as decoding sees it.
  public init(
    kinds: SystemKinds, zone: @escaping @Sendable (String) -> ZoneLookup,
    machineZone: @autoclosure @escaping @Sendable () -> String?,
    now: Instant?,
    takesSketches: Bool = false
  ) {
    self.kinds = kinds
    self.zone = zone
    self.machineZone = machineZone
    self.now = now
    self.takesSketches = takesSketches
  }
}

/// What looking up the name of a zone came to.
public enum ZoneLookup: Sendable {
  case zone(Zone)
  /// There is no such zone, or a policy may not use it; the nearest that it may use.
  case unknown(suggestions: [String])
  /// The zone exists, but its file cannot be read.
  case unreadable(reason: String)
}

/// What looking up a calendar came to.
public enum CalendarLookup: Sendable {
  /// Its events, and how messages name the file.
  case events([CalendarEvent], file: String)
  /// The file holds no calendar that can be followed.
  case fault(CalendarFault, file: String)
  /// There is no such file, or the policy may not use it; what is wrong with the path.
  case unreadable(Message)
}
