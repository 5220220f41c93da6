import Approvals
package import CivilTime
package import Documents
import Host
package import Planning
package import Policies
package import Presentation
package import Providers
package import StateStore
import Text

/// Every text about the state of earlier runs.
package enum StateMessages {
  package static func unknown(_ error: StateError) -> Finding {
    Finding(
      Message(
        code: "state.unknown", "\(error.message); causes and overrides are unknown",
        hint: error.kind == .forbidden ? error.hint : remedy(error)))
  }

  /// What mends a state that somebody else may write, or nobody; nil for any other trouble.
  static func remedy(_ error: StateError) -> String? {
    error.kind == .untrusted || error.kind == .readOnlyDisk ? error.hint : nil
  }

  /// That runs of now cannot remember anything.
  package static func notWritable(_ error: StateError) -> Finding {
    Finding(
      Message(
        code: "state.not-writable", "\(error.message); what runs do is not remembered", hint: error.hint))
  }

  /// Of a `last` run that is noted for later than now.
  package static func ranAhead(_ last: String) -> String {
    "the last run is noted for \(last), in the future: the clock was set back, and nothing has run since"
  }

  /// That a target does not follow the schedule, as a lock keeps `objects` of it; nil for none.
  static func locked(_ objects: [LockedObject]) -> Finding? {
    guard let first = objects.first else { return nil }
    let (lock, target) = (first.lock, first.target)
    let names = objects.map { "'\($0.name)'" }.listed(atMost: 3)
    let (stay, them) = objects.count == 1 ? ("stays as it is", "it") : ("stay as they are", "them")
    return Finding(
      Message(
        code: "object.locked",
        "'\(target)': \(names) \(stay): \(lock.name) on '\(lock.target)' has switched \(them) and holds",
        hint: "'reconcile override end \(lock.id)' lifts it"), system: first.key.system, target: target)
  }

  /// That somebody's own pause of `target` goes on, and what ends it; where the policy pauses it itself before that, from
  /// `taken` on, the pause ends when that does.
  static func pausedByHand(
    _ target: Name, until end: Instant, taken: Instant?, _ moments: Moments
  ) -> Finding {
    let own = taken.map { " until \(moments.short($0)), when a pause of the policy with its own end takes its place" }
    return Finding(
      Message(
        code: "blocking.paused-by-hand",
        "'\(target)' is paused by hand until \(moments.short(end)), and that is left alone\(own ?? "")",
        hint: pauseEnds), target: target)
  }

  /// What ends a pause that somebody made by hand.
  package static let pauseEnds = "whoever paused it can end that there; with 'enforcement: strict' every run does"

  /// What runs go by and cannot be read, because the file was edited or is damaged; nothing where all can.
  static func unreadable(_ counts: [StoredSort: Int]) -> [Finding] {
    let parts = StoredSort.allCases.compactMap { sort in counts[sort].map { words(sort, $0) } }
    guard !parts.isEmpty else { return [] }
    let all = parts.listed()
    let isOverrides = counts[.overrides] != nil
    return [
      Finding(
        Message(
          code: "state.unreadable-rows", "unreadable rows in the state do not count: \(all)",
          hint: isOverrides
            ? "'reconcile override list' shows the overrides that count; make again what is missing"
            : "the next apply writes them again"))
    ]
  }

  /// What is in the state, and does not count as its history does not know it so. What is missing can be told by
  /// `--verify` alone: nothing that a run does would bring it back. Of `strangers`, an override without a policy may be one
  /// of an earlier version.
  static func notInHistory(_ differences: [Difference], among strangers: [Override]) -> [Finding] {
    let here = differences.filter { $0.kind != .missing }
    let older = strangers.filter { stranger in
      stranger.policy == nil && here.contains(Difference(.override(stranger.id), .unknown))
    }
    let rest = here.filter { difference in !older.contains { difference.kept == .override($0.id) } }
    return notInHistory(rest) + (older.isEmpty ? [] : [notToldOf(older.map(\.id))])
  }

  /// The overrides of these numbers: an earlier version may have saved them from a damaged file, and not its history.
  private static func notToldOf(_ ids: [String]) -> Finding {
    let isOne = ids.count == 1
    let (overrides, them) =
      isOne ? ("override \(ids[0]) does", "it") : ("overrides \(ids.listed(atMost: 3)) do", "them")
    return Finding(
      Message(
        code: "state.not-in-history",
        "\(overrides) not count, as the history does not say who made \(them): an earlier version may have saved \(them) "
          + "from a damaged state",
        hint: "'reconcile override extend \(ids[0]) --until …' makes \(isOne ? "it" : "the first") count; "
          + "'reconcile override end \(ids[0])' ends it"))
  }

  private static func notInHistory(_ here: [Difference]) -> [Finding] {
    guard !here.isEmpty else { return [] }
    let ids = here.compactMap { if case .override(let id) = $0.kept { id } else { nil as String? } }
    let others = Set(here.map(\.kept)).filter { if case .override = $0 { false } else { true } }
    let overrides = ids.isEmpty ? [] : [ids.count == 1 ? "override \(ids[0])" : "overrides \(ids.listed(atMost: 3))"]
    let parts = overrides + others.map(\.words).sorted()
    return [
      Finding(
        Message(
          code: "state.not-in-history",
          "somebody else has written into the state; that does not count: \(parts.joined(separator: ", "))",
          hint: ids.isEmpty
            ? "the next apply writes it again"
            : "'reconcile history --verify' tells more; 'reconcile override end \(ids[0])' ends "
              + (ids.count == 1 ? "it" : "the first")))
    ]
  }

  private static func words(_ sort: StoredSort, _ count: Int) -> String {
    switch sort {
    case .objects: count == 1 ? "1 object as it was last seen" : "\(count) objects as they were last seen"
    case .timers: count == 1 ? "1 timer" : "\(count) timers"
    case .backoffs: count == 1 ? "1 system that is left alone" : "\(count) systems that are left alone"
    case .overrides: count == 1 ? "1 override" : "\(count) overrides"
    case .lastGoodPolicy: "the last valid policy"
    case .requests: count == 1 ? "1 request" : "\(count) requests"
    }
  }

  static func notUsed(_ reason: String) -> String {
    "\(reason); the schedule is enforced, but causes and overrides are unknown"
  }

  static func notUsedForLastGood(_ reason: String) -> String {
    "\(reason); the last valid policy is unknown"
  }

  static func notKept(_ reason: String) -> String { "\(reason); what this run did is not remembered" }

  static func held(_ path: String, seconds: Int) -> String { heldFor(path, seconds: seconds) + "; nothing was done" }

  private static func heldFor(_ path: String, seconds: Int) -> String {
    "another run has held the state in '\(path)' for more than \(seconds) s"
  }

  static let noBootClock = StateError(
    .failed, "this machine does not say when it was started, which one-time codes need",
    hint: "a unit with ProcSubset=pid hides it; write it again with 'sudo reconcile units --output /etc/systemd/system'"
  )
  static let noMemoryForCodes = StateError(.failed, "there is not enough memory to make a code", hint: nil)

  /// Why an approver could not be told.
  package static let noChannel = "the file of approvers has no address for them"
  /// That `approver` could not be told of the request of this number.
  static func untold(_ approver: Name, of id: String, because reason: String?) -> Message {
    Message(
      code: "approver.unreachable",
      "request \(id): \(approver) could not be notified" + (reason.map { " (\($0))" } ?? ""),
      hint: "it is tried again while the request is open; 'reconcile requests' shows it")
  }

  static func codesNotNoted(_ reason: String) -> String { "\(reason); who was notified of a request is not remembered" }
  static func codesNotNoted(_ path: String, heldFor seconds: Int) -> String {
    codesNotNoted(heldFor(path, seconds: seconds))
  }

  static func codesNotMade(_ reason: String) -> String { "\(reason); nobody was notified of a request" }

  /// That nothing can be written at `now`.
  package static func clockTooEarly(_ now: Instant) -> StateError {
    StateError(.clock, PassMessages.clockInThePast(Zone.utc.longText(now)), hint: nil)
  }

  /// That nothing is written at `now`, for whoever only looks; nil where the clock may be right.
  package static func nothingIsWritten(_ moments: Moments) -> Finding? {
    guard !Version.wasReleased(by: moments.now) else { return nil }
    return Finding(
      Message(
        code: "clock.too-early", PassMessages.clockInThePast(moments.zone.longText(moments.now)),
        hint: "'timedatectl' shows whether it is synchronized"))
  }

  static func stateIsHeld(_ folder: String, seconds: Int) -> StateError {
    StateError(.busy, held(folder, seconds: seconds), hint: heldHint)
  }

  /// That a run had so many more events than it may keep.
  package static func leftOut(_ count: String) -> String {
    "\(count) more were not kept: a run may add 8 MiB to the history"
  }

  static let heldHint = "try again in a moment"

  /// That a system is not asked, with what was said and advised when it was.
  static func leftAlone(_ backoff: Backoff, _ moments: Moments) -> ProviderError {
    let reason =
      switch backoff.reason {
      case .busy:
        ", because it was busy" + (backoff.busy.map { ": " + $0.text } ?? "")
          + (backoff.refusal.map { "; before that: " + $0.text } ?? "")
      case _ where backoff.refusal != nil: ": " + (backoff.refusal?.text ?? "")
      case .refused, .final: ", because it refused the credential"
      case nil: ", because it was busy or refused the credential"
      }
    let times = backoff.failures == 1 ? "" : "; \(backoff.failures) tries in a row have failed"
    let advice = [backoff.busy, backoff.refusal].compactMap { $0?.hint }.map { $0 + "; " }.joined()
    if let refusedAt = backoff.refusedAt {
      return .leftAlone(
        "left alone since \(moments.short(refusedAt))\(reason)\(times)",
        hint: (advice.isEmpty ? "store another credential; " : advice)
          + "'reconcile apply' in a terminal tries once more", for: .final)
    }
    return .leftAlone(
      "left alone until \(moments.short(backoff.until))\(reason)\(times)",
      hint: advice + "editing the policy or the secret, or running apply in a terminal, retries at once",
      for: backoff.reason)
  }

  /// That the credential of `system` will soon be good for nothing.
  package static func ends(_ ends: [CredentialEnd], of system: Name, _ moments: Moments) -> [Finding] {
    ends.map { Finding($0.message(moments.short), system: system) }
  }

  /// The same where what is told is not told beside its system.
  static func endsSoon(_ end: CredentialEnd, of system: Name, _ moments: Moments) -> Finding {
    var message = end.message(moments.short)
    message.text = "\(system): " + message.text
    return Finding(message, system: system)
  }

  /// What `override` names and does not count for; nothing where it counts for all of it. `holds` is what it keeps shut
  /// for other targets.
  static func misses(
    _ override: Override, _ reach: OverrideReach, _ holds: [LockHold], _ moments: Moments
  ) -> [Finding] {
    if reach.isEmpty { return [noTarget(override, holds, moments)] }
    if reach.isObserved { return holds.isEmpty ? [onlyObserved(override)] : [] }
    let (wanted, isPart) = ("\(override.name) wants '\(override.state.rawValue)'", !reach.reached.isEmpty)
    let rest = isPart ? "; it still counts for the rest of '\(override.target)'" : ""
    let hint = "'reconcile override end \(override.id)' ends it" + (isPart ? " for all of '\(override.target)'" : "")
    func names(_ members: [Name]) -> String {
      (isPart ? members : [override.target]).map { "'\($0)'" }.listed()
    }
    var findings: [Finding] = []
    if !reach.observed.isEmpty {
      let text = "\(override.name) does nothing for \(names(reach.observed)), which the policy only observes\(rest)"
      findings.append(Finding(Message(code: "override.observed", text, hint: hint)))
    }
    if !reach.unsuited.isEmpty {
      let text = "\(wanted), which \(names(reach.unsuited)) cannot be\(rest)"
      findings.append(Finding(Message(code: "override.does-not-fit", text, hint: hint)))
    }
    if !reach.forbidden.isEmpty, isPart || findings.isEmpty {
      let text = "\(wanted), which the policy does not allow for \(names(reach.forbidden))\(rest)"
      findings.append(Finding(Message(code: "override.not-permitted", text, hint: hint)))
    }
    return findings
  }

  /// The code of `madeAhead`, by which others tell it from the rest.
  package static let madeAheadCode = "override.made-ahead"

  /// `override` was made by a clock that was ahead, and lasts for longer than was meant, or begins later.
  static func madeAhead(_ override: Override, _ moments: Moments) -> Finding {
    Finding(
      Message(
        code: madeAheadCode,
        "\(override.name) of '\(override.target)' was made at \(moments.short(override.madeAt)), which is yet to come: "
          + "the clock was ahead",
        hint: "'reconcile override end \(override.id)' ends it"))
  }

  private static func onlyObserved(_ override: Override) -> Finding {
    Finding(
      Message(
        code: "override.observed",
        "\(override.name) does nothing: the policy only observes '\(override.target)'",
        hint: "'reconcile override end \(override.id)' ends it"))
  }

  private static func noTarget(_ override: Override, _ holds: [LockHold], _ moments: Moments) -> Finding {
    let held = holds.isEmpty ? "" : ", and holds \(holds.words) until \(moments.short(override.until))"
    return Finding(
      Message(
        code: "override.no-target",
        "\(override.name) is about '\(override.target)', which no longer exists in the policy\(held)",
        hint: "'reconcile override end \(override.id)' ends it"))
  }

  /// `foreign` were made for other policies than the one of this run.
  /// Those of the policy that is followed are as they should be: nothing is said of ending them.
  package static func madeForAnother(
    _ foreign: [Override], _ following: Following?, isFollowedFromNow: Bool = false
  ) -> Finding {
    let byPath = Dictionary(grouping: foreign) { $0.policy?.path ?? following?.followed?.path ?? "?" }
    let made = byPath.sorted { $0.key < $1.key }.map { path, overrides in
      "\(overrides.map(\.name).listed()) \(overrides.count == 1 ? "was" : "were") made for '\(path)'"
    }
    let counts = foreign.count == 1 ? "does not count here" : "do not count here"
    // What another policy no longer has, as this one is followed instead, counts nowhere.
    let lost = foreign.filter { isFollowedFromNow || !(following?.isInForce($0, owner: nil) ?? false) }
    let ids = lost.map(\.id).joined(separator: " ")
    return Finding(
      Message(
        code: "override.other-policy",
        made.joined(separator: ", ") + (byPath.count == 1 ? ", and \(counts)" : "; they \(counts)"),
        hint: lost.isEmpty
          ? "runs follow that policy, and there \(foreign.count == 1 ? "it counts" : "they count")"
          : "'reconcile override end \(ids)' ends \(lost.count == 1 ? "it" : "them")"))
  }

  /// `unasked` were made for this policy while another one was followed, and a guard would have to be asked; nothing of none.
  static func neverAsked(_ unasked: [Override]) -> [Finding] {
    unasked.map { override in
      Finding(
        Message(
          code: "override.other-policy",
          "\(override.name) on '\(override.target)' was made while another policy was followed, and does not count: a guard "
            + "would have to be asked",
          hint: "make it again, which asks; 'reconcile override end \(override.id)' ends it"))
    }
  }

  /// A target that does not follow the policy as it is now. `isAskedEarlier` says that its approvers were asked about an
  /// earlier edit, and not about this one; `isAskedLater` that the file has asked as often as it may within a day.
  static func editHeld(
    _ held: HeldEdits.Held, _ known: ApprovedVersions, isAskedEarlier: Bool, isAskedLater: Bool, _ moments: Moments
  ) -> Finding {
    let name = held.target.name
    let request = known.request(of: name)
    let since = known.edit(of: name)?.heldSince.map { " since \(moments.short($0))" } ?? ""
    let why = EditWords(zone: moments.zone, now: moments.now).text(held.reasons)
    let who = held.guarding.map { [$0].needs.words } ?? "nobody"
    let isEach = held.guarding.map { $0.needsAll && $0.approvers.count > 1 } ?? false
    let nobody = "; nobody has been asked about this edit yet"
    let later = ", and a later run asks: a file asks at most \(RequestLimits.mostPerDay) times a day"
    let (standing, how) =
      switch request.map(\.ending) {
      case .some(nil) where isAskedEarlier, .denied where isAskedEarlier:
        (
          "; request \(request?.id ?? "") is about an earlier edit",
          isAskedLater ? later : ", and the next run asks about this one"
        )
      case .some(nil): ("; request \(request?.id ?? "")", " ('reconcile approve \(request?.id ?? "")')")
      case .denied: ("; request \(request?.id ?? "") was denied", "")
      case .replaced: (nobody, later)
      case nil, .some(.some): isAskedLater ? (nobody, later) : ("", "")
      }
    return Finding(
      Message(
        code: "edit.held",
        "an edit of '\(name)' is held\(since), and the version before it is followed (\(why))\(standing)",
        hint: "\(who) \(isEach ? "have" : "has") to agree\(how); undoing the edit ends this, too"), target: name)
  }

  /// That what was agreed to be opened was tried in vain.
  static func releaseFailed(_ release: String, _ error: ProviderError) -> Message {
    Message(
      code: "release.failed", "\(release) failed: \(error.message.text)",
      hint: "later runs try again, for a day")
  }

  /// That nothing of an edit is followed, because of its zone.
  static func zoneHeld(_ kept: Zone, not new: Zone) -> Finding {
    Finding(
      Message(
        code: "edit.zone",
        "the time zone stays \(kept.name), and all of the policy as it was before the edit: in \(new.name) every time "
          + "means another instant",
        hint: "undo 'timezone' alone, and the rest of the edit is followed at once"))
  }

  /// The system tells nobody to which zone it is set.
  static func clockMoved(from before: String, to zone: String, of system: System) -> Message {
    let noun = system.kind.noun
    return Message(
      code: "clock.moved",
      "the policy says that the clock of '\(system.name)' is in \(zone) now, no longer in \(before): until the \(noun) is "
        + "set to that, it keeps the hours by its old clock",
      hint: "set the time zone of the \(noun) to \(zone), if that is not done; this is said for a week")
  }

  /// `overrides` that were made while times were those of `before`.
  static func unmoved(_ overrides: [Override], from before: Zone, to zone: Zone, at now: Instant) -> Finding {
    let (old, new) = (Moments(zone: before, now: now), Moments(zone: zone, now: now))
    let shown = overrides.prefix(4).map { override in
      func stretch(_ moments: Moments) -> String {
        "from \(moments.short(override.from)) to \(moments.short(override.until))"
      }
      return override.from > now
        ? "\(override.name) is \(stretch(new)), not \(stretch(old))"
        : "\(override.name) ends \(new.short(override.until)), not \(old.short(override.until))"
    }
    let rest = overrides.count - shown.count
    return Finding(
      Message(
        code: "override.zone",
        "times are those of \(zone.name) now, no longer of \(before.name), and what was made before keeps its instants: "
          + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : ""),
        hint: "if the new clock is meant, end them and make them again; 'reconcile override list' shows all"))
  }

  /// The targets whose guards do not hold edits yet, because too many versions of the policy wait; nothing where there is room.
  static func notYetGuarding(_ policy: Policy, _ known: ApprovedVersions) -> [Finding] {
    guard known.isFull else { return [] }
    return policy.editGuardedTargets.filter { known.edit(of: $0.name) == nil }.map { target in
      Finding(
        Message(
          code: "edit.versions",
          "the guard of '\(target.name)' does not hold edits yet: edits of \(ApprovedVersions.mostWaiting) versions of "
            + "the policy wait for approvers, and no more may wait",
          hint: "see 'reconcile requests'; it holds them once one of those is agreed to, or undone"),
        target: target.name)
    }
  }

  // MARK: What the state tells without a run

  static func unread(_ system: Name, _ message: Message? = nil) -> Finding {
    Finding(
      Message(
        code: message?.code ?? "system.unread",
        "\(system): " + (message?.text ?? "could not be read at the last look"),
        hint: message?.hint ?? "'reconcile doctor' says why"), system: system)
  }

  /// `system`: the one that the problem's target is on, where it has one.
  /// What an override left goes on being told for whoever waits for it, so that it says what ends it.
  static func problem(_ problem: RecordedProblem, on system: Name?) -> Finding {
    let end = problem.code == Finding.notPutBackCode ? "; to hear no more of it, bring it there once by hand" : ""
    return Finding(
      Message(code: problem.code, (problem.target.map { "\($0): " } ?? "") + problem.text + end),
      system: system, target: problem.target)
  }

  /// Of what a pattern had selected.
  static func gone(_ finding: Finding) -> Finding {
    var finding = finding
    if let target = finding.target { finding.message.text = "\(target): " + finding.message.text }
    return finding
  }

  /// Of what its system lets work only within hours of its own, whatever `target` says; nil where there is none.
  static func atTimes(_ target: Name, _ objects: [RecordedObject]) -> Finding? {
    guard let first = objects.min(by: { ($0.name ?? "") < ($1.name ?? "") }), let state = first.wantedState else {
      return nil
    }
    let named = [first.name?.quoted, first.ownSchedule].compactMap(\.self).joined(separator: ", ")
    let others = objects.count > 1 ? "; and \(objects.count - 1) more" : ""
    return Finding(
      Message(
        code: Finding.ownScheduleCode, "\(target): \(state) at times only: \(named)\(others)",
        hint: Finding.ownScheduleHint), target: target)
  }

  static func stuck(_ target: Name, _ tries: RecordedObject.Tries, _ moments: Moments) -> Finding {
    let count = tries.count == 1 ? "1 attempt" : "\(tries.count) attempts"
    return Finding(
      Message(
        code: "object.stuck", "\(target): stuck; \(count) to move it failed, the last at \(moments.short(tries.at))",
        hint: "look at the device"), target: target)
  }

  static func notDone(_ ended: EndedAction, _ moments: Moments) -> Finding {
    let reason = ended.failure.map { ": \($0)" } ?? ""
    let words =
      switch ended.outcome {
      case "missed": ended.failure == nil ? "was not run in time" : "could not be done in time"
      case "stuck": "did not move the device"
      case "unverified", "unknown": "was sent, but not confirmed"
      case "called-off": "was called off"
      default: "could not be run"
      }
    return Finding(
      Message(
        code: "action.not-done",
        "\(ended.key.target): \(ended.action), due \(moments.short(ended.key.at)), \(words)\(reason)",
        hint: "'reconcile history' says more; it is not repeated"), target: ended.key.target)
  }

  /// What a run has tried in vain, and later ones are to try again; nil where none has.
  /// It is called off if the door that it opens is the one that `keeper` keeps shut.
  static func notDone(_ open: RecordedAction, unless keeper: DoorKeeper?, _ moments: Moments) -> Finding? {
    guard open.standing == .expected, let failure = open.failure else { return nil }
    let unless = keeper.map { " unless \($0.words(moments))" } ?? ""
    let until = open.until.map { "; tried again until \(moments.short($0))\(unless)" } ?? ""
    return Finding(
      Message(
        code: "action.not-done",
        "\(open.key.target): \(open.action), due \(moments.short(open.key.at)), was not done: \(failure)\(until)",
        hint: "'reconcile plan' shows what the next run does"), target: open.key.target)
  }

  static func notChanged(_ target: Name) -> Finding {
    Finding(
      Message(
        code: "object.not-changed", "\(target): the last attempt to change it failed",
        hint: "'reconcile history' says why"), target: target)
  }

  /// `kids: somebody else changes it again and again (7 times since 21:10)`; where it is known that other policy files move it,
  /// one beside that of this run or two, they are named.
  static func contended(
    _ target: Name, _ contention: (count: Int, since: Instant), with files: [String], _ moments: Moments
  ) -> Finding {
    let often = "(\(contention.count) times since \(moments.short(contention.since)))"
    if let first = files.first {
      let who = files.count == 1 ? "\(first.quoted) moves it as well" : Rivals.words(files)
      return Finding(
        Message(
          code: "object.contended", "\(target): \(who), and each undoes what the other did \(often)",
          hint: "take it out of one of the two files: an object belongs to one"), target: target)
    }
    return Finding(
      Message(
        code: "object.contended", "\(target): somebody else changes it again and again \(often)",
        hint:
          "an automation, another user of that system, or another reconcile wants it otherwise; 'reconcile history' says when"
      ),
      target: target)
  }

  static func leftAsChanged(_ target: Name) -> Finding {
    Finding(
      Message(
        code: "object.left", "\(target): somebody changed it, and it is left that way",
        hint: "'reconcile plan' shows what differs"), target: target)
  }

  /// Of what does not tell its state.
  static func answerLost(_ target: Name) -> Finding {
    Finding(
      Message(
        code: "object.unanswered", "\(target): it is unclear whether the last request was done",
        hint: "it is not requested again; check it on its system"), target: target)
  }

  /// The code of what is said beside what is wanted.
  package static let unsureCode = "object.unasked"

  /// The same, `why` in a few words.
  static func unsure(_ target: Name, _ why: String) -> Finding {
    Finding(
      Message(code: unsureCode, "\(target): \(why); its state cannot be read", hint: "check it on its system"),
      target: target)
  }

  /// Of what is off on a system that lets it go.
  static func letGo(_ target: Name, _ letGo: LetGo, _ moments: Moments) -> Finding {
    let until = letGo.until.map { " until \(moments.short($0))" } ?? ""
    return Finding(
      Message(
        code: Message.letGoCode, "\(target): holds nothing back while '\(letGo.carrier)' is \(letGo.state)\(until)"),
      target: target)
  }

  static func onlyObserved(_ target: Name) -> Finding {
    Finding(
      Message(
        code: "object.observed", "\(target): only observed, and not as the policy says",
        hint: "'reconcile plan' shows what differs"), target: target)
  }

  static func notYetChanged(_ target: Name) -> Finding {
    Finding(
      Message(
        code: "object.not-changed", "\(target): the last run did not get to change it",
        hint: "the next run tries again; 'reconcile plan' shows what differs"), target: target)
  }

  static let isHeldToAnother =
    "nothing was done: the state follows another policy, whose guards hold edits; 'reconcile apply' asks its approvers"

  static func another(_ before: String, _ now: String) -> Message {
    Message(
      code: "policy.followed",
      "now following '\(now)' instead of '\(before)'; overrides made for '\(before)' do not count")
  }

  /// For so many seconds it is told that overrides were lost with a damaged state: those who made them hear of it from nobody else.
  static let lostSeconds: Int64 = 7 * 86_400

  /// That overrides were `lost` with a damaged state; nil where that is long ago, or none were.
  package static func overridesLost(_ lost: (at: Instant, kept: String)?, _ moments: Moments) -> Finding? {
    guard let lost, (0..<lostSeconds).contains(moments.now - lost.at) else { return nil }
    return Finding(
      Message(
        code: "state.set-aside",
        "the state was damaged and begun again, \(moments.short(lost.at)): locks and overrides that were made before do not count",
        hint: "make those again that are still wanted; what was before is in '\(lost.kept)'"))
  }

  /// `'g1.yaml' and 'g2.yaml' take turns with this state`; there may be more of them.
  package static func takeTurns(_ paths: [String]) -> String {
    "\(paths.map(\.quoted).listed()) take turns with this state"
  }

  /// That runs follow one file and then another one, again and again.
  package static func turns(_ paths: [String]) -> Message {
    Message(
      code: "policy.turns", takeTurns(paths) + ", and each undoes what the other remembers",
      hint:
        "give each its own '--state', or put \(paths.count > 2 ? "all" : "both") into one directory, which is one policy"
    )
  }

  static func moved(_ before: String, _ now: String) -> Message {
    Message(code: "policy.moved", "the policy was moved from '\(before)' to '\(now)'; its overrides go on")
  }

  /// Systems that have another name by now.
  static func renamed(_ moves: SystemMoves) -> [Finding] {
    moves.renamed.sorted { $0.key < $1.key }.map { name, now in
      let before = name.former.map { "what was '\($0.system)' at \($0.place)" } ?? "the system '\(name)'"
      return Finding(
        Message(
          code: "system.renamed", "\(before) is '\(now)' now, at the same address; what is remembered of it goes on"),
        system: now)
    }
  }

  static func lastGood(_ at: String) -> Message {
    Message(
      code: "policy.last-good", "the policy has errors; using the last valid policy, from \(at)",
      hint: "fix the errors, or refuse with --no-last-good")
  }

  static let nothingToFollow =
    "nothing is enforced until the policy is fixed: no earlier valid version is known"

  /// An earlier version of the program took what this one refuses, or the machine had a zone or a calendar that is gone.
  package static func lastGoodHasErrors(_ at: String) -> String {
    "nothing is enforced until the policy is fixed: the last valid version, from \(at), "
      + "has errors by now, too"
  }

  static func noLastGood(_ at: String) -> String {
    "the last valid policy, from \(at), is not used because of --no-last-good"
  }

  /// `changed kids acl-rule 'Downtime' on gateway: disabled → enabled, schedule, policy-1`
  static func logLine(_ event: Event) -> String {
    let object = [event.target?.text, event.object?.rawValue, event.name.map { "'\($0)'" }].compactMap { $0 }
    let step = [event.from, event.to].compactMap { $0?.position.rawValue }.joined(separator: " → ")
    let why = [event.cause?.rawValue, event.decidedBy].compactMap { $0 }
    let place = event.system.map { " on \($0)" } ?? ""
    return "changed \(object.joined(separator: " "))\(place): " + ([step] + why).joined(separator: ", ")
  }

  static func headLine(_ head: String) -> String { "journal head \(head)" }
}

extension Kept {
  /// In a sentence.
  package var words: String {
    switch self {
    case .override(let id): "override \(id)"
    case .lastGoodPolicy: "the last valid policy"
    case .followedPolicy: "which policy is followed"
    case .request(let id): "request \(id)"
    case .tries(let user): "what '\(user)' has tried"
    case .news(let person): "what '\(person)' has yet to be told"
    case .approvedTarget(let target): "the approved version of '\(target)'"
    case .policyVersion: "a version of the policy"
    case .release(let request): "what request \(request) opens"
    case .pin(let person): "the PIN of '\(person)'"
    case .link: "a link to the page"
    case .device(let hash): "the device \(hash.prefix(8))"
    }
  }
}

extension [LockHold] {
  /// `2 objects of 'emma'`
  package var words: String {
    map { "\($0.objects.count) \($0.objects.count == 1 ? "object" : "objects") of '\($0.target)'" }.listed()
  }
}
