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
    let limit = Duration.seconds(settings.deadlineSeconds)
    let deadline = Task(executorPreference: network.executor) {
      await network.sleep(limit)
      if !Task.isCancelled { stop.request(.deadline) }
    }
    defer { deadline.cancel() }
    return await body()
  }

  /// Every system that a target is on, ready to be read, or why it is not.
  func open(_ network: any ReadingNetwork) -> OpenedSystems {
    let opening = Opening(environment, now: now)
    var opened = OpenedSystems()
    for (system, kinds) in planner.interests {
      do throws(ProviderError) {
        let (open, warnings) = try opening.open(system, network)
        opened.ready.append((open, kinds))
        opened.warnings += warnings
      } catch {
        opened.refused[system.name] = error
      }
    }
    return opened
  }

  /// Reads the systems and compares.
  func plan(_ opened: OpenedSystems, _ network: any ReadingNetwork, _ stop: Stop) async -> Plan {
    let names = opened.systems.map(\.system.name.text).joined(separator: ", ")
    var readings = await Progress(environment).show("reading \(names)", network) {
      await Reading.all(opened.ready, network: network, stop: stop)
    }
    for (name, error) in opened.refused { readings[name] = .failure(error) }
    let readable = Dictionary(
      policy.systems.map { ($0.name, Providers.readableKinds(of: $0)) }, uniquingKeysWith: { first, _ in first })
    var plan = planner.plan(readings, readable: readable)
    plan.warnings = opened.warnings + plan.warnings
    return plan
  }

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

/// The systems of a run: those that can be read, and why the others cannot.
struct OpenedSystems: Sendable {
  var ready: [(system: OpenedSystem, kinds: Set<ResourceKind>)] = []
  var refused: [Name: ProviderError] = [:]
  var warnings: [Finding] = []

  /// The systems that can be read.
  var systems: [OpenedSystem] { ready.map(\.system) }

  /// Ends what was begun on every system, at the same time.
  func close() async {
    await withTaskGroup(of: Void.self) { group in
      for system in systems { group.addTask { await system.observer.close() } }
    }
  }
}
