public import CivilTime

extension Overlay {
  /// The `off` of `target` that holds or comes next, from `now` on, and when it ends; nil where none begins within so many
  /// seconds.
  public func nextOff(of target: Name, at now: Instant, within seconds: Int64) -> (start: Instant, end: Instant?)? {
    var cursor = now
    while cursor <= now + seconds, let verdict = verdict(on: target, at: cursor) {
      if verdict.state == .off { return (cursor, verdict.until) }
      guard let until = verdict.until else { return nil }
      cursor = until
    }
    return nil
  }
}
