import Approvals
package import CivilTime
package import Host
package import Policies
package import Presentation
package import Providers
package import Planning
package import Secrets
package import StateStore

/// What earlier runs and people left in the state, as one value that a run may take to the network.
package struct StateSnapshot: Sendable {
  /// What earlier runs saw; nil where nothing is known, so that no cause is.
  package var memory: RecordedState?
  /// A fingerprint of the policy that holds now.
  var policy = ""
  /// The time zones that the last run went by.
  var clocks = KeptClocks()
  /// Where they are looked up; nil where nothing is known.
  private(set) var zones: Zones?
  /// Every override that is kept, also those that ended.
  package var overrides: [Override] = []
  /// The systems that are left alone, and until when.
  var backoffs: [Name: Backoff] = [:]
  /// The secrets that systems are known to have accepted.
  var accepted: [Name: AcceptedSecret] = [:]
  /// What is known of actions, which have no state of their own.
  package var actions: [RecordedAction] = []
  /// How the last action of each target ended.
  var ended: [EndedAction] = []
  /// The systems that could not be read when they were last asked.
  package var lost: Set<Name> = []
  /// The credentials that will soon be good for nothing.
  var credentialEnds: [Name: [CredentialEnd]] = [:]
  /// What the last run could not do beside that.
  package var problems: [RecordedProblem] = []
  /// What of it cannot be known, and why.
  package var warnings: [Finding] = []
  /// When the state was begun anew without all overrides of the damaged one, and by what name that is kept; nil where it was not.
  package var lostOverrides: (at: Instant, kept: String)?
  /// Where what the state holds is not what its history says; such overrides are not among the others.
  var differences: [Difference] = []
  /// Overrides that do not count as the history does not know them so; they can be ended like any other.
  package var strangers: [Override] = []
  /// Which policy the run is about, and which one the state follows; nil where nothing is known.
  package var following: Following?
  /// The policy files that take turns with this state, two or more; nil where none do.
  package var turns: [String]?
  /// Whether the file of this run is one of them: then it says nothing which of the two was followed last.
  package var isAmongTurns: Bool { turns.flatMap { following?.isAmong($0) } ?? false }
  /// Whether this run begins to follow its policy instead of that one.
  var isFollowedFromNow = false
  /// The targets whose guards hold edits of the policy.
  var approved = ApprovedVersions()
  /// What calls for a run, beside the schedule and overrides.
  var calls: Set<String> = []
  /// When all of this was read; nil where nothing was.
  var readAt: Instant?
  /// When the timers that runs have set ring by the clock that nobody sets, as the wall clock was then.
  var timersByBoot: [Name: Instant] = [:]

  /// Nothing is known.
  package init() {}

  /// What is in `store`, for a run of `policy`, as it was named.
  package init(_ store: StateStore, policy: String, _ environment: Environment) throws(StateError) {
    self = try store.reading { () throws(StateError) in
      var found = StateSnapshot()
      found.memory = try store.memory()
      found.clocks = try store.clocks()
      found.zones = Zones(environment.files)
      let clock = environment.now()
      found.overrides = try store.ownedOverrides(environment).map { $0.stayingEnded(at: clock) }
      found.backoffs = try store.backoffs()
      found.accepted = try store.acceptedSecrets()
      found.lost = try store.lostSystems()
      found.credentialEnds = try store.credentialEnds()
      found.problems = try store.problems()
      found.actions = try store.actions()
      found.ended = try store.endedActions()
      found.warnings = StateMessages.unreadable(store.unreadable)
      found.differences = try store.differences()
      found.lostOverrides = try store.lostOverrides()
      let known = Set(found.overrides.map(\.id))
      found.strangers = try store.allOverrides().filter { !known.contains($0.id) }.map { $0.stayingEnded(at: clock) }
      found.warnings += StateMessages.notInHistory(found.differences, among: found.strangers)
      found.calls = try store.calls()
      found.approved = try ApprovedVersions(store, path: policy, environment)
      let followed = try store.followedPolicy()
      let makers = Set(found.memory?.objects.values.flatMap(\.makerPaths) ?? [])
      let paths = makers.union(found.overrides.compactMap(\.policy?.path) + [followed?.path].compactMap { $0 })
      let before = try store.followedFiles()
      let following = Following(followed, before: before, paths: paths, policy: policy, environment)
      found.following = following
      found.turns = following.takingTurns(before.filesInTurn(at: environment.now()))
      if let memory = found.memory {
        found.memory = try KeepingFiles(following, memory, store, environment).marking(memory)
      }
      found.readAt = environment.now()
      found.timersByBoot = Self.timers(try store.timersByBoot(), environment)
      return found
    }
  }

  /// What a dry run knows, which makes and changes nothing. A state that is there and cannot be read is told of in
  /// `warnings`; one that is not there yet says nothing.
  package init(looking places: Places, _ environment: Environment) {
    do throws(StateError) {
      guard let store = try places.state.store() else { return }
      self = try StateSnapshot(store, policy: places.policy, environment)
    } catch {
      warnings = [StateMessages.unknown(error)]
    }
  }

  /// When a run last looked at the systems, or its mark says that it ran; nil for never. What a clock that was ahead noted
  /// says nothing of that, nor does what a run noted that was killed.
  package func lastLook(beside mark: Instant?, at now: Instant) -> Instant? {
    let looks = memory?.objects.values.filter { $0.underWay == nil }.map(\.at) ?? []
    return (looks + [mark].compactMap(\.self)).filter { !$0.isYetToCome(at: now) }.max()
  }

  /// The same beside the policy of this fingerprint.
  package func beside(_ policy: String) -> StateSnapshot {
    var other = self
    other.policy = policy
    return other
  }

  /// The same by the names and addresses that systems have in `policy`, as it is followed.
  package func named(by policy: Policy) -> StateSnapshot { moved(by: memory?.moves(to: policy) ?? SystemMoves()) }

  /// The same after these `moves`.
  func moved(by moves: SystemMoves) -> StateSnapshot {
    if moves.isEmpty { return self }
    var other = self
    other.memory = memory?.moved(by: moves)
    other.backoffs = moves.renaming(backoffs)
    other.timersByBoot = moves.renaming(timersByBoot)
    other.credentialEnds = moves.renaming(credentialEnds)
    other.lost = Set(lost.map { moves.renamed[$0] ?? $0 })
    for place in actions.indices { other.actions[place].system = moves.now(actions[place].system) }
    return other
  }

  /// What is remembered after a run of `policy`, which has this fingerprint, came to `report`, and what the history is to tell
  /// of it; nil where nothing is known. `person` has asked for what the policy does not.
  func remembering(
    _ report: Report, of policy: Policy, _ fingerprint: String, by person: String? = nil
  ) -> (memory: RecordedState, events: [Event])? {
    let (known, now) = (named(by: policy), report.plan.now)
    guard var after = known.memory else { return nil }
    let present = known.overrides.filter { $0.until > now }
    let unended = Dictionary(present.map { ($0.id, $0.kind) }) { first, _ in first }
    let moved = after.movedSystems(in: policy)
    let events = after.remember(
      report, policy: fingerprint, of: known.following?.file(of: policy), by: person, unended: unended,
      awaited: known.awaited(by: policy, at: now), begun: known.overrides.begun, ends: known.overrides.ends,
      kinds: Dictionary(known.overrides.map { ($0.id, $0.kind) }) { first, _ in first },
      timersByBoot: known.timersByBoot, moved: moved, sentences: { $0.sentence(policy) }
    ) { $0.id(policy) }
    after.keepGuards(of: policy)
    return (after, events)
  }

  /// The targets of `policy` that somebody else moves again and again, each with the object of which that is so most often.
  /// What two files move by turns may be in a target of another name in each.
  package func contended(in policy: Policy, _ moments: Moments) -> [Finding] {
    var most: [Name: (contention: (count: Int, since: Instant), others: [String])] = [:]
    for seen in memory?.objects.values ?? [:].values where !seen.movedAt.isEmpty {
      guard let contention = seen.contention(at: moments.now) else { continue }
      let here = seen.rivals?.paths.first { following?.isHere($0) ?? false }
      guard let target = here.flatMap({ seen.rivals?.targets[$0] }) ?? seen.target else { continue }
      if contention.count > most[target]?.contention.count ?? 0 {
        most[target] = (contention, seen.rivals?.paths.filter { $0 != here } ?? [])
      }
    }
    return policy.targets.compactMap { target in
      most[target.name].map { StateMessages.contended(target.name, $0.contention, with: $0.others, moments) }
    }
  }

  /// The policy that is followed instead of `policy`; nil where it is this one, or none yet.
  package func otherPolicy(than policy: Policy) -> String? {
    guard let following, !following.isFollowed(owner: policy.owner) else { return nil }
    return following.followed?.path
  }

  /// The same for a look at `policy`. What was switched off for another one that is followed is left behind only once that
  /// one is not followed any more.
  package func looking(at policy: Policy) -> StateSnapshot {
    guard otherPolicy(than: policy) != nil else { return self }
    var other = expectingOnly(of: policy)
    for (key, _) in memory?.closings ?? [] {
      other.memory?.objects[key]?.closing = nil
      other.memory?.objects[key]?.underWay?.before?.closing = nil
    }
    return other
  }

  /// The same for `policy`: what runs of another one expected to do at a time is nothing that this one has wanted before.
  func expectingOnly(of policy: Policy) -> StateSnapshot {
    guard otherPolicy(than: policy) != nil else { return self }
    var other = self
    other.actions.removeAll { $0.standing == .expected }
    return other
  }

  /// Why `system` is to be left alone for now, as far as its `circumstances` are those of then; nil if it is not.
  func leftAlone(_ system: System, _ circumstances: String, _ moments: Moments) -> ProviderError? {
    guard let backoff = backoffs[system.name], backoff.holds(at: moments.now, circumstances: circumstances) else {
      return nil
    }
    return StateMessages.leftAlone(backoff, moments)
  }

  /// Why nobody but a person who looks on may ask `system`: it has refused this very `secret` for good. Nil if it has not.
  package func refusedForGood(
    _ system: System, _ secret: BoundSecret?, in zone: Zone, at now: Instant
  ) -> ProviderError? {
    guard backoffs[system.name]?.reason == .final else { return nil }
    let circumstances = BackoffPolicy.circumstances(of: system, secret, policy: policy)
    return leftAlone(system, circumstances, Moments(zone: zone, now: now))
  }

  /// When `timers` ring by the wall clock, as it is now; those that were set before the machine was started say nothing.
  private static func timers(_ timers: [Name: BootMoment], _ environment: Environment) -> [Name: Instant] {
    guard !timers.isEmpty, let boot = environment.bootMoment() else { return [:] }
    let now = environment.now()
    return timers.compactMapValues { $0.boot == boot.boot ? now + ($0.seconds - boot.seconds) : nil }
  }

  /// What a planner asks.
  package var past: Past? {
    memory.map { memory in
      var past = Past(memory, policy: policy, paths: following?.places ?? [])
      past.others = following?.others ?? []
      past.lastRuns = readAt.flatMap { following?.lastRuns(at: $0, last: memory.policy) } ?? [:]
      past.timersByBoot = timersByBoot
      return past
    }
  }
}
