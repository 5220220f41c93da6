public import CivilTime
import Documents
public import Policies
import Providers

extension RecordedState {
  /// Takes in what a run saw and did, and returns what of it is worth telling later, in the order of the plan.
  ///
  /// `policy` is the fingerprint of the policy that the run followed, and `file` where that is, nil where nobody knows;
  /// `deciders` names what decided, as reports do, and `sentences` are what it says where it is a statement.
  /// Objects that the run did not look at stay as they were remembered, so does everything of a system that could not
  /// be read. What a pattern fits and its target does not select is nothing that is managed, unless another target
  /// does. `person` has asked for changes that the policy does not. The overrides of the numbers in `unended`, and what they were
  /// made as, end later, also those about targets that the policy does not have at present; those in `awaited` are over, and what
  /// they found may yet be put back, or told of; `begun` and `ends` say when each began and ends that is kept, and `kinds` what it was made as.
  /// `timersByBoot` say when the timers
  /// ring that runs have set, by a clock that nobody sets. The systems in `elsewhere` were at another address before.
  public mutating func remember(
    _ report: Report, policy: String, of file: PolicyFile? = nil, by person: String? = nil,
    unended: [String: Override.Kind] = [:], awaited: Set<String> = [], begun: [String: Instant] = [:],
    ends: [String: Instant] = [:], kinds: [String: Override.Kind] = [:], timersByBoot: [Name: Instant] = [:],
    moved elsewhere: Set<Name> = [],
    sentences: (Verdict.Decider) -> String? = { _ in nil }, deciders: (Verdict.Decider) -> String
  ) -> [Event] {
    let now = report.plan.now
    var events: [Event] = []
    if !report.plan.recognized.isEmpty { self = moved(by: report.plan.recognized) }
    events += settle(report.plan.ended)
    for key in report.plan.renumbered { objects[key] = nil }
    doubt(report.movedByActions)
    var past = Past(RecordedState(), policy: policy)
    (past.moved, past.owner, past.unended, past.begun) = (elsewhere, file?.owner, Set(unended.keys), begun)
    (past.timersByBoot, past.ends) = (timersByBoot, ends)
    let patterned = Set(report.plan.patterned)
    for (entry, outcome) in report.entriesWithOutcomes {
      if entry.isSelected { objects[entry.key]?.closing?.leftAt = nil }
      guard let from = entry.from, entry.action != .problem, entry.isSelected else { continue }
      let recollection = recollection(of: entry.key, beside: past, at: now)
      if entry.verdict.state != .leave, recollection.wasMoved(to: from) {
        events.append(moved(entry, from: objects[entry.key]?.switchState, to: from, recollection, at: now))
      }
      if let outcome, let to = entry.to {
        var event = change(
          entry, from: from, to: to, outcome, decidedBy: deciders(entry.verdict.decidedBy), by: person,
          unended: unended,
          at: now)
        if entry.cause == .override, entry.verdict.override == nil, let former = objects[entry.key]?.override {
          if unended[former] == nil { event.ended = former } else { event.uncounted = former }
          event.override = kinds[former].flatMap { $0 == .override ? nil : $0 }
        }
        event.sentence = event.decidedBy == nil ? nil : sentences(entry.verdict.decidedBy)?.shortened(to: 1024)
        events.append(event)
        if case .stuck = outcome, objects[entry.key]?.tries == nil { events.append(stuck(event)) }
        rememberFailsafeTimer(entry, to: to, outcome)
      } else if from == SwitchState(.active) {
        // A timer that somebody ended must not pass for that of the next pause.
        failsafeTimers[entry.system] = nil
      }
      let before = objects[entry.key]
      objects[entry.key] =
        entry.unread == nil
        ? seen(entry, from: from, outcome, recollection, at: now)
        : asked(entry, outcome, recollection, ends: ends, at: now)
      let rivals = rivals(entry, outcome, before: before, of: file, at: now)
      objects[entry.key]?.rivals = rivals
      if let event = contention(entry, before: before, at: now) { events.append(event) }
      objects[entry.key]?.policy = policy
      objects[entry.key]?.target = entry.target
      objects[entry.key]?.wantedState = entry.verdict.state.rawValue
      let locks = objects[entry.key]?.locks(
        after: entry, before: elsewhere.contains(entry.system) ? nil : before, unended: unended)
      objects[entry.key]?.locks = locks ?? [:]
      objects[entry.key]?.ownSchedule = entry.ownSchedule.map { $0.text.shortened() }
      let isNamed =
        patterned.contains(entry.target) || entry.ownSchedule != nil
        || isKnownByName(entry, unended: unended, numbered: report.plan.numbered)
      objects[entry.key]?.name = isNamed ? entry.name.shortened() : nil
      rememberMade(entry, outcome, by: file, before: before, at: now)
      rememberHours(entry, outcome, before: before?.hoursRefusedAt, at: now)
      objects[entry.key]?.contentMark = entry.made?.contentMark ?? before?.contentMark
    }
    let gone = Set(report.plan.gone.map(\.key))
    for key in report.plan.unselected where !gone.contains(key) {
      objects[key]?.untie(
        unended: unended, awaited: awaited, isNumbered: report.plan.numbered.contains(key.kind))
    }
    let released = report.plan.leftBehind.isEmpty ? [] : Set(report.outcomes.keys)
    for left in report.plan.leftBehind where !released.contains(left.object) { remember(left, of: file, at: now) }
    events += report.plan.leftOff.map { left in
      Event(
        at: now, .kept, target: left.target, system: left.object.system, object: left.object.kind,
        id: left.object.id.shortened(to: 1024), name: left.name, message: left.message.text)
    }
    events += report.plan.gone.compactMap { remember($0, at: now) }
    for key in report.plan.forgotten { objects[key] = nil }
    lookups.merge(report.plan.lookups) { $1 }
    self.policy = policy
    return events
  }

