package import CivilTime
package import Planning

/// What a run of a program that stays has to tell that the runs before it have not told.
package struct RunNews {
  /// What the run came to.
  package var report: Report
  /// What is wrong since this run.
  package var began: [Trouble]
  /// What was wrong before it, and is no more.
  package var ended: [Trouble]
  /// When something was last told; nil for never, so that this is the beginning.
  package var toldBefore: Instant?
  /// Whether its times are those of another zone than what was told before.
  package var isInOtherZone = false

  package init(_ report: Report, began: [Trouble], ended: [Trouble], toldBefore: Instant? = nil) {
    (self.report, self.began, self.ended, self.toldBefore) = (report, began, ended, toldBefore)
  }
}
