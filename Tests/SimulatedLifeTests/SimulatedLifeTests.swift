import SimulatedLife
import Testing

/// A few days in the lives of some households; `make simulate` lives through years.
@Suite struct SimulatedLifeTests {
  @Test(arguments: UInt64(0)..<20) func aHouseholdLivesWell(seed: UInt64) async {
    switch await Simulation.run(seed: seed, years: 0.005, tries: 20, hasYearlyDays: false) {
    case .well(let runs): #expect(runs > 0)
    case .broken(let story): Issue.record("\(story.text)")
    }
  }
}
