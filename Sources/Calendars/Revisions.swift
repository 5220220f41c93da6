import CivilTime
import Policies

/// The revisions in which one event is in a file: of exports that were joined, or of a program that appends what it changes.
enum Revisions {
  /// `drafts` without those of which a newer revision is there: one with the same identifier and name, for the same time of a
  /// series, and a higher number. What is no time of a series is replaced by nothing, and only taken back: by a newer revision
  /// with the same start. What takes back may have no name.
  ///
  /// Exports give one identifier to several holidays, and number or stamp each when it is written: whoever believed that would
  /// lose all but one of them.
  static func newest(_ drafts: [EventDraft]) -> [EventDraft] {
    var highest: [Replaceable: Int] = [:]
    for draft in drafts where draft.replaced != nil || draft.isCancelled {
      guard let identity = Identity(draft) else { continue }
      let name = draft.isCancelled && draft.summary.isEmpty ? nil : draft.summary
      highest[Replaceable(identity, draft, name), default: draft.revision].raise(to: draft.revision)
    }
    let newest = drafts.filter { draft in
      guard let identity = Identity(draft) else { return true }
      let others = [draft.summary, nil].compactMap { highest[Replaceable(identity, draft, $0)] }
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
      let newer = draft.revision > other.revision ? draft : other
      rivals[identity] = CalendarEvent.Rivals(
        lines: other.lines.lowerBound...draft.lines.lowerBound,
        newer: draft.revision == other.revision ? nil : newer.lines.lowerBound)
    }
    return rivals
  }

  /// What they have in common where one replaces another.
  private struct Replaceable: Hashable {
    let identity: Identity
    /// Of what is no time of a series.
    let start: Place?
    /// Nil for every name.
    let name: String?

    init(_ identity: Identity, _ draft: EventDraft, _ name: String?) {
      self.identity = identity
      start = draft.replaced == nil ? Place(draft.start) : nil
      self.name = name
    }
  }

  /// What the revisions of an event have in common.
  private struct Identity: Hashable {
    let identifier: String
    let replaced: Place?
    let isFollowed: Bool

    /// Nil for an event without an identifier, which is nothing's revision.
    init?(_ draft: EventDraft) {
      if draft.identifier.isEmpty { return nil }
      identifier = draft.identifier
      replaced = draft.replaced.map { Place($0.moment) }
      isFollowed = draft.replaced?.isFollowed ?? false
    }
  }

  /// A moment, in whatever zone it is written.
  private enum Place: Hashable {
    case day(CivilDate)
    case time(Instant)

    init(_ moment: Moment) {
      switch moment {
      case .day(let day): self = .day(day)
      case .time(let time): self = .time(time.instant)
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
