import CivilTime
import Host
import Planning
import Policies
import Presentation
import Providers

/// What monitoring wants to know of the last run, in the text format of Prometheus. All of them are gauges: a program
/// that starts again every minute has nothing that only grows.
struct Metrics {
  private let run: RunFacts?
  private let status: ExitStatus
  private let at: Instant
  private let lastSuccess: Instant?
  private let lastReads: [String: Int64]

  /// `run` is nil where nothing was read. What an earlier run wrote, `before`, is kept where this one knows nothing newer.
  init(_ run: RunFacts?, status: ExitStatus, at: Instant, after before: String) {
    self.run = run
    self.status = status
    self.at = at
    // A run of some targets says nothing of the others.
    lastSuccess = status == .success && run?.isPartial != true ? at : Self.lastSuccess(in: before)
    lastReads = Self.lastReads(in: before)
  }

  /// What such a file begins with.
  static let beginning = "# HELP reconcile_"
  private static let successName = "reconcile_last_success_timestamp_seconds"
  private static let readName = "reconcile_system_last_read_timestamp_seconds"

  /// The last success that a file of an earlier run knows of.
  static func lastSuccess(in text: String) -> Instant? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(successName + " ") }
    return line.flatMap { Int64($0.dropFirst(successName.count + 1)) }.map { Instant(secondsSinceEpoch: $0) }
  }

  /// When systems were last read, as a file of an earlier run has it. The name of a system needs no escapes.
  static func lastReads(in text: String) -> [String: Int64] {
    let beginning = readName + "{system=\""
    let pairs = text.split(separator: "\n").filter { $0.hasPrefix(beginning) }.compactMap { line in
      let parts = line.dropFirst(beginning.count).split(separator: "\"", maxSplits: 1)
      guard parts.count == 2, parts[1].hasPrefix("} "), let seconds = Int64(parts[1].dropFirst(2)) else {
        return nil as (String, Int64)?
      }
      return (String(parts[0]), seconds)
    }
    return Dictionary(pairs) { $1 }
  }

  /// The whole file.
  var text: String { (ofEveryRun + (run.map(ofRun) ?? [])).map(\.text).joined() }

  private var ofEveryRun: [Metric] {
    [
      Metric("reconcile_build_info", "The version that ran.", [([("version", Version.text)], 1)]),
      Metric("reconcile_last_run_timestamp_seconds", "When the last run ended.", at.secondsSinceEpoch),
      // Without a value no alert would fire where nothing has ever worked.
      Metric(
        Self.successName, "When the last run that exited with 0 ended; 0 for never.",
        lastSuccess?.secondsSinceEpoch ?? 0),
      Metric("reconcile_exit_status", "Exit status of the last run.", Int64(status.rawValue)),
      Metric(Self.readName, "When the system was last read.", reads),
    ]
  }

  private func ofRun(_ run: RunFacts) -> [Metric] {
    let plan = run.report.plan
    return [
      Metric("reconcile_run_duration_seconds", "How long the last run took.", milliseconds: run.took.inMilliseconds),
      Metric(
        "reconcile_system_up", "Whether the system could be read: 1 or 0.",
        // Of a system that a run was ended before reading nobody knows it.
        plan.systems.filter { $0.error?.meansRunEnded != true }
          .map { ([("system", $0.name.text), ("kind", $0.kind)], $0.error == nil ? 1 : 0) }),
      Metric(
        "reconcile_target_state", "What the policy wants of a target: 1 for its state, 0 for every other.",
        states(plan)),
      Metric(
        "reconcile_target_in_place", "Whether the last run left a target as the policy wants it: 1 or 0.",
        run.report.standings.map { ([("target", $0.target.text)], $0.isInPlace ? 1 : 0) }),
      Metric(
        "reconcile_target_next_change_timestamp_seconds", "When the state of a target next changes.",
        plan.wanted.compactMap { wanted in
          wanted.verdict.until.map { ([("target", wanted.target.text)], $0.secondsSinceEpoch) }
        }),
      Metric("reconcile_overrides", "Overrides in force.", run.knowsOverrides ? Int64(run.overrides.count) : nil),
      Metric(
        "reconcile_override_end_timestamp_seconds", "When an override in force ends.",
        run.overrides.sorted { $0.madeAt < $1.madeAt }.map { override in
          let labels: Metric.Labels = [
            ("override", override.id), ("target", override.target.text), ("state", override.state.rawValue),
          ]
          return (labels, override.until.secondsSinceEpoch)
        }),
      Metric("reconcile_objects", "Managed objects, by what the last run did about them.", objects(plan)),
      Metric(
        "reconcile_drift", "Objects that the last run found changed by somebody else, by cause.", drift(plan)),
      Metric("reconcile_changes", "Changes of the last run, by outcome.", changes(run.report)),
      Metric("reconcile_problems", "Problems in the last run.", Int64(run.report.allProblems.count)),
      Metric("reconcile_warnings", "Warnings in the last run.", Int64(run.report.allWarnings.count)),
      Metric(
        "reconcile_next_change_timestamp_seconds", "When the state of any target next changes.",
        plan.nextChange?.at.secondsSinceEpoch),
    ]
  }

  /// Of every system of the policy that was ever read, in the order of the file, also where this run did not ask it.
  private var reads: [Metric.Sample] {
    let systems = run?.report.plan.systems ?? []
    // A system that the policy has no more has no line; without a plan nobody knows which those are.
    let names = run?.systems.map(\.text) ?? lastReads.keys.sorted()
    return names.compactMap { name in
      let isRead = systems.contains { $0.name.text == name && $0.error == nil }
      let seconds = isRead ? run?.report.plan.now.secondsSinceEpoch : lastReads[name]
      return seconds.map { ([("system", name)], $0) }
    }
  }

  /// Every target with every state that it can have, so that a series does not come and go.
  private func states(_ plan: Plan) -> [Metric.Sample] {
    plan.wanted.flatMap { wanted -> [Metric.Sample] in
      let known = (wanted.states?.states ?? []) + [.leave]
      let states = known.contains(wanted.verdict.state) ? known : known + [wanted.verdict.state]
      return states.map { state in
        let isWanted: Int64 = state == wanted.verdict.state ? 1 : 0
        return ([("target", wanted.target.text), ("state", state.rawValue)], isWanted)
      }
    }
  }

  /// Every system with every action, so that a series does not come and go.
  private func objects(_ plan: Plan) -> [Metric.Sample] {
    plan.systems.filter { $0.error == nil }.flatMap { system in
      PlanEntry.Action.allCases.map { action in
        let count = plan.entries.filter { $0.system == system.name && $0.action == action }.count
        return ([("system", system.name.text), ("action", action.rawValue)], Int64(count))
      }
    }
  }

  private func drift(_ plan: Plan) -> [Metric.Sample] {
    let causes = Cause.allCases.filter { $0 != .released }.map { ($0 as Cause?, $0.rawValue) } + [(nil, "unknown")]
    return plan.systems.filter { $0.error == nil }.flatMap { system in
      causes.map { cause, word in
        let count = plan.entries.count { $0.system == system.name && $0.isDrift && $0.cause == cause }
        return ([("system", system.name.text), ("cause", word)], Int64(count))
      }
    }
  }

  private func changes(_ report: Report) -> [Metric.Sample] {
    ["applied", "unverified", "superseded", "failed", "skipped"].map { word in
      let count =
        report.entriesWithOutcomes.count { $0.outcome?.word == word }
        + report.actionOutcomes.values.count { $0.wordOfChange == word }
      return ([("outcome", word)], Int64(count))
    }
  }
}

