import CivilTime
import Host
import Policies
import Presentation
import Providers
import Planning

/// What monitoring wants to know of the last run, in the text format of Prometheus. All of them are gauges: a program
/// that starts anew every minute has nothing that only grows.
struct Metrics {
  private let report: Report?
  private let status: ExitStatus
  private let at: Instant
  private let lastSuccess: Instant?

  /// `report` is nil where nothing was read. `previousSuccess` is kept where this run was none.
  init(_ report: Report?, status: ExitStatus, at: Instant, previousSuccess: Instant?) {
    self.report = report
    self.status = status
    self.at = at
    lastSuccess = status == .success ? at : previousSuccess
  }

  /// What such a file begins with.
  static let beginning = "# HELP reconcile_"
  private static let successName = "reconcile_last_success_timestamp_seconds"

  /// The last success that a file of an earlier run knows of.
  static func lastSuccess(in text: String) -> Instant? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(successName + " ") }
    return line.flatMap { Int64($0.dropFirst(successName.count + 1)) }.map { Instant(secondsSinceEpoch: $0) }
  }

  /// The whole file.
  var text: String { (ofEveryRun + (report.map(ofReport) ?? [])).map(\.text).joined() }

  private var ofEveryRun: [Metric] {
    [
      Metric("reconcile_build_info", "The version that ran.", [([("version", Version.text)], 1)]),
      Metric("reconcile_last_run_timestamp_seconds", "When the last run ended.", at.secondsSinceEpoch),
      Metric(Self.successName, "When the last run ended that exited with 0.", lastSuccess?.secondsSinceEpoch),
      Metric("reconcile_exit_status", "What the last run exited with.", Int64(status.rawValue)),
    ]
  }

  private func ofReport(_ report: Report) -> [Metric] {
    let plan = report.plan
    return [
      Metric(
        "reconcile_system_up", "Whether the system could be read.",
        plan.systems.map { ([("system", $0.name.text), ("kind", $0.kind)], $0.error == nil ? 1 : 0) }),
      Metric("reconcile_objects", "Objects that are looked after, by what was done about them.", objects(plan)),
      Metric("reconcile_changes", "Changes of the last run, by what became of them.", changes(report)),
      Metric("reconcile_problems", "What keeps something from being looked after.", Int64(plan.problems.count)),
      Metric("reconcile_warnings", "What a person should know.", Int64(plan.warnings.count)),
      Metric(
        "reconcile_next_change_timestamp_seconds", "When the schedule next changes something.",
        plan.nextChange?.at.secondsSinceEpoch),
    ]
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

  private func changes(_ report: Report) -> [Metric.Sample] {
    ["applied", "unverified", "superseded", "failed", "skipped"].map { word in
      ([("outcome", word)], Int64(report.entriesWithOutcomes.count { $0.outcome?.word == word }))
    }
  }
}

/// A gauge and its samples.
private struct Metric {
  typealias Sample = (labels: [(name: String, value: String)], value: Int64)

  let name: String
  let help: String
  let samples: [Sample]

  init(_ name: String, _ help: String, _ samples: [Sample]) {
    (self.name, self.help, self.samples) = (name, help, samples)
  }

  /// Without labels; no sample where there is no value.
  init(_ name: String, _ help: String, _ value: Int64?) {
    self.init(name, help, value.map { [([], $0)] } ?? [])
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
