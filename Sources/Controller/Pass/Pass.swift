package import CivilTime
import Documents
package import Host
import JSONTree
package import Planning
package import Policies
import Presentation
package import Providers
import StateStore

/// One pass of a policy over its systems: each is read, compared with what the policy wants, and in an apply written. What
/// plan, drift, apply, watch and release have in common.
package struct Pass: Sendable {
  /// The policy, in which an implicit target that an override names is managed.
  package let policy: Policy
  /// When it is.
  let now: Instant
  private let settings: PassSettings
  private let environment: Environment
  private let planner: Planner
  private let remembered: StateSnapshot
  private let overriding: ActiveOverrides
  private let warnings: [Finding]
  /// The actions that are due, and what the state is to know of those to come.
  let actions: DueActions
  /// Where it is written what becomes of them; nil where nothing can be.
  var journal: ActionJournal?
  /// What it is to open of that which was left behind, and nothing else; nil for one that follows the policy.
  private let releasing: Set<ObjectKey>?
  /// Where is noted what is about to be done; nil where nothing is.
  var notes: RequestNotes?

  /// A pass for `now`, with what is `remembered` of earlier ones and what there is to warn of beforehand. Throws where
  /// `settings` name a target that is not there.
  package init(
    _ policy: Policy, _ settings: PassSettings, _ environment: Environment, now: Instant,
    _ remembered: StateSnapshot = StateSnapshot(), warnings: [Finding] = [],
    releasing: Set<ObjectKey>? = nil
  ) throws(UsageError) {
    let overriding = ActiveOverrides(policy, remembered, now: now)
    let (policy, remembered) = (overriding.policy, overriding.remembered)
    self.policy = policy
    self.settings = settings
    self.environment = environment
    self.now = now
    self.remembered = remembered
    self.overriding = overriding
    self.warnings = warnings + remembered.warnings + overriding.renamed + overriding.warnings
    self.releasing = releasing
    actions =
      policy.edges.isEmpty && remembered.actions.isEmpty || releasing != nil
      ? DueActions()
      : DueActions(policy, Evaluator(policy).edges, known: remembered.actions, at: now)
        .foreseen(at: environment.now())
    // Made again by each who asks for it.
    let overlay = overriding.overlay
    var planner = Planner(
      policy: policy, verdicts: overlay.verdicts(at: now), now: now,
      only: try policy.targets(named: settings.targets), past: overriding.past,
      armed: overlay.armedHours(at: now),
      disarmed: overlay.disarmed(at: now))
    planner.keepsUnknown = true
    self.planner = planner
  }

  /// The overrides that hold.
  package var overrides: [Override] { overriding.holding(at: now) }

  /// Reads the systems, takes leave of each when it was read, and compares. Asked to end when the deadline has passed.
  package func look(_ network: any ReadingNetwork, _ stop: StopSignal) async -> Plan {
    await Deadline(settings.deadlineSeconds).limit(network, stop) {
      let opened = open(network, stop, foreseesCodes: true)
      let parts = await Progress(environment).show("reading \(opened.names)", network) {
        await reading(network, stop).all(opened.ready) { await $0.observer.close() }
      }
      var plan = plan(opened, parts)
      plan.warnings += [limits.foretold(of: plan)].compactMap { $0.map { Finding($0) } }
      return plan
    }
  }

  /// How much it may do.
  private var limits: PlanLimits { PlanLimits(file: policy.maxChanges, option: settings.maxChanges) }

  /// Reads the systems, compares, and writes what differs. Asked to end when the deadline has passed, or after `seconds`
  /// where they are given.
  package func apply(_ network: any Network, _ stop: StopSignal, within seconds: Int64? = nil) async -> PassResult {
    await Deadline(seconds ?? settings.deadlineSeconds).limit(network, stop) {
      let begin = network.uptime
      let opened = open(network, stop)
      let report = await apply(to: opened, network, stop)
      return PassResult(report, opened, endedEarly: stop.reason, took: network.uptime - begin)
    }
  }

  /// What will be held back by targets that it manages and may write for, after now and before `end`, by time.
  func comingChanges(before end: Instant) -> [ComingChange] {
    let targets = policy.targets.filter { $0.enforcement != .observe && planner.asksFor($0.name) }
    let pairs = targets.compactMap { target in target.states.map { (target.name, $0) } }
    let states = Dictionary(pairs) { first, _ in first }
    let named = targets.filter { !$0.isAction }.map(\.name)
    return overriding.overlay.changes(of: named, after: now, before: end)
      .compactMap { change in states[change.target].flatMap(change.holdingBack) }
  }

  /// The actions that are due and that the run manages. A saved plan does none: by the time that it is carried out, another run
  /// has done them, or they are missed.
  var due: [DueAction] { isForSavedPlan ? [] : allDue }

  /// Whether a plan is saved, or one that was is carried out: what is planned is the same in both.
  private var isForSavedPlan: Bool { settings.savesPlan || settings.approvedPlan != nil }

  private var allDue: [DueAction] { actions.due.filter { planner.asksFor($0.key.target) } }

  /// What is due at a time, and left out of a saved plan.
  private var notInSavedPlan: [Finding] {
    guard isForSavedPlan else { return [] }
    return PassMessages.notInSavedPlan(allDue.filter { $0.standing == .due }, Moments(zone: policy.zone, now: now))
  }

  /// What is wanted of the target `name`.
  func verdict(on name: Name) -> Verdict? { overriding.overlay.verdict(on: name, at: now) }

  /// Tells what time it is by then.
  var clock: @Sendable () -> Instant { environment.now }

  /// What they do not open.
  private var shutDoors: ShutDoors {
    due.contains { $0.action.opens != nil }
      ? ShutDoors(policy, overriding.overlay, held: overriding.shut) : ShutDoors()
  }

  /// What does them.
  func actionRunning(_ network: any Network, _ stop: StopSignal) -> ActionRunning {
    ActionRunning(
      journal: journal, policy: policy, network: network, stop: stop, now: clock, shut: shutDoors)
  }

  private func apply(to opened: OpenedSystems, _ network: any Network, _ stop: StopSignal) async -> Report {
    let apply = PassApplying(pass: self, opened: opened, network: network, stop: stop)
    let approval = Approval(
      limits: limits, plan: settings.approvedPlan, policyFingerprint: settings.policyFingerprint,
      zone: policy.zone)
    return await Progress(environment).show("applying to \(opened.names)", network) {
      approval.isOfTheWhole ? await apply.allOrNothing(approval) : await apply.eachForItself()
    }
  }

  /// Every system that a target is on, ready to be read, or why it is not. With `foreseesCodes` each code of a lock is looked
  /// at, too; a run that writes reads those that it needs.
  private func open(
    _ network: any ReadingNetwork, _ stop: StopSignal, foreseesCodes: Bool = false
  ) -> OpenedSystems {
    let opening = SystemConnector(environment)
    let patient = RetryingNetwork(network, stop: stop, random: environment.random)
    let coded = foreseesCodes ? policy.targets.filter { $0.code != nil && planner.asksFor($0.name) } : []
    var opened = OpenedSystems()
    for (system, kinds) in planner.interests where releasing?.contains(where: { $0.system == system.name }) ?? true {
      do throws(ProviderError) {
        let prepared = try opening.prepare(system)
        try checkBackoff(from: system, prepared, &opened)
        let named = planner.named(on: system)
        let fingerprint = prepared.secret.map { BackoffPolicy.fingerprint(of: $0, for: system) }
        opened.secrets[system.name] = fingerprint
        let isKnown = fingerprint.flatMap { remembered.accepted[system.name]?.vouches(for: $0) } ?? false
        opened.ready.append(
          (
            opening.open(
              prepared, patient, named: named, isSecretKnown: isKnown, codes: policy.codes(on: system)), kinds
          ))
        opened.warnings += prepared.warnings + opening.codeFindings(of: coded, prepared)
      } catch {
        opened.refused[system.name] = error
      }
    }
    return opened
  }

  /// Throws where the system is to be left alone for now.
  private func checkBackoff(
    from system: System, _ prepared: SystemConnector.Prepared, _ opened: inout OpenedSystems
  ) throws(ProviderError) {
    let circumstances = BackoffPolicy.circumstances(of: system, prepared.secret, policy: remembered.policy)
    opened.circumstances[system.name] = circumstances
    if let error = remembered.leftAlone(system, circumstances, Moments(zone: policy.zone, now: now)) { throw error }
  }

  /// How systems are read, and what is planned for them.
  func reading(_ network: any ReadingNetwork, _ stop: StopSignal) -> SystemReader {
    SystemReader(planner: planner, network: network, stop: stop)
  }

  /// The whole plan for `opened`, put together from the parts about each that was read.
  func plan(_ opened: OpenedSystems, _ parts: consuming PlanParts) -> Plan {
    for (name, error) in opened.refused { parts[name] = .failure(error) }
    var plan = planner.plan(of: parts)
    if let releasing { plan = plan.releasing(releasing) }
    let moments = Moments(zone: policy.zone, now: now)
    let left =
      releasing == nil
      ? plan.leftBehind.warnings(in: policy, moments, again: settings.again) : []
    plan.actions = due
    plan.calledOff = calledOff(of: plan, moments)
    let ends = plan.systems.flatMap { system in
      StateMessages.ends(plan.credentialEnds[system.name] ?? [], of: system.name, moments)
    }
    plan.warnings = warnings + opened.warnings + plan.warnings + ends + left + notInSavedPlan
    return plan
  }

  /// The actions of `plan` that would open what is to be shut.
  private func calledOff(of plan: Plan, _ moments: Moments) -> [ActionKey: Message] {
    let opening = plan.actions.filter { $0.standing == .due && $0.action.opens != nil }
    if opening.isEmpty { return [:] }
    let shut = shutDoors
    return opening.reduce(into: [:]) { calledOff, due in
      let moving = plan.moves[due.system]?[due.action.name]
      let keeper = moving.flatMap { shut.keeper(of: $0, since: due.key.at, at: now) }
      calledOff[due.key] = keeper.map { PassMessages.keptShut(by: $0, moments) }
    }
  }

  /// The writes that are to be made on the system that `part` is about; none where it could not be read.
  func changes(in part: Result<Plan, ProviderError>) -> [Change] {
    guard case .success(let plan) = part else { return [] }
    return releasing.map { plan.releasing($0).changes } ?? plan.changes
  }
}

extension Policy {
  /// Where the codes of targets on `system` are found.
  fileprivate func codes(on system: System) -> [Name: SecretReference] {
    let there = targets.filter { $0.selector.system == system.name && $0.code != nil }
    return Dictionary(there.map { ($0.name, $0.code) }.compactMap { name, code in code.map { (name, $0) } }) { $1 }
  }

  /// The targets that these words name; nil for no words, which are all of them. Throws if there is none of that name.
  package func targets(named words: [String]) throws(UsageError) -> Set<Name>? {
    let known = targets.map(\.name.text)
    for word in words where !known.contains(word.lowercased()) {
      throw PassMessages.noSuchTarget(word, known: known)
    }
    return words.isEmpty ? nil : Set(words.map { Name($0.lowercased()) })
  }
}
