package import CivilTime
package import Host
import StateStore

/// Whether something runs the program again and again: a timer, a watch, or whatever else leaves the mark of a run.
package struct Upkeep: Hashable, Sendable {
  /// What is known of it.
  package let standing: Standing
  /// The units that are enabled; nil where systemd does not run the machine.
  package let units: EnabledUnits?
  /// When it last ran, by its mark; nil for never, and where that is not known.
  package let lastRun: Instant?
  /// Whether that is so much later than now that the clock was set back since. The next run would have moved the mark.
  package let isAhead: Bool

  /// Whether it runs.
  package enum Standing: String, Hashable, Sendable {
    /// It ran within the last minutes.
    case running
    /// It has run, but not lately.
    case late
    /// It never ran with this state.
    case never
    /// The state cannot be read.
    case unknown
  }

  /// A run as old as this is taken for one of several that go on, in seconds: a mark is up to 150 seconds old.
  static let lateSeconds: Int64 = 300

  /// By the mark of the last run, nil for none, seen at `now`.
  package init(lastRun: Instant?, units: EnabledUnits?, now: Instant) {
    self.lastRun = lastRun
    self.units = units
    // A mark of the future was made before the clock was set back; the next run moves it on.
    isAhead = lastRun.map { $0 - now > Self.lateSeconds } ?? false
    standing = lastRun.map { abs(now - $0) <= Self.lateSeconds ? .running : .late } ?? .never
  }

  /// Where the state cannot be read.
  package init(unknownBeside units: EnabledUnits?) {
    (standing, self.units, lastRun, isAhead) = (.unknown, units, nil, false)
  }

  /// With the state at `places` on this machine; `isReadable` unless the state cannot be opened.
  package init(at places: Places, isReadable: Bool, _ environment: Environment) {
    let units = EnabledUnits(environment.files)
    if isReadable {
      self.init(lastRun: LastRun.read(places.state.path), units: units, now: environment.now())
    } else {
      self.init(unknownBeside: units)
    }
  }

  /// When it last ran, nil for never, where a run last looked at the systems at `look`: while the mark is too young for a run to
  /// move it on, the look is what tells of one.
  package func lastRun(beside look: Instant?) -> Instant? {
    guard let lastRun, let look, look > lastRun, look - lastRun < LastRun.staleSeconds else { return lastRun }
    return look
  }

  /// Whether it is known that nothing runs the program.
  package var isIdle: Bool { standing == .late || standing == .never }
}
