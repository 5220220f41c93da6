import CivilTime
import Documents
import JSONTree
import Policies
import Reconciliation

/// One run of a policy: what plan, apply and drift have in common.
struct Run: Sendable {
  private let policy: Policy
  private let settings: RunSettings
  private let environment: Environment
  private let planner: Planner
  private let now: Instant
  private let readable: [Name: Set<ResourceKind>]

  /// A run for `now`, on the targets that the command line names.
  init(
    _ policy: Policy, _ settings: RunSettings, _ environment: Environment, now: Instant
  ) throws(UsageError) {
    self.policy = policy
    self.settings = settings
    self.environment = environment
    self.now = now
    let only = try Self.named(settings.targets, in: policy)
    planner = Planner(policy: policy, verdicts: Evaluator(policy).verdicts(at: now), now: now, only: only)
    readable = Dictionary(
      policy.systems.map { ($0.name, Providers.readableKinds(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func named(_ texts: [String], in policy: Policy) throws(UsageError) -> Set<Name>? {
    for text in texts where !policy.targets.contains(where: { $0.name.text == text.lowercased() }) {
      let near = Suggestion.nearest(to: text, among: policy.targets.map(\.name.text))
      throw Wording.noSuchTarget(text, near: near)
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
    for (system, kinds) in planner.interests {
      do throws(ProviderError) {
        let (open, warnings) = try opening.open(system, patient)
        opened.ready.append((open, kinds))
        opened.warnings += warnings
      } catch {
        opened.refused[system.name] = error
      }
    }
    return opened
  }

  /// Reads the systems, takes leave of each when it was read, and compares.
  func look(at opened: OpenedSystems, _ network: any ReadingNetwork, _ stop: Stop) async -> Plan {
    let readings = await Progress(environment).show("reading \(opened.names)", network) {
      await Reading.all(opened.ready, network: network, stop: stop) { await $0.observer.close() }
    }
    return plan(opened, readings)
  }

  /// Reads the systems, compares, and writes what differs.
  func apply(to opened: OpenedSystems, _ network: any Network, _ stop: Stop) async -> Report {
    let apply = ApplyRun(run: self, opened: opened, network: network, stop: stop)
    let limits = PlanLimits(file: policy.maxChanges, option: settings.maxChanges)
    return await Progress(environment).show("applying to \(opened.names)", network) {
      limits.maxChanges == nil ? await apply.eachForItself() : await apply.allOrNothing(limits)
    }
  }

  /// The plan for what was seen of `opened`.
  func plan(_ opened: OpenedSystems, _ readings: Readings) -> Plan {
    var readings = readings
    for (name, error) in opened.refused { readings[name] = .failure(error) }
    var plan = plan(readings)
    plan.warnings = opened.warnings + plan.warnings
    return plan
  }

  /// The plan for these readings alone.
  func plan(_ readings: Readings) -> Plan { planner.plan(readings, readable: readable) }

  /// Prints the report to standard output.
  func show(_ report: Report) {
    if settings.format == .json {
      let json = PlanJSON(
        report, policy: policy, fingerprint: Digest.hex(Digest.sha256(Array(report.plan.fingerprintText.utf8)))
      ).json
      environment.output(json.text + "\n")
    } else {
      environment.output(PlanText(report, policy: policy, style: settings.style(environment)).text)
    }
  }
}
