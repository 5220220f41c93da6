public import CivilTime

/// What a zone is that the file names for a system's own clock.
public enum OwnClock: Sendable {
  case zone(Zone)
  /// There is none of that name; the nearest that there are.
  case unknown(suggestions: [String])
}

extension System {
  /// The zone in which its own clock runs, by which it can keep hours; nil where the file does not say it.
  public var clockZone: String? {
    for selector in kind.selectors { if case .devices(_, let clock) = selector.form { return text(clock) } }
    return nil
  }

  /// Whether its own clock shows what clocks in `zone` do, so that it can keep hours that are meant there: the file says the
  /// same zone, or another name of it.
  public func sharesClock(of zone: Zone) -> Bool {
    if clockZone == zone.name { return true }
    if case .zone(let own)? = clock { return own.hasRules(of: zone) }
    return false
  }

  /// The same, which knows what `look` makes of the zone of its clock. A name that is the same as that of `zone` is not looked
  /// up: nearly always it is.
  func lookingUpItsClock(besides zone: Zone, _ look: (String) -> ZoneLookup) -> System {
    guard let name = clockZone, name != zone.name else { return self }
    var system = self
    switch look(name) {
    case .zone(let own): system.clock = .zone(own)
    case .unknown(let suggestions): system.clock = .unknown(suggestions: suggestions)
    case .unreadable: break
    }
    return system
  }
}
