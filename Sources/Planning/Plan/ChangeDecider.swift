import CivilTime
import Documents
import Policies
import Providers

/// Decides what is done about the objects of one target.
struct ChangeDecider {
  private let system: System
  let target: Target
  /// What the policy says about the target.
  private var said: SharedVerdict
  /// The hours that are left to the system; nil where it is switched.
  private var armed: ArmedHours?
  /// Whether hours would be left to the system if overrides did not keep them from it.
  private let isDisarmed: Bool
  /// What the clock of the system shows; nil where that is not known.
  private let clock: LocalDateTime?
  private let past: Past?
  private let now: Instant
  /// The states that the target can have.
  private let states: StatePair
  /// What its switches read while it is off, where the policy says it.
  private let whenOff: SwitchPosition?
  /// Where the target is a switch that pauses: up to how many seconds a pause that somebody began is left alone.
  private let pauseLimitSeconds: Int?

  /// What is done about one object, and why: small, as there may be thousands of which an entry is made once.
  private struct Decision {
    var to: SwitchState?
    var action: PlanEntry.Action
    var notes: [Message] = []
    var cause: Cause?
    var inPlaceAt: Instant?
    var takenFrom: String?
  }

  /// Decides for `target` on `system`, of which the policy says `verdict` at `now`. `armed` are the hours that the system
  /// keeps by its own clock, which shows `clock`.
  init(
    system: System, target: Target, verdict: Verdict, armed: ArmedHours? = nil, isDisarmed: Bool = false,
    clock: LocalDateTime? = nil, past: Past?, now: Instant
  ) {
    self.system = system
    self.target = target
    said = SharedVerdict(verdict)
    self.armed = armed
    self.isDisarmed = isDisarmed
    self.clock = clock
    self.past = past
    self.now = now
    states = target.states ?? .onOff
    whenOff = target.selector.whenOff
    if case .whole(let pauseLimit)? = target.selector.kind?.form {
      pauseLimitSeconds = system.seconds(pauseLimit) ?? 0
    } else {
      pauseLimitSeconds = nil
    }
  }

  var verdict: Verdict { said.verdict }
  private var enforcement: Enforcement { target.enforcement ?? .normal }

  /// The entry of an object that may be switched.
  func decide(_ object: ObservedObject) -> PlanEntry {
    let recollection = recollection(of: object)
    if object.isUnreadable { return ask(object, recollection) }
    if let verdict = verdict(puttingRight: object, recollection) {
      var decider = self
      decider.said = SharedVerdict(verdict)
      return decider.decide(object)
    }
    var decision = present(object, puttingBack: recollection.flatMap { restored($0, object) })
    if decision.action == .change, let to = decision.to {
      if let lock = recollection?.lock(keeping: target.name, from: to) {
        return problem(object, Messages.kept(by: lock))
      }
      if let recollection, !recollection.mayTryAgain(to, by: verdict) {
        return problem(object, triedInVain(recollection, object, to))
      }
      if let stuck = object.stuck { decision.notes.append(stuck) }
    }
    if let kept = recollection.flatMap({ notPutBack($0, object) }) { decision.notes.append(kept) }
    guard let recollection, let to = decision.to else { return entry(object, decision) }
    let live = state(object.switchState, of: object)
    let isLeft =
      recollection.hasBeenInPlace(wanted: to, verdict: verdict)
      || isOpening(to, object) && recollection.isLeftShut(in: live, object.switchState, by: verdict)
    if decision.action == .change, isLeft, !verdict.isLocked,
      target.yields(wanting: state(to, of: object) ?? verdict.state),
      !recollection.hasLostTimer(object.switchState)
    {
      decision.action = .yield
      if enforcement != .yield { decision.notes.append(Messages.openedOnce(states)) }
    }
    decision.inPlaceAt = recollection.inPlaceAt
    if decision.action.differs {
      decision.cause = recollection.cause(live: object.switchState, wanted: to, verdict: verdict)
    }
    if decision.action == .change, let other = recollection.fileThatMoved(wanted: to, verdict) {
      decision.takenFrom = other
      if decision.cause == .contended { decision.notes.append(Messages.twoFiles(other)) }
    } else if decision.action == .change, decision.cause == .contended, object.made == nil {
      decision.notes.append(Messages.contended)
    }
    return entry(object, decision)
  }

