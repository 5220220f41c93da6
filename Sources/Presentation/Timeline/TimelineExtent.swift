import CivilTime
import Policies

extension TimelineView {
  /// No timeline shows more than this, counting for each target its days and its stretches of time: a year of 20 targets that
  /// change four times a day. Each takes some KiB of memory.
  package static let most = 40_000

  /// Whether there is more to show than `most`. Counted a week at a time, so that little is held, and to the limit only.
  package var isTooMuch: Bool {
    let lines = policy.statements.reduce(policy.edges.count) { $0 + max(1, $1.when.count) }
    let days = Double(rowCount) * Double(targets.count)
    guard days <= Double(Self.most), days * Double(lines) <= Double(TestRun.most) else { return true }
    var rest = Self.most - rowCount * targets.count
    for target in targets {
      var start = range.lowerBound
      while start < range.upperBound {
        let week = start..<min(start + 7 * Int64(secondsPerDay), range.upperBound)
        rest -=
          shown.overlay.timeline(of: target, in: week).count + shown.overlay.occurrences(of: target, in: week).count
        if rest < 0 { return true }
        start = week.upperBound
      }
    }
    return false
  }
}
