import CivilTime
import Policies
import Providers

/// What earlier runs have to say about one object, now that it has been read again. Decides; remembers nothing itself. Of
/// thousands each is handed on a dozen times, and so as a reference.
final class DriftAttribution {
  /// Moved from outside so often within an hour, somebody else wants something else.
  static let contendedMoves = 3
  /// The same of what two policy files move that share the state: who did it is known.
  static let contendedTurns = 2
  /// How long a move from outside counts towards that, in seconds.
  static let contendedSeconds: Int64 = 3600

  /// Of thousands of objects hardly any is remembered at a first look, and each is asked about.
  @Seldom private var seen: RecordedObject?
  private let isPolicyNew: Bool
  /// Whether what was seen was another object: the policy has its system at another address by now, or has another owner.
  private let isOther: Bool
  /// The override that wanted it where it was seen, if that still holds.
  @Seldom private var held: HeldOverride?
  /// The locks that hold it where they have put it, the newest first, each with where.
  private let locks: [(lock: HeldOverride, position: SwitchState.Position)]
  /// Whether the override that last moved it from where it was found has yet to end.
  private let isUnended: Bool
  /// When that override began; nil where it is not kept any more.
  private let finderBegan: Instant?
  /// When the override ends, or has ended, that wanted it where it was seen; nil where that is not kept any more.
  private let deciderEnds: Instant?
  /// When the timer rings that was set here last, by each clock that knows; empty where it was seen on none.
  private let ownTimers: [Instant]
  /// The other file of the same owner that made it last and is still there.
  @Seldom private(set) var rival: String?
  /// The other file whose run saw it last, which is still there and was followed lately.
  @Seldom private var otherFile: String?
  private let now: Instant

  init(
    _ seen: RecordedObject?, isPolicyNew: Bool, isOther: Bool, held: HeldOverride?,
    locks: [(lock: HeldOverride, position: SwitchState.Position)], isUnended: Bool, finderBegan: Instant?,
    deciderEnds: Instant?, ownTimers: [Instant], rival: String?, otherFile: String? = nil, now: Instant
  ) {
    self.seen = seen
    self.isPolicyNew = isPolicyNew
    self.isOther = isOther
    self.held = held
    self.locks = locks
    self.isUnended = isUnended
    self.rival = rival
    self.otherFile = otherFile
    self.finderBegan = finderBegan
    self.deciderEnds = deciderEnds
    self.ownTimers = ownTimers
    self.now = now
  }

  /// Why the object is at `live` and not where `verdict` wants it.
  ///
  /// | remembered | cause |
  /// |---|---|
  /// | nothing | first-run |
  /// | another object: its system had another address, or its mark another owner | policy |
  /// | it was to be paused on a timer, and has none any more | timer-lost |
  /// | nothing was wanted of it before, and something is since then | as if it stood there |
  /// | it stood elsewhere before, and no timer of its own explains it | outside, or contended for the third time in an hour |
  /// | another file of this state took it from where this one wants it | contended for the second time in an hour |
  /// | it was wanted where it is wanted now, and all the time since | what the cause was then; first-run where then is later than now |
  /// | the same, the cause was first-run, nothing was tried, and the policy is another one | policy |
  /// | it was wanted elsewhere by an override that still holds and does not count for it any more | policy |
  /// | it was wanted elsewhere, an override decided then or decides now | override |
  /// | the policy is another one, and wants it since before the last run | policy |
  /// | an override has ended that decided until then | override |
  /// | anything else | schedule |
  func cause(live: SwitchState, wanted: SwitchState, verdict: Verdict) -> Cause {
    guard let seen else { return isOther ? .policy : .firstRun }
    if isOther { return .policy }
    if hasLostTimer(live) { return .timerLost }
    if wasMoved(to: live), !wasFree(verdict) { return movedAt.count >= Self.contendedMoves ? .contended : .outside }
    if fileThatMoved(wanted: wanted, verdict) != nil, movedAt.count >= Self.contendedTurns { return .contended }
    // What began since has a cause of its own: nobody goes on keeping it from what it was wanted to be a day ago.
    if let before = seen.wanted, before == wanted, verdict.since.map({ $0 <= seen.at }) ?? true {
      // What was left as it was found, as it was only observed, is due because of the edit.
      if isPolicyNew, seen.cause == .firstRun, !seen.isDoubtful { return .policy }
      return seen.cause ?? (isAhead ? .firstRun : .schedule)
    }
    if held != nil, verdict.override == nil { return .policy }
    if seen.override != nil || verdict.override != nil { return .override }
    let isOlderThanLastRun = verdict.since.map { $0 <= lastRun(since: seen.at) } ?? true
    if isPolicyNew && isOlderThanLastRun { return .policy }
    // No run may have come while it held, and none has noted it.
    return verdict.beganAsOverrideEnded ? .override : .schedule
  }