  /// Whether the name of the object of `entry` is remembered, too.
  private func isKnownByName(
    _ entry: PlanEntry, unended: [String: Override.Kind], numbered: Set<ObjectKind>
  ) -> Bool {
    let isElsewhere = objects[entry.key]?.isElsewhere ?? false
    let isAskedFor = isElsewhere || objects[entry.key]?.found != nil
    // What a lock holds is known by its name where a target of another name has it.
    let isLocked = objects[entry.key]?.isLocked(unended) ?? false
    return isAskedFor || isLocked || numbered.contains(entry.kind)
  }

  /// What is remembered so far of the object at `key`. Nothing else of it is held: a copy would be made of all of it.
  private func recollection(of key: ObjectKey, beside past: Past, at now: Instant) -> DriftAttribution {
    var past = past
    past.memory = self
    return past.of(key, at: now)
  }

  /// How it is addressed that the file makes and owns, and that it could not be made so that it can be lifted.
  private mutating func rememberMade(
    _ entry: PlanEntry, _ outcome: Outcome?, by file: PolicyFile?, before: RecordedObject?, at now: Instant
  ) {
    guard let made = entry.made else { return }
    objects[entry.key]?.ofOthers = before?.made(besides: file) ?? [:]
    let isGone =
      switch outcome {
      case .applied, .superseded: entry.to?.position == .absent
      case .unverified, .failed, .stuck, .skipped, nil: false
      }
    // What was created is known by its id at once: its mark, or the owner, may be another one by the next run.
    let address = isGone ? nil : made.address ?? outcome?.address
    objects[entry.key]?.address = address
    if address != nil, var maker = file {
      // Whoever owned it before does so until it has the mark of the file as it is now.
      let isMarked = if case .applied? = outcome { made.content != nil } else { false }
      let former = ([before?.maker].compactMap(\.self) + (before?.ofOthers ?? [:]).values).first {
        $0.path == maker.path
      }
      if !isMarked { maker.owner = made.owner ?? former?.owner ?? maker.owner }
      objects[entry.key]?.maker = maker
    }
    // What is left alone, or only observed, goes on keeping those that it has.
    let isWritten =
      switch outcome {
      case .applied, .unverified: true
      case .superseded, .failed, .stuck, .skipped, nil: false
      }
    objects[entry.key]?.hours = (isWritten ? made.wantedHours ?? made.hours : made.hours ?? made.wantedHours)?.words
    if case .failed(let message)? = outcome, message.code == Outcome.takenBackCode {
      objects[entry.key]?.refusedAt = now
    }
  }

  /// Since when it is left behind, or that it is settled. What this very run was to open has an entry of its own.
  private mutating func remember(_ left: LeftBehind, of file: PolicyFile?, at now: Instant) {
    switch left.standing {
    case .settled: objects[left.object]?.closing = nil
    case .closed, .unknown:
      if let closing = objects[left.object]?.closing {
        objects[left.object]?.closing?.leftAt = closing.leftAt ?? left.closing.leftAt ?? now
        objects[left.object]?.closing?.name = left.closing.name
      } else if case .closed(let live, _) = left.standing, left.closing.isFound {
        var found = RecordedObject(switchState: live.switchState, at: now, wanted: nil, closing: left.closing)
        found.closing?.leftAt = now
        found.address = live.made?.address
        found.hours = live.made?.hours?.daily.map { MadeObject.Hours.daily($0).words }
        found.maker = file.map { PolicyFile(path: $0.path, owner: live.made?.owner ?? $0.owner) }
        found.ofOthers = objects[left.object]?.made(besides: file) ?? [:]
        found.locks = objects[left.object]?.locks ?? [:]
        objects[left.object] = found
      }
    }
  }

