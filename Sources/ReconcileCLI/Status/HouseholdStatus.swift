import Approvals
import CivilTime
import Controller
import Doctor
import Documents
import Host
import Overrides
import Planning
import Policies
import Presentation
import Providers
import StateStore

/// How the household is, from the policy and the state alone: whether something runs the program, what holds, what is
/// wrong, who waits for an answer, and what comes next.
struct HouseholdStatus {
  /// The policy as it is followed.
  let policy: Policy
  let now: Instant
  /// Whether something runs the program.
  let upkeep: Upkeep
  /// When a run last looked at the systems, whoever started it; nil for never.
  let lastLook: Instant?
  /// The policy that is followed instead of this one; nil where it is this one, or none yet.
  let otherPolicy: String?
  /// Whether this policy takes turns with another one, which one of the warnings says.
  let takesTurns: Bool
  /// What makes systemd run it.
  let enabling: Enabling
  /// What holds, and why, in the order of the file.
  let targets: [Explanation]
  /// What is done at times.
  let actions: [ActionExplanation]
  /// What of that has fallen due and is still to be done, by time.
  let open: [OpenAction]
  /// What a run could not do, and what else is wrong.
  let problems: [Finding]
  /// The targets that are not known to be as they are wanted: a problem is about them, or about their system, or somebody has
  /// moved them and that is left so.
  let troubled: Set<Name>
  /// Why, in a few words, of those whose system does not tell their state.
  let unsure: [Name: String]
  /// What is otherwise than the policy says, and left so.
  let warnings: [Finding]
  /// That nobody knows of targets whether they are as they are wanted; the text says it beside what is wanted.
  let unasked: [Finding]
  /// The requests that are open, the newest first.
  let requests: [ApprovalRequest]
  /// The first changes from now on; all at one instant.
  let next: [ScheduledChange]
  /// Why the state cannot be read; nil where it can.
  let stateError: StateError?
  /// Why it cannot be written at present, where it can be read; nil where nothing is known to be in the way.
  let unwritable: StateError?

  /// Of `written`, with the state at `places`; `permissions` is what was found about those of its files.
  init(
    _ written: Policy, fingerprint: String, at places: Places, permissions: [Finding], _ environment: Environment
  ) {
    now = environment.now()
    enabling = Enabling(places.policy, environment)
    var snapshot = StateSnapshot()
    var requests: [ApprovalRequest] = []
    var stateError: StateError?
    do throws(StateError) {
      if let store = try places.state.store() {
        snapshot = try StateSnapshot(store, policy: places.policy, environment)
        requests = try store.requests()
      }
    } catch {
      stateError = error
    }
    snapshot = snapshot.beside(fingerprint)
    let active = ActiveOverrides(written, snapshot, now: now)
    let now = now
    upkeep = Upkeep(at: places, isReadable: stateError == nil, environment)
    lastLook = snapshot.lastLook(beside: upkeep.lastRun, at: now)
    policy = active.policy
    otherPolicy = snapshot.otherPolicy(than: policy)
    takesTurns = snapshot.isAmongTurns
    let names = policy.members(of: policy.targets.map(\.name))
    targets = active.overlay.explanations(of: names, at: now)
    actions = active.overlay.actionExplanations(of: names, at: now)
    open = active.openActions(at: now)
    next = active.overlay.firstChanges(of: names, after: now)
    self.requests = requests.filter { $0.isOpen(at: now) }
    // What runs of another policy found says nothing of this one.
    let trouble =
      otherPolicy == nil ? KnownTrouble(policy, active.overlay, active.remembered, now: now, again: places.again) : nil
    unwritable = stateError == nil ? StateStore.obstacle(in: places.state.path) : nil
    problems =
      [unwritable].compactMap(\.self).map(StateMessages.notWritable) + (trouble?.problems ?? [])
      + requests.untold(at: now)
    unsure = trouble?.unsure ?? [:]
    troubled = problems.troubled(in: policy).union(unsure.keys).union(trouble?.leftAsChanged ?? [])
    unasked = trouble?.unsureFindings ?? []
    let clock = StateMessages.nothingIsWritten(Moments(zone: policy.zone, now: now))
    let lost = StateMessages.overridesLost(snapshot.lostOverrides, Moments(zone: policy.zone, now: now))
    warnings =
      [clock, lost].compactMap(\.self) + [snapshot.turns].compactMap(\.self).map { Finding(StateMessages.turns($0)) }
      + (trouble?.warnings ?? []) + snapshot.warnings + active.warnings
      + active.kept(at: now).filter { locked in
        !(trouble?.problems ?? []).contains { $0.target == locked.target && $0.message.code == locked.message.code }
      } + permissions
      + (otherPolicy == nil ? Self.goingOn(targets, in: policy, active.remembered.memory) : [])
    self.stateError = stateError
  }

  /// What systems keep by their own clocks for targets that are left alone, each target once.
  private static func goingOn(_ targets: [Explanation], in policy: Policy, _ memory: RecordedState?) -> [Finding] {
    let alone = Set(targets.filter { $0.verdict.state == .leave }.map(\.target))
    if alone.isEmpty { return [] }
    var told: Set<Name> = []
    return (memory?.closings ?? []).compactMap { key, closing in
      guard let hours = closing.hours, closing.leftAt == nil, alone.contains(closing.target),
        let system = policy.systems.first(where: { $0.name == key.system }), told.insert(closing.target).inserted
      else { return nil }
      return Finding(
        StatusMessages.goesOn(closing.target, hours, by: system.kind.noun), system: key.system, target: closing.target)
    }
  }

  /// | what was found | status |
  /// |---|---|
  /// | the state cannot be read, for whatever reason | 77 |
  /// | a run could not read or change something | 3 |
  /// | nothing runs the program, or it follows another policy | 1 |
  /// | anything else | 0 |
  var exitStatus: ExitStatus {
    // 1 would say that nothing runs, which nobody knows then.
    if stateError != nil { return .credentials }
    if !problems.isEmpty { return .partialFailure }
    return upkeep.isIdle || otherPolicy != nil ? .failure : .success
  }
}
