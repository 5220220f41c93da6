public import CivilTime
public import Policies

/// An action that has fallen due.
public struct DueAction: Hashable, Sendable {
  /// Which, and when it fell due.
  public var key: ActionKey
  /// The system that it is to be done on.
  public var system: Name
  /// What it is called there.
  public var action: SelectorKind.Action
  /// The index of the edge in `Policy.edges`; nil where the policy does not want it any more.
  public var edge: Int?
  /// Until when it may be done, itself included.
  public var until: Instant
  /// What is to be done about it.
  public var standing: Standing
  /// Why the last run that tried has not done it; nil where none has tried.
  public var failure: String?

  /// What is to be done about an action that has fallen due.
  public enum Standing: Hashable, Sendable {
    /// It is to be done now.
    case due
    /// Its time is over, and it was not done.
    case missed
    /// An earlier run was about to do it and did not tell what came of it. It may have been done, and is not done again.
    case interrupted
  }
}

/// Which actions have fallen due, by what earlier runs expected.
///
/// An action is done only where a run that followed its very line expected it before it fell due, and for as long as that
/// line then let it. So an edge that is added at 06:47 for 06:45 waits for the next day, and so does everything after the
/// state was lost; what was missed is not done after all because somebody gives it more time. What was begun or settled is
/// never done again, also where the clock is set back. What was missed was never begun: it is forgotten once it is told of,
/// and expected again where the clock is set back before it.
public struct DueActions: Hashable, Sendable {
  /// How far ahead runs expect actions, in seconds. After a week away without power the next action is still done, and
  /// what was missed is told; after a longer sleep neither is.
  static let horizonSeconds: Int64 = 8 * 86_400
  /// For how long what is settled is kept, in seconds: a clock may go wrong by as much, and back.
  static let keptSeconds: Int64 = 32 * 86_400
  /// How many of them at most, those nearest to now: of a bell for every minute those of a day.
  static let mostSettled = 2_000
  /// How many are expected at most, the earliest.
  static let mostExpected = 500

  /// Those that have fallen due and are not settled, by time, then in the order of the file.
  public let due: [DueAction]
  /// What the state is to hold from now on, by time.
  public let recorded: [RecordedAction]

  /// Nothing is due and nothing is known.
  public init() { (due, recorded) = ([], []) }

  private init(_ due: [DueAction], _ recorded: [RecordedAction]) { (self.due, self.recorded) = (due, recorded) }

  /// The same where the clock says `clock`, and the time that is looked at may be later: what the runs until then can still
  /// do is not missed.
  public func foreseen(at clock: Instant) -> DueActions {
    DueActions(due.filter { $0.standing != .missed || $0.until < clock }, recorded)
  }

  /// What `policy`, with its `calendar`, makes of what is `known` at `now`.
  public init(_ policy: Policy, _ calendar: EdgeCalendar, known: [RecordedAction], at now: Instant) {
    let actions = policy.actions
    due = Self.fallenDue(policy, calendar, known: known, at: now)
    let settled = Self.kept(known.filter { $0.standing == .settled }, at: now)
    let stillOpen = Set(due.map(\.key))
    let begun = known.filter { $0.standing == .begun && $0.key.at > now }
    let taken = Set((settled + begun).map(\.key)).union(stillOpen)
    var expected: [RecordedAction] = []
    // Day by day: of a bell for every minute the first day is enough.
    for day in stride(from: 0, to: Self.horizonSeconds, by: 86_400) where expected.count < Self.mostExpected {
      let range = (now + day + 1)..<(now + min(day + 86_400, Self.horizonSeconds) + 1)
      expected += calendar.everyOccurrence(of: calendar.targets, in: range).compactMap { occurrence in
        let key = ActionKey(target: occurrence.target, at: occurrence.at)
        guard !taken.contains(key), let (system, action) = actions[occurrence.target] else { return nil }
        let lines = occurrence.edges.prefix(RecordedAction.mostOthers + 1).map { place in
          let edge = policy.edges[place]
          return RecordedAction.Line(edge.sentence, until: key.at + Int64(edge.graceSeconds))
        }
        var others: [RecordedAction.Line] = []
        for line in lines.dropFirst() where line != lines.first && !others.contains(line) { others.append(line) }
        return RecordedAction(
          key: key, system: system, action: action.name, standing: .expected, line: lines.first?.sentence,
          until: lines.first?.until, others: others)
      }
    }
    let unsettled = Self.open(known, at: now).filter { stillOpen.contains($0.key) }
    recorded = (settled + begun + unsettled + expected.prefix(Self.mostExpected)).sorted { $0.key < $1.key }
  }

  /// Those of what is `known` that have fallen due by `policy`, with its `calendar`, and are not settled, by time, then in the
  /// order of the file.
  static func fallenDue(
    _ policy: Policy, _ calendar: EdgeCalendar, known: [RecordedAction], at now: Instant
  ) -> [DueAction] {
    let open = open(known, at: now)
    if open.isEmpty { return [] }
    let actions = policy.actions
    let places = Dictionary(zip(calendar.targets, 0...), uniquingKeysWith: { first, _ in first })
    return open.compactMap { recorded in
      let key = recorded.key
      let wanted = actions[key.target].flatMap { system, action in
        system == recorded.system && action.name == recorded.action ? action : nil
      }
      let edges = wanted == nil ? [] : calendar.edges(of: key.target, at: key.at)
      let read = edges.compactMap { edge in recorded.end(by: policy.edges[edge]).map { (edge: edge, until: $0) } }
      // Of several lines that want it the one counts that lets it be done for longest, of two such the first.
      let best = read.max { ($0.until, $1.edge) < ($1.until, $0.edge) }
      let isBegun = recorded.standing == .begun
      guard isBegun || best != nil else { return nil }
      let until = best?.until ?? min(key.at, recorded.until ?? key.at)
      return DueAction(
        key: key, system: recorded.system, action: wanted ?? SelectorKind.Action(recorded.action), edge: best?.edge,
        until: until, standing: isBegun ? .interrupted : now <= until ? .due : .missed, failure: recorded.failure)
    }.sorted { left, right in
      (left.key.at, places[left.key.target] ?? .max, left.key) < (
        right.key.at, places[right.key.target] ?? .max, right.key
      )
    }
  }

  private static func open(_ known: [RecordedAction], at now: Instant) -> [RecordedAction] {
    known.filter { $0.standing != .settled && $0.key.at <= now }
  }

  /// What is kept of what is `settled`.
  private static func kept(_ settled: [RecordedAction], at now: Instant) -> [RecordedAction] {
    let near = settled.filter { abs($0.key.at - now) <= keptSeconds }
    guard near.count > mostSettled else { return near }
    return Array(near.sorted { abs($0.key.at - now) < abs($1.key.at - now) }.prefix(mostSettled))
  }
}

extension Policy {
  /// What is done at times, and on which system, by its target.
  fileprivate var actions: [Name: (system: Name, action: SelectorKind.Action)] {
    Dictionary(
      targets.compactMap { target in
        if case .action(let system, _, let action) = target.selector { (target.name, (system, action)) } else { nil }
      }, uniquingKeysWith: { first, _ in first })
  }
}