extension ActionOutcome {
  /// The outcome of a change that comes to the same; nil where there is none.
  fileprivate var wordOfChange: String? {
    switch self {
    case .calledOff: nil
    case .done: "applied"
    case .unverified, .unknown: "unverified"
    case .stuck, .notDone, .refused: "failed"
    }
  }
}

extension Duration {
  fileprivate var inMilliseconds: Int64 { Int64(self / .milliseconds(1)) }
}

/// A gauge and its samples.
private struct Metric {
  typealias Labels = [(name: String, value: String)]
  typealias Sample = (labels: Labels, value: Int64)

  let name: String
  let help: String
  /// The values as they are written.
  let samples: [(labels: Labels, value: String)]

  init(_ name: String, _ help: String, _ samples: [Sample]) {
    (self.name, self.help) = (name, help)
    self.samples = samples.map { ($0.labels, String($0.value)) }
  }

  /// Without labels; no sample where there is no value.
  init(_ name: String, _ help: String, _ value: Int64?) {
    self.init(name, help, value.map { [([], $0)] } ?? [])
  }

  /// Without labels, in seconds.
  init(_ name: String, _ help: String, milliseconds: Int64) {
    (self.name, self.help) = (name, help)
    let rest = String(milliseconds % 1000)
    let digits = String(repeating: "0", count: 3 - rest.count) + rest
    samples = [([], "\(milliseconds / 1000).\(digits)")]
  }

  var text: String {
    guard !samples.isEmpty else { return "" }
    let lines = samples.map { sample in
      let labels = sample.labels.map { "\($0.name)=\"\($0.value.escapedForMetrics)\"" }.joined(separator: ",")
      return name + (labels.isEmpty ? "" : "{\(labels)}") + " \(sample.value)\n"
    }
    return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + lines.joined()
  }
}
