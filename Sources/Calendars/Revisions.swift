import CivilTime
import Policies

/// The revisions in which one event is in a file: of exports that were joined, or of a program that appends what it changes.
enum Revisions {
  /// `drafts` without those of which a newer revision is there: one with the same identifier and name, for the same time of a
  /// series, and a higher number. What takes back may have no name.
  ///
  /// Equal numbers decide nothing, whatever their stamps say. Exports that number nothing give one identifier to several
  /// holidays, and stamp each when it is written: whoever believed that would lose all but one of them.
  static func newest(_ drafts: [EventDraft]) -> [EventDraft] {
    var highest: [Named: Int] = [:]
    var takenBack: [Identity: Int] = [:]
    for draft in drafts {
      guard let identity = Identity(draft) else { continue }
      highest[Named(identity, draft.summary), default: draft.revision].raise(to: draft.revision)
      guard draft.isCancelled, draft.summary.isEmpty else { continue }
      takenBack[identity, default: draft.revision].raise(to: draft.revision)
    }
    let newest = drafts.filter { draft in
      guard let identity = Identity(draft) else { return true }
      let others = [highest[Named(identity, draft.summary)], takenBack[identity]].compactMap(\.self)
      return others.allSatisfy { $0 <= draft.revision }
    }
    let rivals = rivals(in: newest)
    return newest.map { draft in
      var draft = draft
      draft.rivals = Identity(draft).flatMap { rivals[$0] }
      return draft
    }
  }

  /// The first two of `drafts` with each identity, if they happen at other times.
  private static func rivals(in drafts: [EventDraft]) -> [Identity: CalendarEvent.Rivals] {
    var first: [Identity: EventDraft] = [:]
    var rivals: [Identity: CalendarEvent.Rivals] = [:]
    for draft in drafts {
      guard let identity = Identity(draft) else { continue }
      guard let other = first[identity] else {
        first[identity] = draft
        continue
      }
      if rivals[identity] != nil || draft.happens(like: other) { continue }
      // Where the numbers differ the names do, or one would have replaced the other.
      let newer = draft.revision > other.revision ? draft : other
      rivals[identity] = CalendarEvent.Rivals(
        lines: other.lines.lowerBound...draft.lines.lowerBound,
        newer: draft.revision == other.revision ? nil : newer.lines.lowerBound)
    }
    return rivals
  }

  /// What they have in common where one replaces another.
  private struct Named: Hashable {
    let identity: Identity
    let name: String

    init(_ identity: Identity, _ name: String) {
      self.identity = identity
      self.name = name
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

extension Int {
  fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
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