  /// That it was moved. Where a run may have done it that was killed before it could say so, no cause is given, but what it
  /// was wanted to be.
  private func moved(
    _ entry: PlanEntry, from: SwitchState?, to: SwitchState, _ recollection: DriftAttribution, at now: Instant
  ) -> Event {
    let isContended = recollection.movedAt.count >= DriftAttribution.contendedMoves
    let mayBeOwn = recollection.mayBeOwnMove(entry)
    return Event(
      at: now, .moved, target: entry.target, system: entry.system, object: entry.kind,
      id: entry.id?.shortened(to: 1024),
      name: entry.name.shortened(),
      from: from, to: to, state: mayBeOwn ? entry.verdict.state : entry.fromState,
      cause: mayBeOwn ? nil : isContended ? .contended : .outside)
  }

  /// That it was tried to move it, and what came of it: for whom, where `person` has asked for what the policy does not; by
  /// what sort of override, where one that is still kept decided.
  private func change(
    _ entry: PlanEntry, from: SwitchState, to: SwitchState, _ outcome: Outcome, decidedBy: String, by person: String?,
    unended: [String: Override.Kind], at now: Instant
  ) -> Event {
    let hours = from.position == to.position ? nil : entry.made?.wantedHours?.daily.map { "hours: \($0)" }
    let differences = (entry.made?.differences ?? []) + (hours.map { [$0] } ?? [])
    let words = (outcome.messages.map(\.text) + differences).joined(separator: "; ")
    var event = Event(
      at: now, .change, by: "reconcile", target: entry.target, system: entry.system, object: entry.kind,
      id: entry.id?.shortened(to: 1024), name: entry.name.shortened(), from: from, to: to, state: entry.wantedState,
      cause: entry.cause, decidedBy: decidedBy,
      outcome: outcome.word, message: words.isEmpty ? nil : words.shortened(to: 1024))
    if case .override(let number) = entry.verdict.decidedBy, let kind = unended[String(number)], kind != .override {
      event.override = kind
    }
    if entry.cause == .released { (event.by, event.decidedBy) = (person ?? event.by, nil) }
    return event
  }

  /// That somebody else moves it again and again from this run on, or does not any more; nil where neither is news.
  private func contention(_ entry: PlanEntry, before: RecordedObject?, at now: Instant) -> Event? {
    let was = before?.isContended ?? false
    let isNow = objects[entry.key]?.contention(at: now) != nil
    if was == isNow { return nil }
    return Event(
      at: now, isNow ? .contended : .contentionOver, target: entry.target, system: entry.system, object: entry.kind,
      id: entry.id?.shortened(to: 1024), name: entry.name.shortened(),
      message: isNow ? objects[entry.key]?.rivals?.words.shortened(to: 1024) : nil)
  }

  /// The two policy files that move it by turns, as far as the last move of those that count tells; nil where that was somebody
  /// else's.
  private func rivals(
    _ entry: PlanEntry, _ outcome: Outcome?, before: RecordedObject?, of file: PolicyFile?, at now: Instant
  ) -> Rivals? {
    guard let last = objects[entry.key]?.movedAt.last else { return nil }
    guard last == now else { return before?.rivals }
    guard let file, let other = entry.takenFrom, outcome != nil else { return nil }
    return Rivals([file.path: entry.target, other: before?.target ?? entry.target])
  }

  /// That a device failed to move, told once however often it is tried again.
  private func stuck(_ change: Event) -> Event {
    var event = change
    (event.kind, event.by, event.cause, event.decidedBy, event.outcome) = (.stuck, nil, nil, nil, nil)
    event.sentence = nil
    return event
  }

  /// A timer that may have been set is remembered too: it must not pass for somebody's.
  private mutating func rememberFailsafeTimer(_ entry: PlanEntry, to: SwitchState, _ outcome: Outcome) {
    if outcome.maySetTimer(to: to) { failsafeTimers[entry.system] = to.ends }
  }