  /// The other file of this state that wanted it elsewhere at its last run, although this one has `wanted` it here since
  /// before that; nil where none did.
  func fileThatMoved(wanted: SwitchState, _ verdict: Verdict) -> String? {
    guard let otherFile, let seen, !isOther, let before = seen.wanted, before.position != wanted.position,
      verdict.since.map({ $0 <= seen.at }) ?? true
    else { return nil }
    return otherFile
  }

  /// Whether nothing was wanted of it at the last look, and what is wanted now began since: whoever moved it may have done so
  /// while it was left alone.
  private func wasFree(_ verdict: Verdict) -> Bool {
    guard let seen, seen.wanted == nil, seen.found == nil, let since = verdict.since else { return false }
    return since > seen.at
  }

  /// Why something other than the switch of what the file owns is not as the file says: the file, or what it is read with,
  /// says otherwise by now, as `contentMark` tells, somebody has edited it, or it is to keep other `hours` than before, because
  /// of an override where that is so.
  func causeOfContent(_ hours: MadeObject.Hours?, isOverridden: Bool, contentMark: String?) -> Cause {
    guard let seen else { return isOther ? .policy : .firstRun }
    if isOther { return .policy }
    if let cause = seen.cause { return cause }
    if let hours, seen.hours != hours.words {
      return isOverridden || seen.override != nil ? .override : isPolicyNew ? .policy : .schedule
    }
    if !isPolicyNew, isAhead { return .firstRun }
    // Zones of the console may have changed: then something else is wanted, and nobody has edited anything.
    let isOtherwiseWanted = contentMark != nil && seen.contentMark.map { $0 != contentMark } ?? false
    return isPolicyNew || isOtherwiseWanted ? .policy : movedAt.count >= Self.contendedMoves ? .contended : .outside
  }

  /// The lock that has put it where it is no more, although that still holds, and not for `target`, which has it by now; nil
  /// where none does. What a lock holds is put right as long as it lasts, whoever's it is.
  func lock(putting target: Name, rightAt live: SwitchState) -> (lock: HeldOverride, position: SwitchState.Position)? {
    guard let held = locks.first(where: { !$0.lock.reached.contains(target) }) else { return nil }
    return held.position != live.position && live.position.asSwitch != nil ? held : nil
  }

  /// The lock that has put it elsewhere than `wanted` and still holds, though not for `target`, which has it by now; nil
  /// where nothing keeps it.
  func lock(keeping target: Name, from wanted: SwitchState) -> HeldOverride? {
    locks.first { !$0.lock.reached.contains(target) && $0.position != wanted.position }?.lock
  }

  /// The lock that keeps it enabled where that blocks, whatever it is about: as long as it holds, what blocks for it is not
  /// removed either. Nil where none does.
  var blockingLock: HeldOverride? { locks.first { $0.position == .enabled }?.lock }

  /// When it was last made and had to be taken back; nil for never.
  var refusedAt: Instant? { seen?.refusedAt }

  /// When its system last did not keep the hours that it was sent; nil for never.
  var hoursRefusedAt: Instant? { seen?.hoursRefusedAt }

  /// When the last run may have been that saw the object as it was remembered at `at`: quiet runs since then need not
  /// have left a trace. A timer runs every minute, so the last minute is this run's own.
  private func lastRun(since at: Instant) -> Instant { max(at, min(at + RecordedState.quietSeconds, now + -60)) }

  /// Whether a door that is wanted open was opened since what decides wishes for that, and shut by hand: however many other
  /// overrides, or other files, have decided since, it is no new wish that what wanted it open before decides again.
  ///
  /// It is found in `state`, which is where its switch is `live`.
  func isLeftShut(in state: TargetState?, _ live: SwitchState, by verdict: Verdict) -> Bool {
    guard let seen, !isOther else { return false }
    return seen.shutAfter(finding: state, live, at: now).map(verdict.isNoNewWish) ?? false
  }

  /// Whether a difference is under `yield`: it was seen in place since it is wanted there.
  func hasBeenInPlace(wanted: SwitchState, verdict: Verdict) -> Bool {
    guard let seen, !isOther, seen.hasBeenInPlace, let before = seen.wanted, before.isLike(wanted),
      seen.override == verdict.override, let inPlaceAt = seen.inPlaceAt
    else { return false }
    return verdict.since.map { inPlaceAt >= $0 } ?? true
  }

