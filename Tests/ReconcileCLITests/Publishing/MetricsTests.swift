import CivilTime
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
    try Golden.check(world.replaced[Self.path] ?? "", "metrics/applied.prom")
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
    #expect(text.contains("reconcile_exit_status \(status)\n") && !text.contains("last_success"), "\(text)")
  }

  @Test(arguments: ["/read-only/x.prom", "household.yaml", "/etc/reconcile"])
  func aPathThatCannotBeWrittenIsNoFailure(_ path: String) async {
    let household = PretendHousehold()
    let world = household.world()
    let run = world.run("--metrics", path, "household.yaml")
    #expect(run.status == 0 && run.output.contains("All applied and verified."), "\(run)")
    #expect(run.error.hasPrefix("warning: ") && run.error.contains(path), "\(run.error)")
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