  private func seen(
    _ entry: PlanEntry, from: SwitchState, _ outcome: Outcome?, _ recollection: DriftAttribution, at now: Instant
  ) -> RecordedObject {
    let before = objects[entry.key]
    var switchState = from
    var isInPlace = entry.action == .none
    var isDoubtful = false
    switch outcome {
    case .applied:
      switchState = entry.to ?? from
      isInPlace = true
    case .unverified, .failed, .stuck: isDoubtful = true
    case .superseded, .skipped, nil: break
    }
    let mayBeOwnMove = recollection.mayBeOwnMove(entry)
    let isMoved =
      recollection.wasMoved(to: from) && !mayBeOwnMove || entry.isEdited && before?.cause == nil
      || entry.takenFrom != nil && outcome != nil
    let isWantedAsBefore = entry.to?.position == before?.wanted?.position && entry.verdict.override == before?.override
    var object = RecordedObject(
      switchState: switchState, at: now, wanted: entry.to, override: entry.verdict.override,
      inPlaceAt: isInPlace ? now : before?.inPlaceAt.map { min($0, now) },
      hasBeenInPlace: isInPlace || isWantedAsBefore && (before?.hasBeenInPlace ?? false),
      cause: isInPlace ? nil : entry.cause,
      movedAt: isMoved ? recollection.movedAt : recollection.movedAt.dropLast(),
      found: found(entry, from: from, recollection, before, isInPlace: isInPlace), isDoubtful: isDoubtful,
      closing: mayBeOwnMove
        ? foundClosing(entry, from: from, at: now) : closing(entry, from: from, outcome, before, at: now),
      tries: tries(
        outcome, recollection.tries(entry.to, by: entry.verdict), isStuck: entry.isStuck, isInPlace: isInPlace, at: now)
    )
    if object.found == nil, entry.verdict.override == nil, let tooLate = recollection.tooLate(entry.verdict),
      !from.isLike(tooLate)
    {
      (object.found, object.isFoundTooLate) = (tooLate, true)
    }
    if object.found != nil { object.foundBy = entry.verdict.override ?? before?.finder }
    object.shutAfter = before?.shutAfter(entry, outcome, at: now)
    let isKept = before.map { $0.isKept && $0.switchState.position == switchState.position } ?? false
    object.isKept = isKept && object.closing == nil
    return object
  }

  /// The tries that came to nothing, this run's included. They are forgotten once the device is where it is wanted, and
  /// not because it no longer tells that it is stuck: a lock may say so for a moment only.
  private func tries(
    _ outcome: Outcome?, _ before: RecordedObject.Tries?, isStuck: Bool, isInPlace: Bool, at now: Instant
  ) -> RecordedObject.Tries? {
    let next = RecordedObject.Tries(count: (before?.count ?? 0) + 1, at: now)
    return switch outcome {
    case .stuck: next
    case .unverified, .failed: isStuck || before != nil ? next : nil
    case .applied: nil
    case .superseded, .skipped, nil: isInPlace ? nil : before
    }
  }

  /// That the object is where its target is off because this program has moved it there. A pause that has an end is
  /// none: it ends by itself.
  private func closing(
    _ entry: PlanEntry, from: SwitchState, _ outcome: Outcome?, _ before: RecordedObject?, at now: Instant
  ) -> Closing? {
    let known = before?.closing.flatMap { $0.position == from.position ? $0 : nil }
    switch outcome {
    case .applied, .unverified:
      guard let to = entry.to else { return known }
      // What keeps hours of its own goes on keeping them, whatever holds now.
      if entry.verdict.state.isOff || entry.made?.wantedHours?.daily != nil, to.ends == nil, entry.cause != .released {
        return Closing(target: entry.target, at: now, name: entry.name.shortened(), position: to.position)
      }
      if case .unverified = outcome { return known }
      return nil
    case .superseded, .failed, .stuck, .skipped, nil:
      if let known { return known }
      // What the file makes nobody else has made. What was to stay as it was is managed again.
      let isItsOwn = entry.made != nil || before?.isKept ?? false && entry.action == .none && !entry.isOnlyObserved
      return isItsOwn ? foundClosing(entry, from: from, at: now) : nil
    }
  }

  /// The same where nobody knows who moved it there, as a run may have been killed after its write: rather a warning too
  /// many than something that stays off and nobody hears of. What the file makes blocks wherever it is enabled, now or in its
  /// hours.
  private func foundClosing(_ entry: PlanEntry, from: SwitchState, at now: Instant) -> Closing? {
    let position: SwitchState.Position
    if entry.made != nil {
      guard from.position == .enabled else { return nil }
      position = .enabled
    } else {
      guard let to = entry.to, entry.verdict.state.isOff, to.ends == nil else { return nil }
      position = to.position
    }
    var closing = Closing(target: entry.target, at: now, name: entry.name.shortened(), position: position)
    closing.isFound = true
    return closing
  }