  /// What an override found that is yet to be put back; nil where there is nothing, or where it is too late for that. It
  /// is not for an override that has yet to end and decides no more, as the clock was set back or another file is followed.
  func found(_ verdict: Verdict) -> SwitchState? {
    guard let seen, let found = seen.found else { return nil }
    if isUnended { return found }
    guard let since = verdict.foundSince else { return nil }
    // What was seen by a clock that was ahead says nothing of when; whether that override is among them does.
    guard let last = seen.isFoundTooLate ? finderBegan : seen.at, since <= last else { return nil }
    return found
  }

  /// What an override found and is too late to be put back; nil where that override is not kept any more.
  func tooLate(_ verdict: Verdict) -> SwitchState? {
    finderBegan != nil && found(verdict) == nil && !isBygone(verdict) ? seen?.found : nil
  }

  /// Whether a line has decided since an override found what was not put back, by the policy, or as far as looks tell. Nobody
  /// waits for that any more.
  private func isBygone(_ verdict: Verdict) -> Bool {
    guard let seen, verdict.state == .leave else { return false }
    if let ended = verdict.lineEnded, seen.at < ended { return true }
    guard seen.override == nil else { return false }
    if let wanted = seen.wantedState, wanted != TargetState.leave.rawValue { return true }
    return seen.isFoundTooLate && verdict.since.map { $0 > seen.at } ?? false
  }

  /// Where it was seen before an override of which no run has noted what it did, as it was killed or its state could not
  /// be written: the override has ended, and it is `live` where that wanted it. Nil where it is not. Somebody else may have
  /// moved it there, and would have in vain.
  func unnoted(_ verdict: Verdict, live: SwitchState, isAsEnded: Bool) -> SwitchState? {
    guard let seen, seen.found == nil || seen.isFoundTooLate, isAsEnded, verdict.state == .leave,
      let since = verdict.foundSince, seen.at < since, !seen.isDoubtful, !seen.switchState.isLike(live),
      seen.switchState.ends == nil, seen.switchState.canBePutBack
    else { return nil }
    return seen.switchState
  }

  /// Where to put back what an override found on a target that is left alone again; nil where there is nothing to.
  func restored(verdict: Verdict) -> SwitchState? {
    guard verdict.state == .leave, let found = found(verdict), found.canBePutBack else { return nil }
    // A pause that was found would be over by now.
    if let ends = found.ends, ends <= now { return SwitchState(.active) }
    return found
  }

  /// What an override found on a target that is left alone again, and that stays as it is now, or is left to another
  /// override that has begun since; nil where there is nothing like that, or something else was wanted since.
  func notRestored(verdict: Verdict) -> SwitchState? {
    guard let seen, found(verdict) != nil || !isBygone(verdict) else { return nil }
    if verdict.override != nil {
      // Where a line decides in the end nobody waits for it.
      let isWaitedFor = verdict.overridden == .leave || verdict.putBackAt != nil
      return isWaitedFor && found(verdict) == nil ? seen.found : nil
    }
    return verdict.state == .leave && restored(verdict: verdict) == nil ? seen.found : nil
  }

  /// After how many minutes a device that did not move is told to move again: after the first try, the second …; after the
  /// last of them not until something changes.
  private static let minutesBetweenTries: [Int64] = [1, 5, 15]

  /// The tries in a row that it did not move since it is wanted at `wanted` by the same override, or the policy that holds
  /// now; nil where none was made.
  func tries(_ wanted: SwitchState?, by verdict: Verdict) -> RecordedObject.Tries? {
    guard let seen, seen.wanted?.position == wanted?.position else { return nil }
    if isPolicyNew || verdict.override != seen.override { return nil }
    return seen.tries
  }

  /// The same of what does not tell its state: only what somebody wishes begins them anew.
  func triesOfAsking(_ wanted: SwitchState?, by verdict: Verdict) -> RecordedObject.Tries? {
    guard let seen, seen.wanted?.position == wanted?.position, !isReleased(by: verdict) else { return nil }
    if let override = verdict.override, override != seen.override { return nil }
    return seen.tries
  }

  /// Whether a device that did not move is to be told again to move to `wanted`.
  func mayTryAgain(_ wanted: SwitchState, by verdict: Verdict) -> Bool {
    mayTryAgain(after: tries(wanted, by: verdict))
  }

  /// The same of what does not tell its state.
  func mayAskAgain(_ wanted: SwitchState, by verdict: Verdict) -> Bool {
    mayTryAgain(after: triesOfAsking(wanted, by: verdict))
  }

  private func mayTryAgain(after tries: RecordedObject.Tries?) -> Bool {
    guard let tries else { return true }
    guard tries.count <= Self.minutesBetweenTries.count else { return false }
    return now - tries.at >= Self.minutesBetweenTries[max(0, tries.count - 1)] * 60 || now < tries.at
  }

