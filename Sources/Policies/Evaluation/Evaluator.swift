public import CivilTime

/// What a policy says at any instant.
///
/// The last statement in the file that names a target and is active decides about it, else its `otherwise`. A statement
/// about a target of targets is one about every member. Everything that does not depend on the instant is worked out
/// once, here.
public struct Evaluator: Sendable {
  /// The targets that have a state, in the order of the file: all but targets of targets.
  public let targets: [Name]

  /// When what has no states is done.
  public let edges: EdgeCalendar

  /// What the windows of schedules are worked out from.
  let windows: Windows
  /// In the order of the file.
  let statements: [ResolvedStatement]
  /// The times of statements, each once.
  let whens: [ResolvedStatement]
  /// For each statement the index in `whens` of what is written.
  let whenOf: [Int]
  /// For each statement the index in `whens` of when it says anything: another one for `X on only TIMES`, which does
  /// so always.
  let speaksOf: [Int]
  /// For each target the statements that name it, in the order of the file.
  let naming: [[Int]]
  private let stacks: [LayerStack]
  private let stateStacks: [LayerStack]
  private let indexOfTarget: [Name: Int]

  /// Nothing after it is looked at: 2100-01-01T00:00:00Z.
  public static let horizon = Instant(secondsSinceEpoch: 4_102_444_800)
  /// Nothing before it is looked at.
  private static let past = Instant(secondsSinceEpoch: 0)

  /// What `policy` says.
  public init(_ policy: Policy) {
    let indexOfSchedule = Dictionary(
      policy.schedules.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let resolve = { (parts: [Schedule]) in
      parts.map { ResolvedSchedule($0, indexOfSchedule: indexOfSchedule) }
    }
    windows = Windows(zone: policy.zone, schedules: policy.schedules.map { resolve($0.parts) })
    edges = EdgeCalendar(policy, windows, indexOfSchedule: indexOfSchedule)
    var whens = Whens(resolve, StartDayBounds(schedules: windows.schedules))
    let whenOf = policy.statements.indices.map { whens.number(policy.statements[$0].when) }
    speaksOf = policy.statements.indices.map { index in
      policy.statements[index].atOtherTimes == nil ? whenOf[index] : whens.number([.always])
    }
    self.whenOf = whenOf
    self.whens = whens.all
    statements = whenOf.map { whens.all[$0] }

    let members = policy.targets.compactMap { target in target.otherwise.map { (target.name, $0) } }
    targets = members.map(\.0)
    let indexOfTarget = Dictionary(zip(targets, 0...), uniquingKeysWith: { first, _ in first })
    let naming = Evaluator.naming(policy, indexOfTarget: indexOfTarget)
    self.indexOfTarget = indexOfTarget
    self.naming = naming
    stacks = zip(members, naming).map { member, indices in
      let statements = indices.map { index in
        LayerStack.Spoken(
          index: index, state: policy.statements[index].state, isAlways: whens.isAlways[whenOf[index]],
          atOtherTimes: policy.statements[index].atOtherTimes)
      }
      return LayerStack(otherwise: member.1, statements: statements)
    }
    stateStacks = stacks.map(\.statesOnly)
  }

  private static func naming(_ policy: Policy, indexOfTarget: [Name: Int]) -> [[Int]] {
    let groups = TargetGroups(policy.targets)
    var result = [[Int]](repeating: [], count: indexOfTarget.count)
    for index in policy.statements.indices {
      for member in groups.members(of: policy.statements[index].subjects) {
        if let target = indexOfTarget[member] { result[target].append(index) }
      }
    }
    return result
  }
}

/// The times of statements. People repeat themselves: what is written alike is resolved once.
private struct Whens {
  /// Each once.
  private(set) var all: [ResolvedStatement] = []
  /// For each of them whether it is always.
  private(set) var isAlways: [Bool] = []
  private var known: [[Schedule]: Int] = [:]
  private let resolve: ([Schedule]) -> [ResolvedSchedule]
  private var bounds: StartDayBounds

  init(_ resolve: @escaping ([Schedule]) -> [ResolvedSchedule], _ bounds: StartDayBounds) {
    (self.resolve, self.bounds) = (resolve, bounds)
  }

  /// The index in `all` of what `parts` says, which is put there if need be.
  mutating func number(_ parts: [Schedule]) -> Int {
    if let known = known[parts] { return known }
    let when = resolve(parts)
    known[parts] = all.count
    isAlways.append(parts.contains(.always))
    all.append(ResolvedStatement(when: when, startDays: bounds.bounds(of: when)))
    return all.count - 1
  }
}

extension Evaluator {
  /// What holds at `instant` for every target, in the order of the file.
  public func verdicts(at instant: Instant) -> [(target: Name, verdict: Verdict)] {
    let verdicts = verdicts(on: Array(targets.indices), at: instant)
    return Array(zip(targets, verdicts)).map { (target: $0, verdict: $1) }
  }

  /// Whether `name` is a target with a state of its own.
  func has(_ name: Name) -> Bool { indexOfTarget[name] != nil }