  /// What is to be put back when the last override of a target ends that is otherwise left alone.
  private func found(
    _ entry: PlanEntry, from: SwitchState, _ recollection: DriftAttribution, _ before: RecordedObject?, isInPlace: Bool
  ) -> SwitchState? {
    let found = recollection.found(entry.verdict)
    if let override = entry.verdict.override {
      if let found { return found }
      // Also where a line applies now: none may at the end of the override, and that alone counts.
      guard before?.override != override else { return nil }
      // What somebody has moved while a lock held it for another target is nothing that the lock found.
      guard before?.locks[override] == nil else { return nil }
      // What closes will have closed: whoever began that wants it so.
      if let heading = entry.heading { return SwitchState(heading) }
      // A run that was killed after its write has left no word of what it found: that is where it stood before. But a
      // pause that somebody ended early must not come back.
      if entry.action == .none, let before, before.override == nil, before.switchState.ends == nil {
        return before.switchState
      }
      return from
    }
    // A door that was found open is not opened again: nothing is left to be put back.
    let isGivenUp = entry.to == nil && entry.action == .leave
    return entry.verdict.state == .leave && !isInPlace && !isGivenUp ? found ?? entry.to : nil
  }
}

extension Outcome {
  /// Whether a write of a switch that pauses, `to` where it was wanted, may have set its timer.
  fileprivate func maySetTimer(to: SwitchState) -> Bool {
    guard to.position == .active || to.position == .paused else { return false }
    return switch self {
    case .applied, .unverified: true
    case .superseded, .failed, .stuck, .skipped: false
    }
  }
}

extension Report {
  /// The systems whose timers the run may have set.
  public var systemsOfNewTimers: Set<Name> {
    Set(
      entriesWithOutcomes.compactMap { entry, outcome in
        guard let outcome, let to = entry.to, to.ends != nil, outcome.maySetTimer(to: to) else { return nil }
        return entry.system
      })
  }
}

extension RecordedState {
  /// What is remembered of objects on `system` and is over when no target selects them any more.
  func tied(on system: Name) -> [ObjectKey] {
    objects.filter { $0.key.system == system && $0.value.isTied }.map(\.key)
  }
}

extension RecordedObject {
  /// What was made here, each with who made it, by where it is; what was seen last comes first.
  var makers: [(address: String, file: PolicyFile)] {
    var makers = ofOthers.sorted { $0.key < $1.key }.map { (address: $0.key, file: $0.value) }
    if let address, let maker { makers.insert((address, maker), at: 0) }
    return makers
  }

  /// What files made here that are surely others than `file`: one that was moved keeps its owner.
  fileprivate func made(besides file: PolicyFile?) -> [String: PolicyFile] {
    guard let file else { return ofOthers }
    let others = makers.filter { $0.file.path != file.path && $0.file.owner != file.owner }
    return Dictionary(others.map { ($0.address, $0.file) }) { first, _ in first }
  }

  /// Whether something is remembered of it that is over when no target selects it any more.
  var isTied: Bool { found != nil || tries != nil || target != nil }

  /// No target selects it any more, and none has to hear of it. That a write may yet show its effect goes on being true.
  ///
  /// What an override found is put back when that ends, and never after that: whoever names the object again weeks later
  /// does not mean that old evening. Before the override ends, and as long after that as it is put back, the target may be
  /// missing by a slip in an edit, or as this run follows another file than the override was made for.
  fileprivate mutating func untie(unended: [String: Override.Kind], awaited: Set<String>, isNumbered: Bool) {
    if finder.map({ unended[$0] == nil && !awaited.contains($0) }) ?? true {
      (found, foundBy, isFoundTooLate) = (nil, nil, false)
    }
    (tries, target, wantedState) = (nil, nil, nil)
    // A lock that holds may keep it shut for a target that is yet to come.
    if found == nil, !isNumbered, !isLocked(unended) { name = nil }
  }
}

extension PlanEntry {
  /// What its target is to be; of what is put back or released, what that comes to.
  fileprivate var wantedState: TargetState {
    verdict.state == .leave ? toState ?? .leave : verdict.state
  }

  /// Whether somebody else has edited what the file makes, and not its switch.
  fileprivate var isEdited: Bool {
    made != nil && from?.position == to?.position && (cause == .outside || cause == .contended)
  }
}