  /// The verdict on `object` where somebody has moved it from where a lock holds it that is not about its target: that lock's.
  /// Nil for any other.
  private func verdict(puttingRight object: ObservedObject, _ recollection: DriftAttribution?) -> Verdict? {
    guard enforcement != .observe, pauseLimitSeconds == nil, armed == nil,
      let held = recollection?.lock(putting: target.name, rightAt: object.switchState),
      state(SwitchState(held.position), of: object) == states.off, verdict.override != held.lock.id
    else { return nil }
    return held.lock.verdict(on: states.off, instead: verdict)
  }

  /// Whether `object` is a door that comes open where it is brought `to`.
  private func isOpening(_ to: SwitchState, _ object: ObservedObject) -> Bool {
    states.permission != nil && state(to, of: object) == states.on
  }

  /// That the device of `object` was told in vain to go `to` where it is wanted.
  private func triedInVain(_ recollection: DriftAttribution, _ object: ObservedObject, _ to: SwitchState) -> Message {
    Messages.askedInVain(
      state(to, of: object).flatMap(verb) ?? "move it", recollection.triesInVain, isGivenUp: recollection.isGivenUp,
      hasCode: target.code != nil, stuck: object.stuck)
  }

  /// The entry of what the file makes and owns.
  ///
  /// | wanted | there | else | |
  /// |---|---|---|---|
  /// | nothing | | | left alone |
  /// | enabled or disabled | too much of it | | removed |
  /// | enabled | no | | made, unless it was and had to be taken back |
  /// | disabled | no | | in place |
  /// | either | yes | as the file says | the switch decides |
  /// | either | yes | otherwise | brought up to date, with the switch |
  ///
  /// What keeps its hours by the clock of its system is wanted enabled all day. Which hours it keeps is part of what it is
  /// made of; what is left alone keeps those that it has.
  ///
  /// A target that yields lets its switches stand, and not what they are made of.
  func decide(made object: ObservedObject) -> PlanEntry {
    if let decider = withoutHours(of: object) {
      var entry = decider.decide(made: object)
      if entry.action != .problem { entry.notes.append(Messages.hoursRefused(by: system.kind.noun)) }
      return entry
    }
    var entry = entry(made: object)
    guard entry.action == .change, let past, let owner = past.owner else { return entry }
    let rival = past.of(entry.key, at: now).rival
    if rival != nil || entry.cause == .contended {
      entry.notes.append(Messages.sharedOwner(owner, of: target.name, with: rival))
    }
    return entry
  }

  /// What decides on an object whose system did not keep its hours within a day: they are not left to it. Nil for any other.
  private func withoutHours(of object: ObservedObject) -> ChangeDecider? {
    guard armed != nil, object.made?.surplus == nil, isWithinADay(recollection(of: object)?.hoursRefusedAt) else {
      return nil
    }
    return switched
  }

  /// Whether what was refused at `instant` is not tried again yet.
  private func isWithinADay(_ instant: Instant?) -> Bool {
    instant.map { ($0..<$0 + Messages.refusedSeconds).contains(now) } ?? false
  }

  /// The same where nothing is left to the system.
  private var switched: ChangeDecider {
    var decider = self
    decider.armed = nil
    return decider
  }

