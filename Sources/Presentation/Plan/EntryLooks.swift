import Policies
import Providers
import Planning

/// How the lines of a report read. Those that differ in nothing but their object read alike: there may be thousands of
/// them, and their words are found once.
struct EntryLooks {
  /// By what tells most looks apart: to hash all of thousands of lines would take as long as to find their words.
  private struct Key: Hashable {
    var target: Name
    var action: PlanEntry.Action
    var position: SwitchState.Position?
  }

  private let overrides: [Override]
  private let moments: Moments
  private var places: [Key: [Int]] = [:]
  /// The looks of the lines before, the newest first: nearly always the next line has one of them.
  private var latest: [Int] = []
  private static let latestCount = 4
  /// The words of each look, by its place.
  private(set) var words: [EntryText] = []

  /// `overrides` are those that hold.
  init(overrides: [Override], moments: Moments) {
    self.overrides = overrides
    self.moments = moments
  }

  /// Where the look of `entry` is among the `words`.
  mutating func place(of entry: PlanEntry, outcome: Outcome?) -> Int {
    for place in latest where words[place].fit(entry, outcome: outcome) { return place }
    let key = Key(target: entry.target, action: entry.action, position: entry.from?.position)
    let place = places[key]?.first { words[$0].fit(entry, outcome: outcome) } ?? added(entry, outcome, key)
    latest = [place] + latest.prefix(Self.latestCount - 1)
    return place
  }

  private mutating func added(_ entry: PlanEntry, _ outcome: Outcome?, _ key: Key) -> Int {
    words.append(EntryText(entry, outcome: outcome, overrides: overrides, moments: moments))
    places[key, default: []].append(words.count - 1)
    return words.count - 1
  }
}

extension PlanEntry {
  /// Whether the line says of its object what `other` says of another one.
  func saysTheSame(as other: PlanEntry) -> Bool {
    action == other.action && from == other.from && to == other.to && target == other.target && kind == other.kind
      && system == other.system && said == other.said && notes == other.notes && cause == other.cause
      && inPlaceAt == other.inPlaceAt && fromState == other.fromState && toState == other.toState
      && isSelected == other.isSelected && unread == other.unread
  }
}
