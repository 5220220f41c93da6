package import Approvals
package import CivilTime
package import Planning
package import Policies
import Providers

/// What is shown of one target.
package struct PageCard: Hashable, Sendable {
  package let target: Name
  /// Nil for an action, and for what nobody manages.
  package let state: TargetState?
  /// Whether it is held back: in the state in which people may do less.
  package let isHeld: Bool
  /// The state that `off` brings about: `off`, `locked`, `closed`.
  package let held: TargetState
  /// When the state ends; nil for never.
  package let until: Instant?
  package let why: Why
  /// Who agreed to it, by number, where somebody asked for it.
  package let agreed: [String: [String]]
  /// The words of the policy for it, or of who made the override.
  package let because: String?
  /// What comes after it; nil where nothing does.
  package let next: TargetState?
  /// The day by the wall clock, from midnight to midnight.
  package let strip: [Stretch]
  /// Where on the strip clocks show 6, 12 and 18, in thousandths: not its quarters on a day on which clocks change.
  package let quarters: [Int]
  /// Where on the strip it is now, in thousandths.
  package let nowAt: Int
  /// Whether what is live is so, as far as anybody knows.
  package let truth: Truth
  /// What `truth` is about where it is bad; only for who manages the target.
  package let wrong: [Wrong]
  /// What its patterns selected and is deleted or called something else, lately; only for who manages the target.
  package let missing: [Wrong]
  /// What lets it go, so that it holds nothing back although it is off; only for who manages the target.
  package let letGo: LetGo?
  /// What the person may do here.
  package let acts: Set<Act>
  /// The override that can be ended.
  package let override: Override?
  /// Until when a lock holds it, whatever is asked for; nil where none does.
  package let lockedUntil: Instant?
  /// The numbers of what is yet to come and can be ended before it begins.
  package let endable: Set<String>
  /// What is yet to come: the overrides that have not begun, and decide for a part of their time.
  package let coming: [Override]
  /// By the number of what can be ended here, all targets for which that ends; nothing where that is this one alone.
  package let endsFor: [String: [Name]]
  /// When the first of these was made that a clock which was ahead has made; nil where none was.
  package let madeAhead: Instant?
  /// Who has to agree before it is made freer; nobody where it is not guarded.
  package let guardedBy: [Name]
  /// Whether each of them has to, and not just any one.
  package let needsAllGuards: Bool
  /// Whom the person may ask.
  package let deciders: [Name]
  /// Whether this person could ask for it if it were not locked.
  package let asksAfterLock: Bool
  /// The request of this person that is open about it.
  package let asked: String?
  /// Who has yet to agree to that where somebody has; else empty.
  package let waitsFor: [ApprovalNeed]
  /// The no to what this person asked for last; nil where there was none lately.
  package let denied: Denied?
  /// When what this person asked for last ran out, as nobody answered; nil where there was none lately.
  package let unanswered: Instant?
  /// When it is done next, of an action.
  package let runs: Instant?
  /// Who keeps it from being done then, if it opens what that has.
  package let keeper: DoorKeeper?
  /// How it ended the last time, of an action; nil where it did not run lately.
  package let ran: Ran?

  /// Somebody's no.
  package struct Denied: Hashable, Sendable {
    package let by: String
    package let at: Instant
  }

  /// An action that ended.
  package struct Ran: Hashable, Sendable {
    /// When it fell due.
    package let due: Instant
    /// The word for what became of it, such as `done`.
    package let outcome: String
  }

  /// Why it is as it is.
  package enum Why: Hashable, Sendable {
    case timetable
    /// Somebody's wish.
    case override(Override.Kind, by: String)
    /// Nobody says how it should be.
    case leftAlone
  }

  /// How what is live compares with that.
  package enum Truth: Hashable, Sendable {
    /// A run has seen it so.
    case inPlace
    /// It was asked for at this time, and no run has got to it yet.
    case underway(since: Instant)
    /// No run has got to it for too long.
    case late(since: Instant)
    /// It is otherwise: somebody else moved it, or it did not move.
    case wrong(Reason)
    /// Its system does not tell whether it is so; when it was asked for, nil where it was not.
    case asked(at: Instant?)
    /// Its system cannot be read.
    case unreachable
    /// No run has seen it.
    case unknown
    /// Nothing is wanted of it.
    case free
  }

  /// Why what is live is otherwise.
  package enum Reason: Hashable, Sendable {
    case moved
    case failed
    /// Its system does not tell whether it is so, and nobody knows whether it did what it was asked for.
    case unanswered
    /// It is only observed.
    case observed
    /// The last run could not do all of it.
    case incomplete
  }

  /// An object, or a system as such.
  package struct Wrong: Hashable, Sendable {
    package let system: Name
    /// Nil for a system as such.
    package let kind: ObjectKind?
    /// Nil for the one switch of a system, and where nobody noted it.
    package let name: String?
    /// What a run found instead of an object, in words.
    package let problem: String?

    package init(system: Name, kind: ObjectKind? = nil, name: String? = nil, problem: String? = nil) {
      (self.system, self.kind, self.name, self.problem) = (system, kind, name, problem)
    }
  }

  /// A button.
  package enum Act: String, CaseIterable, Hashable, Sendable {
    /// More time at once.
    case more
    /// Off until a time.
    case off
    /// The end of the override that holds.
    case end
    /// Asking for more time.
    case ask
  }

  /// A stretch of the day, in thousandths of it.
  package struct Stretch: Hashable, Sendable {
    package let start: Int
    package let end: Int
    /// Whether it is held back then, as in `PageCard.isHeld`.
    package let isHeld: Bool
    /// Whether an override decides.
    package let isOverride: Bool
  }

  /// So long a no is told to whoever asked, in seconds.
  private static let deniedSeconds: Int64 = 6 * 3_600

  /// How far ahead an `off` is looked for that there can be more time before, in seconds: as far as by the command.
  private static let farthest: Int64 = 366 * 86_400

  /// How long a run may take to bring about what was asked for, in seconds.
  private static let patience: Int64 = 180

  init(
    _ target: Target, _ rights: PersonRights, _ facts: PageFacts, letGo: LetGo? = nil, keeper: DoorKeeper? = nil,
    isStale: Bool
  ) {
    let (name, now, overlay) = (target.name, facts.now, facts.overlay)
    let verdict = overlay.verdict(on: name, at: now)
    let deciding = overlay.override(of: name, at: now)
    let pair = target.states ?? .onOff
    self.target = name
    held = pair.off
    state = target.isAction ? nil : verdict?.state
    isHeld = state.map { $0 != .leave && $0 != pair.freer } ?? false
    until = verdict?.until
    because = deciding.map(\.because) ?? verdict?.because
    next = verdict?.until.flatMap { overlay.verdict(on: name, at: $0)?.state }
    if let deciding {
      why = .override(deciding.kind, by: deciding.by)
    } else {
      why = verdict == nil || verdict?.state == .leave ? .leftAlone : .timetable
    }
    agreed = facts.agreed
    (strip, quarters, nowAt) = Self.strip(name, pair, facts)
    let manages = rights.manages.contains(name)
    deciders = facts.policy.deciders(of: name)
    guardedBy = target.guarding?.approvers ?? []
    needsAllGuards = target.guarding?.needsAll ?? false
    coming = facts.overrides.filter { override in
      override.from > now && !override.range.isEmpty && facts.policy.reached(by: override).contains(name)
        && facts.decides(override, for: name)
    }
    let lock = deciding == nil ? facts.holds.first { $0.target == name }?.lock : nil
    override = deciding ?? lock
    lockedUntil = override.flatMap { $0.kind == .lock ? Self.end(of: $0, on: name, facts) : nil }
    let holding = facts.overrides.filter { $0.range.contains(now) && facts.policy.reached(by: $0).contains(name) }
    madeAhead = (holding + coming).map(\.madeAt).filter { $0.isYetToCome(at: now) }.min()
    let own = facts.requests.first { request in
      request.asker == rights.person.text && request.isOpen(at: now)
        && facts.policy.members(of: request.targets).contains(name)
    }
    asked = own?.id
    waitsFor = own.map { $0.approvedBy.isEmpty ? [] : $0.unmet } ?? []
    denied = own == nil ? Self.denied(name, rights.person, facts) : nil
    unanswered = own == nil ? Self.unanswered(name, rights.person, facts) : nil
    runs = target.isAction ? overlay.nextOccurrences(of: [name], after: now).first?.at : nil
    ran =
      target.isAction
      ? facts.events.last { $0.kind == .action && $0.target == name }.flatMap { Self.ran($0, now) } : nil
    let seen = Self.truth(target, verdict, deciding, facts, isStale: isStale)
    truth = seen.truth
    // Who may only ask is not shown what holds them back, and where it has failed to.
    wrong = manages ? seen.wrong : []
    self.letGo = manages ? letGo : nil
    self.keeper = runs == nil ? nil : keeper
    missing = manages ? Self.missing(name, facts) : []
    let isSwitchable = verdict != nil && !target.isAction && target.enforcement != .observe
    acts = isSwitchable ? Self.acts(on: name, pair, rights, facts, deciding: deciding, lock: lock) : []
    endsFor = Self.endsFor(name, ([override].compactMap { $0 } + coming), facts)
    asksAfterLock =
      isSwitchable && lockedUntil != nil && !manages && pair == .onOff && deciders.contains { $0 != rights.person }
    endable = isSwitchable ? Set(coming.filter { rights.mayEnd($0, facts.policy) }.map(\.id)) : []
  }

  /// What somebody with `rights` may do about a target that can be switched. `deciding` is the override that decides about
  /// it, and `lock` the one that holds it where none does.
  private static func acts(
    on target: Name, _ pair: StatePair, _ rights: PersonRights, _ facts: PageFacts, deciding: Override?, lock: Override?
  ) -> Set<Act> {
    // What is never off needs no more time.
    let mayHaveMore =
      pair == .onOff && facts.overlay.nextOff(of: target, at: facts.now, within: farthest) != nil
    guard rights.manages.contains(target) else {
      let deciders = facts.policy.deciders(of: target)
      if (deciding ?? lock)?.kind == .lock { return [] }
      return mayHaveMore && !deciders.isEmpty && deciders != [rights.person] ? [.ask] : []
    }
    var acts: Set<Act> = []
    // More time does not lift a lock.
    if mayHaveMore, (deciding ?? lock)?.kind != .lock { acts.insert(.more) }
    if pair != .activePaused { acts.insert(.off) }
    if let deciding, rights.mayEnd(deciding, facts.policy) { acts.insert(.end) }
    let held = facts.holds.filter { $0.lock.id == lock?.id }.map(\.target)
    if let lock, rights.mayEnd(lock, holding: held, facts.policy) { acts.insert(.end) }
    return acts
  }

  /// When nothing locks `target` any more that `lock` locks now: another one may go on from there.
  private static func end(of lock: Override, on target: Name, _ facts: PageFacts) -> Instant {
    let held = facts.holds.filter { $0.target == target }.map(\.lock)
    let locks = facts.overrides.filter { $0.kind == .lock && facts.policy.reached(by: $0).contains(target) } + held
    return locks.sorted { $0.from < $1.from }.reduce(lock.until) { end, next in
      next.from <= end ? max(end, next.until) : end
    }
  }

  private static func missing(_ target: Name, _ facts: PageFacts) -> [Wrong] {
    (facts.memory?.gone(at: facts.now) ?? []).filter { $0.target == target }.map { object in
      Wrong(system: object.key.system, kind: object.key.kind, name: object.name)
    }
  }

  /// What some overrides hold together with `target`, in the order of the policy.
  private static func endsFor(_ target: Name, _ overrides: [Override], _ facts: PageFacts) -> [String: [Name]] {
    var found: [String: [Name]] = [:]
    for override in overrides {
      let held = facts.targets(heldBy: override)
      if held != [target], !held.isEmpty { found[override.id] = held }
    }
    return found
  }

  /// The last word about what `person` asked for of a target, if that is a no of somebody else's.
  private static func denied(_ target: Name, _ person: Name, _ facts: PageFacts) -> Denied? {
    let about = facts.events.filter { $0.request != nil && facts.policy.members(of: $0.named).contains(target) }
    guard let asked = about.last(where: { $0.kind == .requestMade && $0.by == person.text }),
      let denied = about.last(where: { $0.kind == .requestDenied && $0.request == asked.request }),
      let by = denied.by, by != person.text, (0..<deniedSeconds).contains(facts.now - denied.at)
    else { return nil }
    return Denied(by: by, at: denied.at)
  }

  /// When the last request of `person` about `target` ran out, where that was lately.
  private static func unanswered(_ target: Name, _ person: Name, _ facts: PageFacts) -> Instant? {
    let last = facts.past.first { request in
      request.asker == person.text && facts.policy.members(of: request.targets).contains(target)
    }
    guard let last, last.ending == nil || last.ending == .expired,
      (0..<deniedSeconds).contains(facts.now - last.expires)
    else { return nil }
    return last.expires
  }

  /// What a clock that was ahead has missed is yet to come.
  private static func ran(_ event: Event, _ now: Instant) -> Ran? {
    guard let outcome = event.outcome else { return nil }
    let due = event.begins ?? event.at
    return due <= now ? Ran(due: due, outcome: outcome) : nil
  }

  /// The same as `status` knows, of one target: what cannot be read, what a run could not do, and what is otherwise.
  private static func truth(
    _ target: Target, _ verdict: Verdict?, _ deciding: Override?, _ facts: PageFacts, isStale: Bool
  ) -> (truth: Truth, wrong: [Wrong]) {
    let wanted = target.isAction || verdict?.state == .leave ? nil : verdict
    // What is gone is told as that; nobody brings it anywhere any more.
    let objects = (facts.memory?.objects ?? [:]).filter { $0.value.target == target.name && $0.value.gone == nil }
    let systems = Set(objects.keys.map(\.system) + [target.selector.system].compactMap { $0 })
    let lost = facts.lost.intersection(systems).sorted()
    if wanted != nil, !lost.isEmpty { return (.unreachable, lost.map { Wrong(system: $0) }) }
    if let problems = facts.problems[target.name], let system = target.selector.system {
      return (.wrong(.incomplete), problems.map { Wrong(system: system, problem: $0) })
    }
    guard let wanted else { return (.free, []) }
    guard !objects.isEmpty else {
      return (facts.memory == nil || isStale ? .unknown : underway(wanted, deciding, facts), [])
    }
    // What was wanted before may be elsewhere: the next run brings about what is wanted by now.
    let current = objects.filter { $0.value.wantedState == wanted.state.rawValue }
    let elsewhere = current.filter { $0.value.isElsewhere || $0.value.isAnswerLost }
    let failed = elsewhere.filter { $0.value.tries != nil || $0.value.isDoubtful }
    let told = (failed.isEmpty ? elsewhere : failed).sorted { $0.key < $1.key }
    let wrong = told.map {
      Wrong(
        system: $0.key.system, kind: $0.key.kind,
        name: $0.key.kind.isWhole ? nil : $0.value.asking?.name ?? $0.value.name)
    }
    let reason: Reason =
      !failed.isEmpty
      ? .failed
      : told.allSatisfy(\.value.isAnswerLost) ? .unanswered : target.enforcement == .observe ? .observed : .moved
    if !wrong.isEmpty { return (.wrong(reason), wrong) }
    if current.count < objects.count { return (underway(wanted, deciding, facts), []) }
    return (asked(current.values.filter { $0.asking != nil }) ?? .inPlace, [])
  }

  /// When what does not tell its state was asked for what is wanted of it; nil where all of it tells.
  private static func asked(_ objects: [RecordedObject]) -> Truth? {
    if objects.isEmpty { return nil }
    let times = objects.compactMap { seen in
      seen.asking?.last.flatMap { $0.position == seen.wanted?.position ? $0.at : nil }
    }
    return .asked(at: times.count < objects.count ? nil : times.min())
  }

  /// What holds since a while, and no run has got to it.
  private static func underway(_ verdict: Verdict, _ deciding: Override?, _ facts: PageFacts) -> Truth {
    let wanted = max(verdict.since ?? facts.now, deciding?.madeAt ?? verdict.since ?? facts.now)
    // What a file says that was edited just now, no run could have got to before.
    let since = facts.editedAt.map { max($0, wanted) } ?? wanted
    let begun = min(since, facts.now)
    return facts.now - begun > patience ? .late(since: begun) : .underway(since: begun)
  }

  private static func strip(_ name: Name, _ pair: StatePair, _ facts: PageFacts) -> ([Stretch], [Int], Int) {
    let zone = facts.policy.zone
    let today = zone.local(facts.now).date
    let start = zone.midnight(of: today)
    let end = zone.midnight(of: today.adding(days: 1))
    let length = max(end - start, 1)
    let place = { (instant: Instant) in Int((min(max(instant, start), end) - start) * 1_000 / length) }
    let stretches = facts.overlay.timeline(of: name, in: start..<end).map { interval in
      let isOverride = if case .override = interval.decidedBy { true } else { false }
      return Stretch(
        start: place(interval.range.lowerBound), end: place(interval.range.upperBound),
        isHeld: interval.state != .leave && interval.state != pair.freer, isOverride: isOverride)
    }
    // Neighbours that look alike are one.
    let merged = stretches.reduce(into: [Stretch]()) { all, next in
      if let last = all.last, last.isHeld == next.isHeld, last.isOverride == next.isOverride {
        all[all.count - 1] = Stretch(
          start: last.start, end: next.end, isHeld: last.isHeld, isOverride: last.isOverride)
      } else if next.end > next.start {
        all.append(next)
      }
    }
    let quarters = [6, 12, 18].map { hour in
      place(zone.instant(local: LocalDateTime(date: today, secondOfDay: hour * 3_600)))
    }
    return (merged, quarters, place(facts.now))
  }
}
