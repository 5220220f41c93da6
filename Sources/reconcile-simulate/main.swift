import Glibc
import SimulatedLife

/// Lives through the seeds on the command line: `reconcile-simulate YEARS SEED…`. Exits 1 when one breaks an invariant.
///
/// `TRIES` is how often a life is lived again for a shorter story; `QUICK` leaves out dates of every year; `SABOTAGE`
/// breaks the program in one way, to see that it is found out.
func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

let years = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 1
let tries = variable("TRIES").flatMap { Int($0) } ?? 400
let sabotage = variable("SABOTAGE").flatMap(Sabotage.init)
var hasFailed = false
for seed in CommandLine.arguments.dropFirst(2).compactMap({ UInt64($0) }) {
  switch await Simulation.run(
    seed: seed, years: years, tries: tries, hasYearlyDays: variable("QUICK") == nil, sabotage: sabotage)
  {
  case .well(let runs): print("seed \(seed): \(years) years, \(runs) runs, all well")
  case .broken(let story):
    hasFailed = true
    print("seed \(seed): \(story.text)to repeat: make simulate SEEDS=\(seed)..\(seed) YEARS=\(years)\n")
  }
  // Who looks on sees each household as it ends.
  fflush(nil)
}
exit(hasFailed ? 1 : 0)
