import CivilTime
import StateStore

/// Which coming changes people are told of now, and when the next one is due. Decides; tells and remembers nothing.
struct Reminders: Hashable {
  /// Those of which people are told now, by time.
  var due: [ComingChange] = []
  /// Those that are to be remembered, so that nobody is told of them again.
  var told: [ToldChange] = []
  /// When the next one is due; nil where none of those that are known is.
  var next: Instant?

  /// How long a change is remembered after it came about, in seconds: a clock may be set back.
  private static let rememberedSeconds: Int64 = 86_400

  /// No reminders.
  init() {}

  /// Of the `coming` changes each is due from `before` seconds before it until it comes about, once; `told` are those
  /// that earlier runs told of. What somebody was told of and is not coming any more is forgotten with the next word about its
  /// target: if it comes after all, that word was not the last one.
  init(_ coming: [ComingChange], told: [ToldChange], before: Int64, now: Instant) {
    let known = Set(told)
    due = coming.filter { change in
      now < change.at && change.at + -before <= now
        && !known.contains(ToldChange(change))
    }
    let (expected, targets) = (Set(coming.map(ToldChange.init)), Set(due.map(\.target)))
    let stillTold = told.filter { told in
      let isMoved = told.at > now && targets.contains(told.target) && !expected.contains(told)
      return told.at + Self.rememberedSeconds > now && !isMoved
    }
    self.told = stillTold + due.map(ToldChange.init)
    next = coming.map { $0.at + -before }.filter { $0 > now }.min()
  }
}

extension ToldChange {
  /// What is remembered of `change`.
  fileprivate init(_ change: ComingChange) { self.init(target: change.target, at: change.at) }
}
