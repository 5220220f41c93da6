import CivilTime
import Controller
import Planning
package import Policies
import Presentation
import Text
import StateStore

/// Every text about overrides that are made, ended or given another end.
enum OverrideMessages {
  /// What was to hold until `end` was asked for in time, and the state was free only after it.
  static func endHasPassed(_ end: Instant, _ moments: Moments) -> OverrideRefusal {
    OverrideRefusal(
      "nothing was written: it was to end at \(moments.short(end)), and another run held the state until after that",
      nil)
  }

  /// Of what is neither on nor off. Who wants more of it wants the state in which people may do more.
  static func noBedtime(_ target: Target) -> UsageError {
    let states = target.overridingStates
    let wanted = target.states?.freer ?? states.last ?? .on
    let line = "reconcile override \(target.name) \(wanted) --for 30m"
    return UsageError(
      message: "'\(target.name)' has no bedtime: it is \(states.map(\.rawValue).joined(separator: " or "))",
      hint: target.permits(wanted)
        ? "for example: \(line)" : notPermitted(wanted, target).hint.map { "\($0); then type: \(line)" })
  }

  /// Of what would be paused, and so do nothing, where it is locked.
  static func lockOfPause(_ target: String) -> UsageError {
    UsageError(
      message: "'\(target)' cannot be locked: it is active or paused",
      hint: "for example: reconcile override \(target) active --for 30m")
  }

  static func overrideOfObserved(_ target: String) -> UsageError {
    UsageError(
      message: "'\(target)' is only observed: the policy has 'enforcement: observe' for it, so nothing is ever written",
      hint: "change its enforcement in the policy first")
  }

  /// Of members of `target` beside others that can be overridden.
  static func leftOut(_ names: [Name], of target: Name) -> OverrideRefusal {
    let (verb, them) = names.count == 1 ? ("is", "it") : ("are", "them")
    return OverrideRefusal(
      "\(names.map { "'\($0)'" }.listed()) of '\(target)' \(verb) left out: the policy only observes \(them).", nil)
  }

  static func unsuitedState(_ word: String, _ target: String, states: [String], meant: String?) -> UsageError {
    UsageError(
      message: "'\(target)' can be \(states.joined(separator: " or ")), not '\(word)'",
      hint: meant.map { "did you mean '\($0)'?" } ?? "write " + states.joined(separator: " or "))
  }

  static func notPermitted(_ state: TargetState, _ target: Target) -> UsageError {
    UsageError(
      message: "the policy does not permit '\(target.name)' to be \(state)",
      hint: target.states?.permission.map { "write '\($0.rawValue): true' in the target '\(target.name)' to permit it" }
    )
  }

  /// `opens`: what it does opens a door.
  static func overrideOfAction(_ target: String, opens: Bool) -> UsageError {
    UsageError(
      message: "'\(target)' has no states: it is an action that runs at a time",
      hint: "'reconcile explain \(target)' shows when; to call it off, "
        + (opens ? "lock the target that has its door, or " : "") + "add a day to its line, as in 'except 2026-12-24'")
  }

  static func noSuchOverride(_ id: String) -> StateError {
    StateError(.failed, "override \(id) not found", hint: "'reconcile override list' shows them")
  }

  /// `wider` are about more than the target; `hint` says what a word that is no target may mean.
  static func noOverride(of target: String, wider: [Override], _ hint: String?) -> StateError {
    let others = wider.map { "\($0.name) is for '\($0.target)': reconcile override end \($0.id)" }
    return StateError(
      .failed, "no override is for '\(target)'" + (wider.isEmpty ? "" : " alone"), hint: others.first ?? hint)
  }

  /// `unseen` has ended, and no run has come since.
  static func noOverrideLeft(of target: String, unseen: Override?, _ context: OverrideContext) -> StateError {
    guard let unseen else {
      return StateError(.failed, "no override is for '\(target)'", hint: "'reconcile override list' shows them")
    }
    return StateError(
      .failed,
      "no override is for '\(target)' any more: \(unseen.name) ended at \(context.moments.short(unseen.until))",
      hint: context.applyLine.map { "'\($0)' brings about what holds now" })
  }

  /// `again` names the policy and the state in a command.
  static func stillHolds(_ override: Override, _ target: String, again: String) -> String {
    "\(override.name), for '\(override.target)', still applies to \(target): "
      + "'reconcile override end \(override.id)\(again)' ends it for all of '\(override.target)'."
  }

  /// Of what is about a part of what was named, and was made for that alone.
  static func goesOn(_ override: Override, again: String, _ moments: Moments) -> String {
    let from = override.from > moments.now ? " from \(moments.short(override.from))" : ""
    return "\(override.name) goes on: \(override.target) \(override.state.inWords)\(from) until "
      + "\(moments.short(override.until)). 'reconcile override end \(override.id)\(again)' ends it."
  }

  /// `isToEnd`: nobody who wants to end what never began wants a new one.
  static func endedBefore(_ override: Override, _ when: String, isToEnd: Bool) -> StateError {
    let command =
      switch override.kind {
      case .override: "override \(override.target) \(override.state.rawValue) --for 30m"
      case .lock: "lock \(override.target) --for 30m"
      case .more: "more \(override.target) 30m"
      }
    return StateError(
      .failed, "\(override.name) (\(override.target) \(override.state.rawValue)) has already ended: \(when)",
      hint: isToEnd && override.until < override.from ? nil : "make a new one: reconcile \(command)")
  }

