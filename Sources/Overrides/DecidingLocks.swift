import CivilTime
import Controller
import Planning
import Policies
import Text

extension ActiveOverrides {
  /// The locks that decide about one of `targets` somewhere in `range`, each once, the one that does so first before the
  /// others. One that newer overrides beat throughout decides nothing.
  func locks(deciding targets: [Name], in range: Range<Instant>) -> [Override] {
    Self.locks(deciding: targets, in: range, by: overlay)
  }

  /// The locks that have to end for none to keep one of `targets` off anywhere in `range`, those that decide first before
  /// the others. One that another lock beats decides once that one has ended, and one on which a later `off` lies keeps
  /// it off whether that ends or not.
  func locks(holding targets: [Name], in range: Range<Instant>) -> [Override] {
    var left = overlay.keeping(of: targets) { $0.kind == .lock || !isOff($0) }
    var found: [Override] = []
    while true {
      let next = Self.locks(deciding: targets, in: range, by: left)
      if next.isEmpty { return found }
      let ended = Set(next.map(\.id))
      left = left.keeping(of: targets) { !ended.contains($0.id) }
      found += next
    }
  }

  private static func locks(
    deciding targets: [Name], in range: Range<Instant>, by overlay: Overlay
  ) -> [Override] {
    // Most households have none, and a range may be a year.
    guard overlay.hasOverride(of: targets, where: { $0.kind == .lock && $0.range.overlaps(range) }) else { return [] }
    var found: [String: (since: Instant, lock: Override)] = [:]
    for target in targets {
      for interval in overlay.timeline(of: target, in: range) {
        let start = interval.range.lowerBound
        guard let lock = overlay.override(of: target, at: start), lock.kind == .lock else { continue }
        found[lock.id] = (min(found[lock.id]?.since ?? start, start), lock)
      }
    }
    return found.values.sorted { ($0.since, $0.lock.id) < ($1.since, $1.lock.id) }.map(\.lock)
  }

  /// The locks that `made`, which is newer than they are, takes from; none where it is off itself.
  func locks(beatenBy made: Override) -> [Override] {
    isOff(made) ? [] : locks(deciding: policy.reached(by: made), in: made.range)
  }

  /// The locks that have to end for `targets` to be free in `range`: those that decide, and those that hold something of
  /// theirs without being about them.
  func locks(in range: Range<Instant>, of targets: [Name]) -> [Override] {
    (locks(holding: targets, in: range) + holds(of: targets, in: range).map(\.lock)).uniqued(on: \.id)
  }

  /// What locks keep shut for `targets` in `range` that they are not about, whatever newer overrides want of these.
  func holds(of targets: [Name], in range: Range<Instant>) -> [LockHold] {
    holds.filter { targets.contains($0.target) && range.lowerBound < $0.lock.until }
  }

  /// The same of what `made` would have on.
  func holds(against made: Override) -> [LockHold] {
    isOff(made) ? [] : holds(of: policy.reached(by: made), in: made.range)
  }

  private func isOff(_ made: Override) -> Bool {
    // The state has only kept the word.
    (policy.kinds.state(made.state.rawValue) ?? made.state).isOff
  }
}
