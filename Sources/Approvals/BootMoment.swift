/// A moment by the clock that begins when the machine is started. Nobody can set it, and of two starts it says nothing:
/// how much time lay between them, only the wall clock could tell.
package struct BootMoment: Hashable, Sendable {
  /// Which start of the machine this is, in the kernel's words.
  package var boot: String
  /// Seconds since then, those included in which the machine slept.
  package var seconds: Int64

  package init(boot: String, seconds: Int64) {
    (self.boot, self.seconds) = (boot, seconds)
  }

  /// So many seconds later, within the same start.
  package static func + (moment: BootMoment, seconds: Int64) -> BootMoment {
    let (sum, isTooMuch) = moment.seconds.addingReportingOverflow(seconds)
    return BootMoment(boot: moment.boot, seconds: isTooMuch ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Whether this, as a deadline, is over at `now`: from that very second on, after another start, and where the
  /// machine does not tell what its clock says.
  package func isOver(at now: BootMoment?) -> Bool {
    guard let now, now.boot == boot else { return true }
    return now.seconds >= seconds
  }
}