  private func entry(made object: ObservedObject) -> PlanEntry {
    if let blocker = object.switchBlocker { return problem(object, blocker) }
    guard let made = object.made else { return decide(object) }
    if wanted(of: object) == nil {
      var entry = decide(object)
      // Its system does not know that nobody wants that any more.
      if entry.action == .leave, object.switchState.position == .enabled, let hours = made.hours?.daily {
        entry.notes.append(Messages.goesOn(hours, by: system.kind.noun))
      }
      return entry
    }
    if let surplus = made.surplus { return removal(of: object, because: Messages.surplus(surplus, of: made.target)) }
    let hours: MadeObject.Hours = armed.map { .daily($0.hours) } ?? .always
    var entry = decide(object)
    entry.made?.wantedHours = hours
    if armed != nil { entry.made?.withoutHours = switched.wanted(of: object) }
    if entry.from?.position == .absent, entry.action == .change, isWithinADay(recollection(of: object)?.refusedAt) {
      return problem(object, Messages.notMade)
    }
    // What takes the hours away is no part of the schedule.
    if isDisarmed, entry.cause == .schedule, case .daily = made.hours { entry.cause = .override }
    guard [.none, .change, .observe].contains(entry.action) else { return entry }
    if let armed { entry.notes.append(Messages.armed(armed.hours, by: system.kind.noun)) }
    let isOfHours = made.hours.map { $0 != hours } ?? false
    if isOfHours { entry.made?.differences.append(Messages.hours(made.hours, hours)) }
    guard let differences = entry.made?.differences, !differences.isEmpty else { return entry }
    if entry.action == .none {
      entry.action = enforcement == .observe ? .observe : .change
      entry.cause = recollection(of: object)?.causeOfContent(
        isOfHours && made.differences.isEmpty ? hours : nil, isOverridden: armed?.isOverridden ?? isDisarmed,
        contentMark: made.contentMark)
    }
    entry.notes += Messages.differences(differences)
    return entry
  }

  private func recollection(of object: ObservedObject) -> DriftAttribution? {
    past?.of(object.key(on: system.name), at: now)
  }

  /// The entry of an object whose state nobody can read: it is asked for what is wanted when that changes.
  private func ask(_ object: ObservedObject, _ recollection: DriftAttribution?) -> PlanEntry {
    let asking = AskingDecision(
      wanted: wanted(of: object), by: verdict, recollection, enforcement: enforcement, verb: verb(verdict.state))
    var decision = allowed(object, to: asking.to, asking.action)
    if decision.action == .change, let to = decision.to, let lock = recollection?.lock(keeping: target.name, from: to) {
      return problem(object, Messages.kept(by: lock))
    }
    decision.notes += asking.notes
    if decision.action.differs, let to = decision.to {
      decision.cause =
        asking.isNewWish
        ? .override : recollection?.cause(live: object.switchState, wanted: to, verdict: verdict)
    }
    return entry(object, decision)
  }

  /// Where the switch of `object` belongs by the verdict alone; nil where nothing is wanted.
  private func wanted(of object: ObservedObject) -> SwitchPosition? {
    if armed != nil, object.made != nil, verdict.state != .leave { return whenOff ?? object.whenOff }
    return (whenOff ?? object.whenOff).flatMap { SwitchDecision.wanted(whenOff: $0, state: verdict.state, of: states) }
  }

  /// What is known of an object whose state nobody can read; nil for any other.
  private func unread(_ object: ObservedObject) -> PlanEntry.Unread? {
    guard object.isUnreadable else { return nil }
    let asking = recollection(of: object)?.asking
    let isRefused = asking?.isRefused ?? false
    let last = (isRefused ? asking?.refused : asking?.last).flatMap { last in
      state(SwitchState(last.position), of: object).flatMap(verb).map {
        PlanEntry.Unread.Request($0, at: last.at, isAnswered: last.isAnswered, isRefused: isRefused)
      }
    }
    return PlanEntry.Unread(verb: verb(verdict.state), last: last)
  }

  /// The verb that asks for `state`; nil where nothing is asked for.
  private func verb(_ state: TargetState) -> String? {
    state == states.on ? states.onVerb : state == states.off ? states.offVerb : nil
  }

