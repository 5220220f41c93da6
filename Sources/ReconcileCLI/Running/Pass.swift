import CivilTime
import Documents
import JSONTree
import Policies
import Reconciliation

/// One run of a policy: what plan, apply and drift have in common.
struct Run: Sendable {
  /// The policy, in which a Pi-hole that an override names is looked after.
  let policy: Policy
  private let settings: RunSettings
  private let environment: Environment
  private let planner: Planner
  private let now: Instant
  private let remembered: Remembered
  private let overriding: Overriding
  private let warnings: [Finding]
  /// What the run is to open of that which was left behind, and nothing else; nil for a run that follows the policy.
  private let releasing: Set<ObjectKey>?

  /// A run for `now`, on the targets that the command line names, with what is `remembered` of earlier runs and what
  /// there is to warn of beforehand.
  init(
    _ policy: Policy, _ settings: RunSettings, _ environment: Environment, now: Instant,
    _ remembered: Remembered = Remembered(), warnings: [Finding] = [],
    releasing: Set<ObjectKey>? = nil
  ) throws(UsageError) {
    let overriding = Overriding(policy, remembered, now: now)
    let policy = overriding.policy
    self.policy = policy
    self.settings = settings
    self.environment = environment
    self.now = now
    self.remembered = remembered
    self.overriding = overriding
    self.warnings = warnings + remembered.warnings + overriding.warnings
    self.releasing = releasing
    let only = try Self.named(settings.targets, in: policy)
    planner = Planner(
      policy: policy, verdicts: overriding.overlay.verdicts(at: now), now: now, only: only, past: remembered.past)
  }

  private static func named(_ texts: [String], in policy: Policy) throws(UsageError) -> Set<Name>? {
    for text in texts where !policy.targets.contains(where: { $0.name.text == text.lowercased() }) {
      let known = policy.targets.map(\.name.text)
      throw Wording.noSuchTarget(text, near: Suggestion.nearest(to: text, among: known), known: known)
    }
    return texts.isEmpty ? nil : Set(texts.map { Name($0.lowercased()) })
  }

  /// Runs `body`; when the deadline passes first, the run is asked to end.
  func withDeadline(
    _ network: any ReadingNetwork, _ stop: Stop, _ body: @escaping @Sendable () async -> ExitStatus
  ) async -> ExitStatus {
    await Deadline(settings.deadlineSeconds).limit(network, stop, body)
  }

  /// Every system that a target is on, ready to be read, or why it is not.
  func open(_ network: any ReadingNetwork, _ stop: Stop) -> OpenedSystems {
    let opening = Opening(environment, now: now)
    let patient = PatientNetwork(network, stop: stop, random: environment.random)
    var opened = OpenedSystems()
    for (system, kinds) in planner.interests where releasing?.contains(where: { $0.system == system.name }) ?? true {
      do throws(ProviderError) {
        let prepared = try opening.prepare(system)
        try checkRetreat(from: system, prepared, &opened)
        let named = planner.named(on: system.name)
        let fingerprint = prepared.secret.map { Retreating.fingerprint(of: $0, for: system) }
        opened.secrets[system.name] = fingerprint
        let isKnown = fingerprint.flatMap { remembered.accepted[system.name]?.vouches(for: $0) } ?? false
        opened.ready.append((opening.open(prepared, patient, named: named, isSecretKnown: isKnown), kinds))
        opened.warnings += prepared.warnings
      } catch {
        opened.refused[system.name] = error
      }
    }
    return opened
  }

  /// Throws where the system is to be left alone for now.
  private func checkRetreat(
    from system: System, _ prepared: Opening.Prepared, _ opened: inout OpenedSystems
  ) throws(ProviderError) {
    let circumstances = Retreating.circumstances(of: system, prepared.secret, policy: remembered.policy)
    opened.circumstances[system.name] = circumstances
    guard let retreat = remembered.retreats[system.name], retreat.holds(at: now, circumstances: circumstances)
    else { return }
    throw StateWording.leftAlone(retreat, until: Moments(zone: policy.zone, now: now).short(retreat.until))
  }

  /// Reads the systems, takes leave of each when it was read, and compares.
  func look(at opened: OpenedSystems, _ network: any ReadingNetwork, _ stop: Stop) async -> Plan {
    let parts = await Progress(environment).show("reading \(opened.names)", network) {
      await reading(network, stop).all(opened.ready) { await $0.observer.close() }
    }
    return plan(opened, parts)
  }

  /// How systems are read, and what is planned for them.
  func reading(_ network: any ReadingNetwork, _ stop: Stop) -> Reading {
    Reading(planner: planner, network: network, stop: stop)
  }

  /// Reads the systems, compares, and writes what differs.
  func apply(to opened: OpenedSystems, _ network: any Network, _ stop: Stop) async -> Report {
    let apply = ApplyRun(run: self, opened: opened, network: network, stop: stop)
    let limits = PlanLimits(file: policy.maxChanges, option: settings.maxChanges)
    let approval = Approval(
      limits: limits, plan: settings.approvedPlan, policyFingerprint: settings.policyFingerprint)
    return await Progress(environment).show("applying to \(opened.names)", network) {
      approval.isOfTheWhole ? await apply.allOrNothing(approval) : await apply.eachForItself()
    }
  }

  /// The whole plan for `opened`, put together from the parts about each that was read.
  func plan(_ opened: OpenedSystems, _ parts: PlanParts) -> Plan {
    var parts = parts
    for (name, error) in opened.refused { parts[name] = .failure(error) }
    var plan = planner.plan(of: parts)
    if let releasing { plan = plan.releasing(releasing) }
    let moments = Moments(zone: policy.zone, now: now)
    let left =
      releasing == nil
      ? plan.leftBehind.compactMap { $0.warning(in: policy, moments, again: settings.again) } : []
    plan.warnings = warnings + opened.warnings + plan.warnings + left
    return plan
  }

  /// The writes that are to be made on the system that `part` is about; none where it could not be read.
  func changes(in part: Result<Plan, ProviderError>) -> [Change] {
    guard case .success(let plan) = part else { return [] }
    return releasing.map { plan.releasing($0).changes } ?? plan.changes
  }

  /// Prints one line about a report that says nothing new.
  func showBriefly(_ report: Report) {
    environment.output(PlanText(report, policy: policy, style: settings.style(environment)).brief)
  }

  /// Prints the report to standard output.
  func show(_ report: Report) {
    switch settings.format {
    case .json:
      let json = PlanJSON(report, policy: policy, fingerprint: report.plan.fingerprint).json
      environment.output(json.line)
    case .markdown:
      environment.output(PlanMarkdown(report, policy: policy, overrides: overriding.holding(at: now)).text)
    case .text, .github, .junit, .svg:
      let text = PlanText(
        report, policy: policy, overrides: overriding.holding(at: now), style: settings.style(environment))
      environment.output(text.text)
    }
  }
}