  /// What holds at `instant` for `target`; `leave` for a name that is no target with a state of its own.
  func verdict(on target: Name, at instant: Instant) -> Verdict {
    guard let index = indexOfTarget[target] else {
      return Verdict(state: .leave, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
    }
    return verdicts(on: [index], at: instant)[0]
  }

  /// What holds at `instant` for each of the targets at `indices`.
  private func verdicts(on indices: [Int], at instant: Instant) -> [Verdict] {
    var verdicts = present(indices.map { stacks[$0] }, at: instant).map {
      Verdict(state: $0.state, decidedBy: $0.decidedBy, since: nil, until: nil, nextActive: nil)
    }
    let states = indices.map { stateStacks[$0] }
    lookAhead(from: instant, states, into: &verdicts)
    lookBack(from: instant, states, into: &verdicts)
    return verdicts
  }

  /// What holds for `target` throughout `range`: intervals that touch and cover the range exactly, neighbours of which
  /// differ in state or in what decides.
  ///
  /// Empty where `range` is, and for a name that is no target with a state of its own.
  public func timeline(of target: Name, in range: Range<Instant>) -> [TimelineInterval] {
    guard let index = indexOfTarget[target] else { return [] }
    var result: [TimelineInterval] = []
    for part in GrowingRanges(from: range.lowerBound, to: range.upperBound, days: 128) {
      var span = span(part)
      for interval in span.intervals(of: stacks[index]) { result.appendJoined(interval) }
    }
    return result
  }

  /// The first instant after `instant` at which the wanted state of any target changes; nil where none does before
  /// `horizon`.
  public func nextChange(after instant: Instant) -> Instant? {
    let changing = stateStacks.indices.filter { !stateStacks[$0].layers.isEmpty }
    guard !changing.isEmpty, instant < Evaluator.horizon else { return nil }
    var states: [Int: TargetState] = [:]
    let stacks = changing.map { stateStacks[$0] }
    for range in searchRanges(from: instant, to: Evaluator.horizon, of: { stacks }) {
      var span = span(range)
      let changes = changing.compactMap { index in
        let intervals = span.intervals(of: stateStacks[index])
        // The first range begins with the present state.
        let state = states[index] ?? intervals[0].state
        states[index] = state
        return intervals.first { $0.state != state }?.range.lowerBound
      }
      if let first = changes.min() { return first }
    }
    return nil
  }

  /// The indices of the statements that name `target` and are active at `instant`, the one that decides first, then
  /// those it beats.
  public func activeStatements(_ target: Name, at instant: Instant) -> [Int] {
    guard let index = indexOfTarget[target] else { return [] }
    var span = span(instant..<instant + 1)
    return naming[index].reversed().filter { whenOf[$0] != speaksOf[$0] || span.activity(of: $0).contains(instant) }
  }

  /// Where to look for something that targets do, as long as it is not found; `stacks` are those of whom it was not
  /// found yet, asked for only when all that is near was looked at: for most it is there.
  private func searchRanges(
    from edge: Instant, to bound: Instant, of stacks: @escaping () -> [LayerStack]
  ) -> SearchRanges {
    SearchRanges(from: edge, to: bound) { range in
      var search = UnevenDaysSearch(schedules: windows.schedules)
      for statement in Set(stacks().flatMap { $0.layers.map(\.statement) }).sorted() {
        for schedule in statements[statement].when { search.visit(schedule) }
      }
      return WeekCalendar(range, zones: [windows.zone], unevenDays: search.found)
    }
  }

  /// Everything that the policy says within `range`.
  func span(_ range: Range<Instant>) -> Span {
    Span(range, windows: windows, statements: statements)
  }

  /// What decides at `instant` about targets with these `stacks`.
  private func present(_ stacks: [LayerStack], at instant: Instant) -> [LayerStack.Decision] {
    var span = span(instant..<instant + 1)
    return stacks.map { stack in
      let covering = stack.layers.last { span.activity(of: $0.statement).contains(instant) }
      return covering?.decision ?? stack.base
    }
  }
}

extension Evaluator {
  /// Fills in when the states end.
  private func lookAhead(from instant: Instant, _ stacks: [LayerStack], into verdicts: inout [Verdict]) {
    guard instant < Evaluator.horizon else { return }
    var pending = stacks.indices.filter { !stacks[$0].layers.isEmpty }
    var ranges = searchRanges(from: instant, to: Evaluator.horizon, of: { pending.map { stacks[$0] } })
    while !pending.isEmpty, let range = ranges.next() {
      var span = span(range)
      pending.removeAll { index in
        verdicts[index].learnEnd(from: span.intervals(of: stacks[index]))
      }
    }
  }

  /// Fills in when the states began.
  private func lookBack(from instant: Instant, _ stacks: [LayerStack], into verdicts: inout [Verdict]) {
    guard instant >= Evaluator.past else { return }
    var pending = stacks.indices.filter { !stacks[$0].layers.isEmpty }
    var ranges = searchRanges(from: instant + 1, to: Evaluator.past, of: { pending.map { stacks[$0] } })
    while !pending.isEmpty, let range = ranges.next() {
      var span = span(range)
      pending.removeAll { index in
        let state = verdicts[index].state
        verdicts[index].since =
          span.intervals(of: stacks[index]).last { $0.state != state }?.range.upperBound
        verdicts[index].wishedSince = verdicts[index].since
        return verdicts[index].since != nil
      }
    }
  }
}

extension Verdict {
  /// Takes the ends from the next stretch of the future; returns whether nothing more is to be learnt.
  fileprivate mutating func learnEnd(from intervals: [TimelineInterval]) -> Bool {
    for interval in intervals {
      if until == nil, interval.state != state { until = interval.range.lowerBound }
      if until != nil, nextActive == nil, state == .paused, interval.state == .active {
        nextActive = interval.range.lowerBound
      }
    }
    return until != nil && (state != .paused || nextActive != nil)
  }
}

extension Policy {
  /// What the statement at `index` wants at `instant`, at which it says something.
  public func state(ofStatement index: Int, at instant: Instant) -> TargetState {
    let statement = statements[index]
    guard let other = statement.atOtherTimes else { return statement.state }
    var span = Evaluator(self).span(instant..<instant + 1)
    return span.activity(of: index).contains(instant) ? statement.state : other
  }
}