  /// Where to put back what an override found. A door is put back only where that locks or closes it.
  private func restored(_ recollection: DriftAttribution, _ object: ObservedObject) -> SwitchState? {
    let isAsEnded = verdict.ended.map { $0 == state(object.switchState, of: object) } ?? false
    guard
      let found = recollection.restored(verdict: verdict)
        ?? recollection.unnoted(verdict, live: object.switchState, isAsEnded: isAsEnded)
    else { return nil }
    return states.permission == nil || state(found, of: object) == states.off ? found : nil
  }

  /// That what an override found is not put back, although somebody may wait for it. Of a door that it found open nobody
  /// does.
  private func notPutBack(_ recollection: DriftAttribution, _ object: ObservedObject) -> Message? {
    guard let found = recollection.notRestored(verdict: verdict), !object.switchState.isLike(found) else { return nil }
    let state = state(found, of: object)
    guard states.permission == nil || state == states.off else { return nil }
    if verdict.override != nil { return Messages.foundBeforeAnother(state?.rawValue ?? "partly on") }
    return found.position == .mixed ? Messages.foundMixed : state.map(Messages.foundLongAgo)
  }

  /// The state that the target has where the switch of `object` reads `position`; nil where that is none of its two.
  private func state(_ position: SwitchState, of object: ObservedObject) -> TargetState? {
    TargetState(position, whenOff: whenOff ?? object.whenOff, of: states)
  }

  /// What follows from the verdict and the live object alone, and from what an override found and is to be put back.
  private func present(_ object: ObservedObject, puttingBack found: SwitchState?) -> Decision {
    if let found {
      let action: PlanEntry.Action = object.switchState.fulfils(found) ? .none : .change
      return allowed(object, to: found, action)
    }
    if let pauseLimitSeconds {
      let decision = BlockingDecision(
        verdict: verdict, live: object.switchState, now: now, enforcement: enforcement,
        pauseLimitSeconds: pauseLimitSeconds, ownTimers: past?.ownTimers(on: system.name) ?? [])
      return Decision(to: decision.to, action: decision.action)
    }
    let decision = SwitchDecision(wanted: wanted(of: object), live: object.switchState, enforcement: enforcement)
    return allowed(object, to: decision.to, decision.action)
  }

  private func allowed(_ object: ObservedObject, to: SwitchState?, _ action: PlanEntry.Action) -> Decision {
    if let to, action != .none, !mayBring(object, to: to) {
      return Decision(to: to, action: .problem, notes: [Messages.notPermitted(states)])
    }
    if let to, action != .none, let refusal = object.blocker(of: to) {
      return Decision(to: to, action: .problem, notes: [refusal])
    }
    return Decision(to: to, action: action, notes: caveats(of: object, wanted: to))
  }

  /// Whether a switch may be moved so: a door comes open only where what decides says so and the target permits it. The
  /// policy is checked for both; whatever went wrong on the way here, it ends here.
  private func mayBring(_ object: ObservedObject, to: SwitchState) -> Bool {
    guard states.permission != nil else { return true }
    return state(to, of: object) == states.off || verdict.state == states.on && target.permits(states.on)
  }

  /// The entry of an object that must not be touched.
  func problem(_ object: ObservedObject, _ reason: Message) -> PlanEntry {
    entry(object, Decision(action: .problem, notes: [reason]))
  }

  /// The entry of an object that a pattern fits and does not select.
  func leaving(_ object: ObservedObject, _ reason: Message) -> PlanEntry {
    var entry = entry(object, Decision(action: .leave, notes: [reason]))
    entry.isSelected = false
    entry.fromState = nil
    return entry
  }

  /// The entry of what the file owns and does not want.
  private func removal(of object: ObservedObject, because reason: Message) -> PlanEntry {
    let action: PlanEntry.Action = enforcement == .observe ? .observe : .change
    let cause: Cause? = past == nil ? nil : .policy
    var entry = entry(object, Decision(to: SwitchState(.absent), action: action, notes: [reason], cause: cause))
    (entry.fromState, entry.toState) = (nil, nil)
    return entry
  }