  /// How often in a row it was tried in vain to move it.
  var triesInVain: Int { seen?.tries?.count ?? 0 }

  /// Whether it is not told again before something changes.
  var isGivenUp: Bool { triesInVain > Self.minutesBetweenTries.count }

  /// What it was asked for, where its system does not tell its state; nil where nothing is remembered of that.
  var asking: Asking? { seen?.asking }

  /// Whether somebody wishes for what is `wanted` of what does not tell its state, and it was not asked for since: it is then
  /// asked for, also where nothing else was wanted before. Whoever makes or ends an override may see that it is not so. What
  /// is done at the end of one, and was confirmed, is no such wish.
  func isNewWish(_ wanted: SwitchState, by verdict: Verdict) -> Bool {
    if Asking.number(verdict.override) > asking?.newestWish ?? 0 { return true }
    return isReleased(by: verdict) && !(seen?.isConfirmed(at: wanted.position) ?? false)
  }

  /// Whether somebody has ended the override that wanted it where it was seen, and not its time.
  func isReleased(by verdict: Verdict) -> Bool {
    guard let seen, let override = seen.override, override != verdict.override, let ended = deciderEnds,
      let expected = seen.asking?.overrideEnds
    else { return false }
    return ended < expected
  }

  /// When it was last seen in place; nil where that is yet to come.
  var inPlaceAt: Instant? { seen?.inPlaceAt.flatMap { $0 <= now ? $0 : nil } }

  /// When it was moved from outside, as far as that still counts, this time included.
  var movedAt: [Instant] { (seen?.moves(at: now) ?? []) + [now] }

  /// Whether what is remembered is later than now: the clock was set back. What has changed between two times of which the
  /// second is not the later one is nobody's deed, and the end of a timer may have moved with the clock.
  private var isAhead: Bool { seen.map { now < $0.at } ?? false }

  /// Whether somebody else moved it since the last run.
  func wasMoved(to live: SwitchState) -> Bool { !isAhead && isElsewhere(live) }

  /// Whether it stands elsewhere than remembered, and no timer of its own explains that.
  private func isElsewhere(_ live: SwitchState) -> Bool {
    guard let seen, !isOther, !seen.isDoubtful, !seen.switchState.isLike(live), !hasLostTimer(live) else {
      return false
    }
    return !isTimerRunOut(seen, live) && !(isOwnPause(seen.switchState) && isOwnPause(live))
  }

  /// Whether `state` is a pause on the timer that was set here. It says so before and after the wall clock was set, which
  /// moves its end.
  private func isOwnPause(_ state: SwitchState) -> Bool {
    ownTimers.contains { state.isLike(SwitchState(.paused, ends: $0)) }
  }

  /// Whether it was moved to where `entry` finds it, and perhaps by a run that was killed before it could note that: it is
  /// where the policy wants it now, and wanted it elsewhere at the last look. Then nobody can know who did it.
  func mayBeOwnMove(_ entry: PlanEntry) -> Bool {
    guard let seen, let from = entry.from, let wanted = entry.to, isElsewhere(from) else { return false }
    return entry.action == .none && !entry.isOnlyObserved && seen.wanted?.position != wanted.position
  }

  /// Whether a pause that was to be here has lost its timer and goes on without an end. Somebody could have done that,
  /// too; a restart is what does it every time.
  func hasLostTimer(_ live: SwitchState) -> Bool {
    guard let seen, !seen.isDoubtful, let ends = seen.switchState.ends, seen.wanted?.position == .paused else {
      return false
    }
    return seen.switchState.position == .paused && live == SwitchState(.paused) && now < ends
  }

  /// How much earlier than remembered a timer may ring by this machine's clock, in seconds: what is remembered of it may
  /// be a little old, and clocks are not quite alike.
  private static let timerLeadSeconds: Int64 = 15

  /// Whether a timer that was seen to run explains the new position. One that is set here rings only after the wanted
  /// end: whoever ended the pause before that was somebody else.
  private func isTimerRunOut(_ seen: RecordedObject, _ live: SwitchState) -> Bool {
    guard let ends = seen.switchState.ends, live.ends == nil, live.position != seen.switchState.position else {
      return false
    }
    if let wantedEnd = seen.wanted?.ends, now < wantedEnd { return false }
    return now - ends >= -Self.timerLeadSeconds
  }
}

extension SwitchState {
  /// Whether a switch can be told to go there: a group that was partly on cannot be brought there again.
  var canBePutBack: Bool {
    switch position {
    case .enabled, .disabled, .active, .paused, .absent: true
    case .mixed, .unknown: false
    }
  }
}
