import Glibc
import SimulatedLife

/// Lives through the seeds on the command line: `reconcile-simulate YEARS SEED…`. Exits 1 when one breaks an invariant.
///
/// `TRIES` is how often a life is lived again for a shorter story; `QUICK` leaves out dates of every year.
let years = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 1
let tries = getenv("TRIES").flatMap { Int(String(cString: $0)) } ?? 400
var hasFailed = false
for seed in CommandLine.arguments.dropFirst(2).compactMap({ UInt64($0) }) {
  switch await Simulation.run(seed: seed, years: years, tries: tries, hasYearlyDays: getenv("QUICK") == nil) {
  case .well(let runs): print("seed \(seed): \(years) years, \(runs) runs, all well")
  case .broken(let story):
    hasFailed = true
    print("seed \(seed): \(story.text)to repeat: make simulate SEEDS=\(seed)..\(seed) YEARS=\(years)\n")
  }
}
exit(hasFailed ? 1 : 0)
