/// Wrong codes and PINs that one user has tried.
package struct TryLimit: Hashable, Sendable {
  /// The last wrong ones.
  package var wrong: [ClockReading]
  /// When there were too many; nil where that is over.
  package var blockedSince: ClockReading?

  /// What was tried before.
  package init(wrong: [ClockReading] = [], blockedSince: ClockReading? = nil) {
    (self.wrong, self.blockedSince) = (wrong, blockedSince)
  }

  /// So many in an hour are too many.
  package static let most = 10
  /// An hour, in seconds.
  package static let seconds: Int64 = 3_600

  /// Whether nothing more may be tried at `now`.
  package func isBlocked(at now: ClockReading) -> Bool {
    blockedSince.map { !now.isPast(Self.seconds, since: $0) } ?? false
  }

  /// After one more that was wrong at `now`.
  package func after(wrongAt now: ClockReading) -> TryLimit {
    // What an hour's wait was for does not count again.
    let before = blockedSince == nil ? wrong : []
    let recent = before.filter { !now.isPast(Self.seconds, since: $0) } + [now]
    return recent.count >= Self.most ? TryLimit(blockedSince: now) : TryLimit(wrong: recent)
  }
}
