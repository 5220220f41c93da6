import Glibc
import SimulatedLife

/// Lives through the seeds on the command line: `reconcile-simulate YEARS SEED…`. Exits 1 when one breaks an invariant.
///
/// `DAYS=all` leaves no day out. `WATCHED` is for how many years a household lives once more, beside a program that
/// stays, and `EVERY` which: each so many seeds. `TRIES` is how often a life is lived again for a shorter story;
/// `QUICK` leaves out dates of every year; `SABOTAGE` breaks the program in one way, to see that it is found out. With
/// `KINDS=network` households have consoles and Pi-holes only, with `KINDS=house` only what else there is. With
/// `GUARDS=none` nobody guards anything, with `GUARDS=all` everybody does.
func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

let years = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 1
let days = variable("DAYS") == "all" ? LivelyDays.all : .some
let watchedYears = variable("WATCHED").flatMap(Double.init) ?? 0
let every = max(1, variable("EVERY").flatMap { UInt64($0) } ?? 1)
let tries = variable("TRIES").flatMap { Int($0) } ?? 400
let sabotage = variable("SABOTAGE").flatMap(Sabotage.init)
let kinds = variable("KINDS").flatMap(HouseKinds.init) ?? .all
let guards = variable("GUARDS").flatMap(HouseGuards.init) ?? .some
var hasFailed = false
for seed in CommandLine.arguments.dropFirst(2).compactMap({ UInt64($0) }) {
  switch await Simulation.run(
    seed: seed, years: years, days: days, tries: tries, hasYearlyDays: variable("QUICK") == nil, kinds: kinds,
    guards: guards, sabotage: sabotage)
  {
  case .well(let tally):
    let deeds = ", \(tally.openings) doors opened, \(tally.actions) actions, \(tally.requests) services asked"
    let wishes = ", \(tally.asked) requests, \(tally.decided) decided, \(tally.wrongCodes) codes refused"
    let edits = ", \(tally.edits) edits asked about, \(tally.agreedEdits) agreed to"
    print(
      "seed \(seed): \(years) years, \(tally.runs) runs\(kinds == .network ? "" : deeds)"
        + "\(tally.asked == 0 ? "" : wishes)\(tally.edits == 0 ? "" : edits), all well")
  case .broken(let story):
    hasFailed = true
    let pace =
      (days == .all ? " DAYS=all" : "") + (kinds == .all ? "" : " KINDS=\(kinds.rawValue)")
      + (guards == .some ? "" : " GUARDS=\(guards.rawValue)")
    print("seed \(seed): \(story.text)", terminator: "")
    print("to repeat: make simulate SEEDS=\(seed)..\(seed) YEARS=\(years)\(pace) WATCHED=0\n")
  }
  if watchedYears > 0, seed % every == 0 {
    switch await Simulation.watch(seed: seed, years: watchedYears, sabotage: sabotage) {
    case .well(let checks): print("seed \(seed): watched for \(watchedYears) years, \(checks) checks, all well")
    case .broken(let invariant, let found):
      hasFailed = true
      print("seed \(seed): watched: \(invariant.rawValue): \(found)")
      print("to repeat: make simulate SEEDS=\(seed)..\(seed) YEARS=0 WATCHED=\(watchedYears) EVERY=1\n")
    }
  }
  // Who looks on sees each household as it ends.
  fflush(nil)
}
exit(hasFailed ? 1 : 0)
