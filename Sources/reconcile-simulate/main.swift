import Glibc
import SimulatedLife

/// Lives through the seeds on the command line: `reconcile-simulate YEARS SEED…`. Exits 1 when one breaks an invariant.
///
/// `WATCHED` is for how many years each of them lives once more, beside a program that stays. `TRIES` is how often a life
/// is lived again for a shorter story; `QUICK` leaves out dates of every year; `SABOTAGE` breaks the program in one way,
/// to see that it is found out.
func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

let years = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 1
let watchedYears = variable("WATCHED").flatMap(Double.init) ?? 0
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
  if watchedYears > 0 {
    switch await Simulation.watch(seed: seed, years: watchedYears, sabotage: sabotage) {
    case .well(let checks): print("seed \(seed): watched for \(watchedYears) years, \(checks) checks, all well")
    case .broken(let invariant, let found):
      hasFailed = true
      print("seed \(seed): watched: \(invariant.rawValue): \(found)")
      print("to repeat: make simulate SEEDS=\(seed)..\(seed) YEARS=0 WATCHED=\(watchedYears)\n")
    }
  }
  // Who looks on sees each household as it ends.
  fflush(nil)
}
exit(hasFailed ? 1 : 0)
