import CivilTime

/// The revisions in which one event is in a file: of exports that were joined, or of a program that appends what it changes.
enum Revisions {
  /// `drafts` without those of which a newer revision is there: one with the same identifier, for the same time of a series,
  /// and a higher number.
  ///
  /// Equal numbers decide nothing, whatever their stamps say. Exports that number nothing give one identifier to several
  /// holidays, and stamp each when it is written: whoever believed that would lose all but one of them.
  static func newest(_ drafts: [EventDraft]) -> [EventDraft] {
    var first: [Identity: Int] = [:]
    for (place, draft) in drafts.enumerated() {
      guard let identity = Identity(draft) else { continue }
      if let other = first[identity], drafts[other].revision >= draft.revision { continue }
      first[identity] = place
    }
    var rivals: [Identity: ClosedRange<Int>] = [:]
    for draft in drafts {
      guard let identity = Identity(draft), let other = first[identity].map({ drafts[$0] }) else { continue }
      if draft.revision < other.revision || rivals[identity] != nil || draft.happens(like: other) { continue }
      rivals[identity] = other.lines.lowerBound...draft.lines.lowerBound
    }
    return drafts.compactMap { draft in
      guard let identity = Identity(draft), let place = first[identity] else { return draft }
      if draft.revision < drafts[place].revision { return nil }
      var draft = draft
      draft.rivals = rivals[identity]
      return draft
    }
  }

  /// What the revisions of an event have in common.
  private struct Identity: Hashable {
    let identifier: String
    let replaced: Replaced?

    enum Replaced: Hashable {
      case day(CivilDate, isFollowed: Bool)
      case time(Instant, isFollowed: Bool)
    }

    /// Nil for an event without an identifier, which is nothing's revision.
    init?(_ draft: EventDraft) {
      if draft.identifier.isEmpty { return nil }
      identifier = draft.identifier
      replaced = draft.replaced.map { replaced in
        switch replaced.moment {
        case .day(let day): .day(day, isFollowed: replaced.isFollowed)
        case .time(let time): .time(time.instant, isFollowed: replaced.isFollowed)
        }
      }
    }
  }
}

extension EventDraft {
  /// Whether it is written to happen when `other` does.
  fileprivate func happens(like other: EventDraft) -> Bool {
    isCancelled == other.isCancelled && start == other.start && length == other.length
      && rules.map(\.value) == other.rules.map(\.value) && exclusions.map(\.value) == other.exclusions.map(\.value)
      && added.map(\.start) == other.added.map(\.start) && added.map(\.length) == other.added.map(\.length)
      && excluded == other.excluded
  }
}