  /// The entry of what the file has made for a target that `policy` does not have there any more. What a lock has turned on
  /// stays as long as that holds: an edit does not open it.
  static func pruning(
    _ object: ObservedObject, on system: System, in policy: Policy, _ past: Past?, now: Instant
  ) -> PlanEntry {
    let key = object.key(on: system.name)
    let isBlocking = object.switchState.position == .enabled
    let lock = isBlocking ? past?.of(key, at: now).blockingLock : nil
    let blocker = lock.map { Messages.kept(by: $0) } ?? object.switchBlocker
    let verdict = Verdict(state: .on, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
    let target = object.made?.target ?? system.name
    var entry = PlanEntry(
      target: target, system: system.name, kind: object.kind, id: object.id, name: object.name,
      from: object.switchState, to: SwitchState(.absent), said: SharedVerdict(verdict),
      action: blocker == nil ? .change : .problem,
      notes: [blocker ?? Messages.unnamed(target, on: system.name, in: policy)], made: object.made,
      qualifier: object.qualifier)
    entry.cause = past == nil ? nil : .policy
    return entry
  }

  /// The entry of a domain entry that carries `mark` and that no target names any more. One that blocks because of a lock
  /// stays as long as that holds.
  func removal(of object: ObservedObject, mark: String) -> PlanEntry {
    let isWanted = verdict.state != .leave
    let action: PlanEntry.Action = !isWanted ? .leave : enforcement == .observe ? .observe : .change
    // Nobody moved it: the policy that wanted it is another one now.
    let cause: Cause? = action.differs && past != nil ? .policy : nil
    let to = isWanted ? SwitchState(.absent) : nil
    let isBlocking = object.switchState.position == .enabled && object.whenOff == .enabled
    let lock = isBlocking && action == .change ? recollection(of: object)?.blockingLock : nil
    let decision =
      lock.map { Decision(action: .problem, notes: [Messages.kept(by: $0)]) }
      ?? Decision(to: to, action: action, notes: [Messages.unnamed(mark)], cause: cause)
    var entry = entry(object, decision)
    entry.domainEntry = object.record.map { DomainEntry($0, mark: mark) }
    (entry.fromState, entry.toState) = (nil, nil)
    return entry
  }

  /// What the user should know about where the switch should be, or is if nothing is wanted.
  private func caveats(of object: ObservedObject, wanted: SwitchState?) -> [Message] {
    var caveats = wanted?.switchPosition.flatMap { object.caveats[$0] } ?? []
    if (wanted ?? object.switchState).position == .enabled, let schedule = object.ownSchedule {
      caveats.append(Messages.ownSchedule(schedule))
    }
    return caveats
  }

  /// What the object comes to now. What is made is off only in the hours that it keeps.
  private func stateNow(of object: ObservedObject) -> TargetState? {
    guard let made = object.made, object.switchState.position == .enabled else {
      return state(object.switchState, of: object)
    }
    switch made.hours {
    case .always, nil: return states.off
    case .daily(let hours): return clock.map { hours.contains($0) ? states.off : states.on }
    case .other: return nil
    }
  }

  private func entry(_ object: ObservedObject, _ decision: Decision) -> PlanEntry {
    var entry = PlanEntry(
      target: target.name, system: system.name, kind: object.kind, id: object.id, name: object.name,
      from: object.switchState, to: decision.to, said: said, action: decision.action, notes: decision.notes,
      made: object.made, qualifier: object.qualifier, fromState: stateNow(of: object),
      toState: decision.to.flatMap { object.made != nil && armed != nil ? verdict.state : state($0, of: object) },
      cause: decision.cause, inPlaceAt: decision.inPlaceAt)
    entry.isStuck = object.stuck != nil
    entry.takenFrom = decision.takenFrom
    entry.heading = object.heading
    entry.isOnlyObserved = enforcement == .observe
    entry.unread = unread(object)
    return entry
  }
}
