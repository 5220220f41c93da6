import Calendars
import CivilTime
import Documents
import LibYAML
import PiHole
import Policies
import UniFi

/// The policy that `text` writes, decoded as the program does it; `calendars` by their paths.
func evaluator(_ text: String, calendars: [String: String] = [:]) -> Evaluator? {
  guard let root = YAMLReader.read(Array(text.utf8), file: "bench.yaml").node else { return nil }
  let zone: @Sendable (String) -> Zone? = { try? Zone(name: $0, bytes: BenchFiles.bytes("/usr/share/zoneinfo/" + $0)) }
  var context = PolicyContext(
    kinds: SystemKinds([.unifi, .pihole]),
    zone: { name in zone(name).map { .zone($0) } ?? .unknown(suggestions: []) }, machineZone: nil, now: nil)
  context.calendar = { path, own in
    do throws(CalendarFault) {
      let bytes = Array((calendars[path] ?? "").utf8)
      return .events(try CalendarReader.events(in: bytes, zone: own, zones: zone), file: path)
    } catch {
      return .fault(error, file: path)
    }
  }
  let document = PolicyDocument(file: "bench.yaml", root: root)
  let decoded = PolicyDecoder.decode([document], path: "bench.yaml", context: context)
  for diagnostic in decoded.diagnostics where diagnostic.severity == .error { print(diagnostic.message) }
  return decoded.policy.map { Evaluator($0) }
}

/// What the evaluator takes, in this process.
func evaluation() -> [BenchRow]? {
  guard let household = evaluator(BenchPolicy.household()), let still = evaluator(BenchPolicy.standstill()),
    let yearly = evaluator(BenchPolicy.yearlyStandstill()), let weeks = evaluator(BenchPolicy.weeks()),
    let weeksStill = evaluator(BenchPolicy.weeksStandstill()),
    let dated = evaluator(
      BenchPolicy.withCalendars(),
      calendars: [
        "school.ics": BenchPolicy.calendar(events: 5_000, isOfDays: true),
        "shifts.ics": BenchPolicy.calendar(events: 5_000, isOfDays: false),
      ])
  else { return nil }
  // 2026-11-20T20:00:00Z
  let now = Instant(secondsSinceEpoch: 1_795_204_800)
  let decade = now..<now + 3_653 * 86_400
  func row(_ name: String, _ goal: String, runs: Int = 25, _ work: () -> Void) -> BenchRow {
    .time(name, Stopwatch.microseconds(runs: runs, work), goal: goal)
  }
  return [
    row("timeline of 1000 statements over ten years, all targets", "< 1 s", runs: 5) {
      for target in household.targets { _ = household.timeline(of: target, in: decade) }
    },
    row("next change, 1000 statements", "< 1 ms") { _ = household.nextChange(after: now) },
    row("next change that never comes, 1000 daily statements", "< 1 ms") { _ = still.nextChange(after: now) },
    row("the same with yearly dates", "") { _ = yearly.nextChange(after: now) },
    row("the same with weeks and months", "") { _ = weeksStill.nextChange(after: now) },
    row("next change, 1000 statements of weeks and months", "< 1 ms") { _ = weeks.nextChange(after: now) },
    row("verdicts of them", "< 5 ms") { _ = weeks.verdicts(at: now) },
    row("timeline of them over ten years, all targets", "< 1 s", runs: 5) {
      for target in weeks.targets { _ = weeks.timeline(of: target, in: decade) }
    },
    row("next change, 1000 statements with calendars of 5000 events", "< 1 ms") { _ = dated.nextChange(after: now) },
    row("verdicts of them", "< 5 ms") { _ = dated.verdicts(at: now) },
    row("timeline of them over ten years, all targets", "< 1 s", runs: 5) {
      for target in dated.targets { _ = dated.timeline(of: target, in: decade) }
    },
    row("verdicts, 1000 statements", "< 5 ms") { _ = household.verdicts(at: now) },
    row("verdicts that never change, 1000 daily statements", "< 5 ms") { _ = still.verdicts(at: now) },
    row("the same with yearly dates", "") { _ = yearly.verdicts(at: now) },
  ]
}

/// What the binary at `path` takes, as a process.
func processes(_ path: String) -> [BenchRow]? {
  guard let size = BenchFiles.size(path) else { return nil }
  var rows = [BenchRow.size("the binary, stripped", bytes: size, goal: "< 12 MB")]
  let files = [
    ("10 KiB", BenchPolicy.file(bytes: 10 << 10), ""), ("100 KiB", BenchPolicy.file(bytes: 100 << 10), ""),
    ("1 MiB", BenchPolicy.file(bytes: 1 << 20), "< 200 ms"),
    ("1 MiB in which all decide", BenchPolicy.deciding(bytes: 1 << 20), "< 200 ms"),
  ]
  for (name, text, goal) in files {
    guard let file = BenchFiles.temporary(text) else { return nil }
    defer { BenchFiles.remove(file) }
    let runs = (0..<11).compactMap { _ in FinishedProcess([path, "validate", file]) }
    guard runs.count == 11 else { return nil }
    rows.append(.time("validate \(name)", Stopwatch.median(runs.map(\.microseconds)), goal: goal))
    rows.append(.memory("memory of it", kibibytes: Stopwatch.median(runs.map(\.peakKibibytes))))
  }
  // Turn and turn about, as with the dry runs.
  var starts: [(own: FinishedProcess, curl: FinishedProcess)] = []
  for _ in 0..<51 {
    guard let own = FinishedProcess([path, "--version"]), let curl = FinishedProcess(["/usr/bin/curl", "--version"])
    else { return nil }
    starts.append((own, curl))
  }
  for (name, runs) in [("reconcile --version", starts.map(\.own)), ("curl --version", starts.map(\.curl))] {
    rows.append(.time(name, Stopwatch.median(runs.map(\.microseconds)), goal: ""))
    rows.append(.memory("memory of it", kibibytes: Stopwatch.median(runs.map(\.peakKibibytes))))
  }
  return rows
}

// The processes first: the peak memory of a child includes what its parent holds when it starts it.
let arguments = CommandLine.arguments
if arguments.dropFirst() == ["evaluation"], let rows = evaluation() {
  print(BenchRow.table(rows), terminator: "")
} else if arguments.count == 5,
  let network = NetworkBench(
    reconcile: arguments[1], simulator: arguments[2], rivals: Rivals(programs: arguments[3], texts: arguments[4])
  ).rows(),
  let outside = processes(arguments[1]), let inside = evaluation()
{
  print(BenchRow.table(inside + outside + network), terminator: "")
} else {
  print(
    "usage: reconcile-bench PATH-OF-RECONCILE PATH-OF-RECONCILE-SIMULATOR FOLDER-OF-PYTHON FOLDER-OF-RIVALS "
      + "(or something measured does not run), or: reconcile-bench evaluation")
}