  /// Who lets something be on that is locked should know it.
  static func beats(_ made: Override, _ overriding: ActiveOverrides, _ moments: Moments) -> [String] {
    overriding.locks(beatenBy: made).map { lock in
      "\(made.name) beats \(lock.name) by \(lock.by) (\(lock.target) \(lock.stateInWords) until "
        + "\(moments.short(lock.until))) for as long as it lasts."
    }
  }

  /// Who makes or ends something about another target should know what the lock has to do with it.
  static func held(_ lock: Override, _ holds: [LockHold], _ deed: OverrideAnswer.Deed) -> String {
    "\(lock.name) \(deed == .ended ? "held" : "holds") \(holds.words), which '\(lock.target)' had before."
  }

  /// That a lock goes on holding beside `made`, which lets the target be on.
  static func holdsAgainst(_ made: Override, _ overriding: ActiveOverrides, _ moments: Moments) -> [String] {
    overriding.holds(against: made).map { hold in
      "\(hold.lock.name) by \(hold.lock.by), on '\(hold.lock.target)', holds \([hold].words) until "
        + "\(moments.short(hold.lock.until)) all the same: 'reconcile override end \(hold.lock.id)' lifts it."
    }
  }

  /// What is off at some time while `made` lets its whole system go, so that it holds nothing back then.
  static func letsGo(_ made: Override, _ overriding: ActiveOverrides) -> [String] {
    let policy = overriding.policy
    let freed = policy.members(of: [made.target]).compactMap(policy.target).filter { carrier in
      carrier.isCarrier && made.state == carrier.states?.freer
    }
    return freed.compactMap { carrier in
      let vain = policy.targets.filter { target in
        target.isCarried(by: carrier)
          && overriding.overlay.timeline(of: target.name, in: made.range).contains { $0.state == target.states?.off }
      }
      return vain.isEmpty ? nil : holdsNothing(vain.map(\.name), while: carrier)
    }
  }

  /// That `target` would be so anyway, and is kept from it.
  static func idleUnder(_ hold: LockHold, _ words: String) -> OverrideRefusal {
    OverrideRefusal(
      "\(words), but \(hold.lock.name) on '\(hold.lock.target)' holds \([hold].words)",
      "'reconcile override end \(hold.lock.id)' lifts it", .locked)
  }

  /// What falls due while a door that it may open is to be shut.
  static func callsOff(_ target: Name, _ times: [Instant], _ moments: Moments) -> String {
    let due = times.prefix(3).map(moments.short) + (times.count > 3 ? ["later"] : [])
    return "'\(target)', due \(due.listed()), is called off if it opens this door."
  }

  /// What fell due while a door that it may open was kept shut, and is not done after all once that has ended.
  static func staysCalledOff(_ target: Name, _ times: [Instant], _ moments: Moments) -> String {
    let due = times.prefix(3).map(moments.short) + (times.count > 3 ? ["later"] : [])
    return "'\(target)', due \(due.listed()), stays called off if it opens this door."
  }

  /// That somebody's own pause goes on.
  static func leftPaused(_ target: Name, until end: Instant, _ moments: Moments) -> String {
    "'\(target)' is paused by hand until \(moments.short(end)), and runs leave that alone: \(StateMessages.pauseEnds)."
  }

  /// That somebody's own pause ends sooner.
  static func shortensPause(_ target: Name, until end: Instant, _ moments: Moments) -> String {
    "This ends a pause sooner that somebody made by hand: '\(target)' was paused until \(moments.short(end))."
  }

  /// That `words` say what holds anyway, and that somebody's own pause goes on.
  static func idleWhilePaused(_ words: String, until end: Instant, _ moments: Moments) -> OverrideRefusal {
    OverrideRefusal(
      "\(words), but paused by hand until \(moments.short(end)), and that is left alone", StateMessages.pauseEnds, .idle
    )
  }

  /// That `other`, which somebody may count on, is about a target that is gone.
  static func lostMore(_ other: Override, _ moments: Moments) -> String {
    "\(other.name) (\(other.target) \(other.state.rawValue) until \(moments.short(other.until))) counts for nobody any more: "
      + "the policy has no target '\(other.target)'."
  }

  static func nothingLeft(_ time: MoreTime, _ moments: Moments) -> String {
    let off = moments.short(time.range.lowerBound)
    let end = time.offEnds.map { " to \(moments.short($0))" } ?? ""
    return "Nothing is left of the 'off' of \(time.target) from \(off)\(end)."
  }

  static func noMore(_ refusal: MoreTime.Refusal, _ moments: Moments) -> OverrideRefusal {
    switch refusal {
    case .neverOff(let target):
      OverrideRefusal("\(target): never off within a year, so there is nothing to postpone", nil, .neverOff)
    case .locked(let target, let locks):
      OverrideRefusal(
        "\(target): locked "
          + locks.map { "\(stretch(of: $0, moments)) (\($0.name) by \($0.by))" }.listed()
          + "; more time does not lift a lock",
        "'reconcile override end \(locks.map(\.id).joined(separator: " "))' lifts \(locks.count == 1 ? "it" : "them")",
        .locked)
    case .tooFar(let target, let end):
      OverrideRefusal(
        "\(target): more time would last until \(moments.short(end)), and an override ends within 366 days",
        "write what should last longer in the policy")
    }
  }

  /// `until Fri 09:00`, or `from 22:00 until Fri 09:00` for one that is yet to begin.
  private static func stretch(of lock: Override, _ moments: Moments) -> String {
    (lock.from > moments.now ? "from \(moments.short(lock.from)) " : "") + "until \(moments.short(lock.until))"
  }
}

extension Override {
  /// Its state; `locked, off` of a lock on what is on or off, while a door is closed, and a service stopped.
  package var stateInWords: String { kind == .lock && state == .off ? "locked, off" : state.rawValue }
}
