import CivilTime
import Foundation
import Host
import Policies
import Providers
import Planning
import TestSupport
import Testing

@testable import Controller
@testable import Presentation

/// What monitoring reads of a run.
@Suite struct MetricsTests {
  private static let path = "/var/lib/node_exporter/reconcile.prom"

  @Test func areThoseOfTheRun() async throws {
    let household = PretendHousehold()
    let world = household.world()
    let run = world.run("--metrics", Self.path, "household.yaml")
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    let text = world.replaced[Self.path] ?? ""
    try Golden.check(text, "metrics/applied.prom")
    let states = try PrometheusText(text)["reconcile_target_state"]?.samples.filter { $0.value == 1 }
    #expect(states?.map { $0.labels.map(\.value) } == [["kids", "off"], ["pihole", "paused"]], "who is off")
  }

  /// The longest file: an override, a hand, a system that is lost, and everything that can be said of objects.
  @Test func everythingIsWrittenByTheLetter() throws {
    var plan = try MixedHousehold().plan
    for (index, cause) in zip(plan.entries.indices, Cause.allCases) { plan.entries[index].cause = cause }
    plan.entries[0].action = .observe
    let policy = try MixedHousehold().policy
    let override = Override(
      id: "3", target: Name("guests"), state: .on, from: plan.now, until: plan.now + 1800, because: "a \"film\"",
      by: "anna")
    let run = RunFacts(
      Report(.apply, plan: plan), overrides: [override], took: .milliseconds(1_042), zone: policy.zone)
    let before = "reconcile_system_last_read_timestamp_seconds{system=\"attic\"} 17\n"
    let text = Metrics(run, status: .unreachable, at: plan.now + 2, after: before).text
    try Golden.check(text, "metrics/everything.prom")
    let read = try PrometheusText(text)
    #expect(read["reconcile_run_duration_seconds"]?.samples.first?.value == 1.042)
    #expect(read["reconcile_overrides"]?.samples.first?.value == 1)
    let drifted = read["reconcile_drift"]?.samples.filter { $0.value > 0 }.count ?? 0
    #expect(drifted > 0)
  }

  /// A system that cannot be read was last read when it was; without a policy all that is known stays.
  @Test func theLastReadIsKept() async throws {
    let household = PretendHousehold()
    var world = household.world()
    func reads() throws -> [String: Int64] {
      let text = world.replaced[Self.path] ?? ""
      world.files[Self.path] = text
      let samples = try PrometheusText(text)["reconcile_system_last_read_timestamp_seconds"]?.samples ?? []
      return Dictionary(uniqueKeysWithValues: samples.map { ($0.labels[0].value, Int64($0.value)) })
    }
    let first = world.now.secondsSinceEpoch
    #expect(world.run("--metrics", Self.path, "household.yaml").status == 0)
    #expect(try reads() == ["gateway": first, "pihole": first])
    for number in 1...99 { await household.console.fail(request: number, with: .refused) }
    for round in 1...3 as ClosedRange<Int64> {
      world.now = world.now + 60
      #expect(world.run("--metrics", Self.path, "household.yaml").status == 3)
      #expect(try reads() == ["gateway": first, "pihole": first + 60 * round])
    }
    // A run of some targets knows nothing of the other systems, and is no success of the household.
    world.now = world.now + 60
    #expect(world.run("--metrics", Self.path, "--target", "pihole", "household.yaml").status == 0)
    #expect(try reads() == ["gateway": first, "pihole": first + 240])
    #expect(Metrics.lastSuccess(in: world.replaced[Self.path] ?? "")?.secondsSinceEpoch == first)
    world.files["household.yaml"] = "policy: ["
    #expect(world.run("--metrics", Self.path, "household.yaml").status == 65)
    #expect(try reads() == ["gateway": first, "pihole": first + 240])
  }

  /// Whether each target is so: not where its system cannot be read, nor where somebody has moved it, nor by a run that is not
  /// told; and again once it is.
  @Test func whatIsSoIsTold() async throws {
    let household = PretendHousehold()
    var world = household.world()
    world.files["household.yaml"] = PretendHousehold.policy + "  - kids off\n"
    func standings(_ status: Int32 = 0) throws -> [String: Double] {
      world.now = world.now + 60
      #expect(world.run("--metrics", Self.path, "household.yaml").status == status)
      world.files[Self.path] = world.replaced[Self.path]
      let samples = try PrometheusText(world.replaced[Self.path] ?? "")["reconcile_target_in_place"]?.samples ?? []
      return Dictionary(uniqueKeysWithValues: samples.map { ($0.labels[0].value, $0.value) })
    }
    #expect(try standings() == ["kids": 1, "pihole": 1], "it was brought there")
    #expect(try standings() == ["kids": 1, "pihole": 1], "it was found there")
    for number in 1...99 { await household.console.fail(request: number, with: .refused) }
    for _ in 1...2 { #expect(try standings(3) == ["kids": 0, "pihole": 1]) }
  }

  /// Nothing has ever worked, and the alert of the docs fires all the same.
  @Test func withoutASuccessItIsZero() async throws {
    let household = PretendHousehold()
    for number in 1...99 { await household.console.fail(request: number, with: .refused) }
    let world = household.world()
    for _ in 1...2 {
      #expect(world.run("--metrics", Self.path, "household.yaml").status == 3)
      let text = world.replaced[Self.path] ?? ""
      #expect(try PrometheusText(text)["reconcile_last_success_timestamp_seconds"]?.samples.map(\.value) == [0])
    }
  }

  @Test(arguments: [
    "", "a 1", "# HELP a b\n", "# HELP a b\n# TYPE a gauge\n", "# HELP a b\n# TYPE a counter\na 1\n",
    "# HELP a b\n# TYPE a gauge\na 1\na 2\n", "# HELP a b\n# TYPE a gauge\na{b=\"c\"} 1\na 2\n",
    "# HELP a b\n# TYPE a gauge\na{b=\"c\\x\"} 1\n", "# HELP a b\n# TYPE a gauge\na{b=\"c\"\"} 1\n",
    "# HELP a b\n# TYPE a gauge\na x\n", "# HELP a b\n# TYPE a gauge\nb 1\n", "\n",
    "# HELP a b\n# TYPE a gauge\na 1\n# HELP a b\n# TYPE a gauge\na 1\n",
  ]) func theReaderOfTheTestsIsStrict(_ text: String) {
    #expect(throws: PrometheusText.Mistake.self) { try PrometheusText(text) }
  }

  /// What the docs list is what is written, neither more nor less.
  @Test func theDocsListEveryMetric() throws {
    let docs = try String(contentsOf: Tool.repository.appending(path: "docs/output.md"), encoding: .utf8)
    let rows = docs.split(separator: "\n").filter { $0.hasPrefix("| `reconcile_") }
    let listed = rows.flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").filter { $0.hasPrefix("reconcile_") }.map(String.init)
    }
    let read = try PrometheusText(try Fixtures.text("metrics/everything.prom"))
    let written = read.families.map { family in
      let labels = family.samples[0].labels.map(\.name).joined(separator: ",")
      return family.name + (labels.isEmpty ? "" : "{\(labels)}")
    }
    #expect(Set(listed) == Set(written))
  }

  @Test func aFailedRunKeepsTheLastSuccess() async {
    let household = PretendHousehold()
    var world = household.world()
    _ = world.run("--metrics", Self.path, "household.yaml")
    world.files[Self.path] = world.replaced[Self.path]
    let success = "reconcile_last_success_timestamp_seconds \(world.now.secondsSinceEpoch)\n"
    #expect(world.replaced[Self.path]?.contains(success) == true)
    for number in 1...99 { await household.console.fail(request: number, with: .refused) }
    world.now = world.now + 60
    #expect(world.run("--metrics", Self.path, "household.yaml").status == 3)
    let text = world.replaced[Self.path] ?? ""
    #expect(text.contains(success), "\(text)")
    #expect(text.contains("reconcile_last_run_timestamp_seconds \(world.now.secondsSinceEpoch)\n"))
    #expect(text.contains("reconcile_system_up{system=\"gateway\",kind=\"unifi\"} 0\n"))
    #expect(text.contains("reconcile_system_up{system=\"pihole\",kind=\"pihole\"} 1\n"))
    // As many as the report of the same run has.
    #expect(text.contains("reconcile_problems 1\n"), "\(text)")
    #expect(text.contains("reconcile_exit_status 3\n") && !text.contains("reconcile_objects{system=\"gateway\""))
  }

  /// The last success is the last one, however many there were, and whatever failed in between.
  @Test func theLastSuccessMovesOn() {
    var world = PretendHousehold().world()
    let policy = world.files["household.yaml"]
    var succeeded = world.now
    for isGood in [true, true, false, true, false, false, true] {
      world.now = world.now + 60
      world.files["household.yaml"] = isGood ? policy : "policy: ["
      #expect(world.run("--metrics", Self.path, "household.yaml").status == (isGood ? 0 : 65))
      if isGood { succeeded = world.now }
      let text = world.replaced[Self.path] ?? ""
      #expect(Metrics.lastSuccess(in: text) == succeeded, "\(text)")
      world.files[Self.path] = text
    }
  }

  @Test(arguments: [
    ("policy: [", 65), ("", 65),
  ]) func aBrokenPolicyIsARunToo(_ policy: String, _ status: Int32) {
    let world = PretendHousehold().world(policy: policy)
    #expect(world.run("--metrics", Self.path, "household.yaml").status == status)
    let text = world.replaced[Self.path] ?? ""
    #expect(text.contains("reconcile_exit_status \(status)\n") && text.contains("last_success_timestamp_seconds 0\n"))
  }

  @Test(arguments: ["/read-only/x.prom", "household.yaml", "/etc/reconcile"])
  func aPathThatCannotBeWrittenIsNoFailure(_ path: String) async {
    let household = PretendHousehold()
    let world = household.world()
    let run = world.run("--metrics", path, "household.yaml")
    #expect(run.status == 0 && run.output.contains("All applied and verified."), "\(run)")
    #expect(run.error.hasPrefix("reconcile: warning: ") && run.error.contains(path), "\(run.error)")
    #expect(world.replaced.isEmpty)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\"b", #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a\nb", #"a\\u{A}b"#), ("é", "é"),
  ]) func labelsAreEscaped(_ value: String, _ escaped: String) {
    #expect(value.escapedForMetrics == escaped)
  }

  @Test(
    arguments: [
      ("", nil), ("reconcile_last_success_timestamp_seconds 17\n", 17),
      ("# HELP x y\nreconcile_last_success_timestamp_seconds -1\nz 3", -1),
      ("reconcile_last_success_timestamp_seconds 1e9\n", nil),
      ("reconcile_last_success_timestamp_seconds_total 3\n", nil),
    ] as [(String, Int64?)]) func theLastSuccessIsFound(_ text: String, _ seconds: Int64?)
  {
    #expect(Metrics.lastSuccess(in: text)?.secondsSinceEpoch == seconds)
  }
}
