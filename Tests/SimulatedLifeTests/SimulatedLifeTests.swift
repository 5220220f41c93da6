import SimulatedLife
import TestSupport
import Testing

/// A few days in the lives of some households; `make simulate` lives through years.
@Suite struct SimulatedLifeTests {
  @Test(arguments: UInt64(0)..<20) func aHouseholdLivesWell(seed: UInt64) async {
    switch await Simulation.run(seed: seed, years: 0.005, tries: 20, hasYearlyDays: false) {
    case .well(let tally): #expect(tally.runs > 0)
    case .broken(let story): Issue.record("\(story.text)")
    }
  }

  /// Doors, switches and services, with a network beside them or alone.
  @Test(arguments: UInt64(0)..<18) func aHouseWithDoorsLivesWell(seed: UInt64) async {
    let kinds = seed == 0 ? HouseKinds.all : .house
    switch await Simulation.run(seed: seed, years: 0.002, tries: 20, hasYearlyDays: false, kinds: kinds) {
    case .well(let tally): #expect(tally.runs > 0)
    case .broken(let story): Issue.record("\(story.text)")
    }
  }

  /// People who ask, approve, guess and cheat.
  @Test(arguments: UInt64(0)..<12) func aHouseholdWithGuardsLivesWell(seed: UInt64) async {
    let kinds = seed % 3 == 0 ? HouseKinds.house : .network
    switch await Simulation.run(
      seed: seed, years: 0.005, tries: 20, hasYearlyDays: false, kinds: kinds, guards: .all)
    {
    case .well(let tally): #expect(tally.runs > 0)
    case .broken(let story): Issue.record("\(story.text)")
    }
  }

  /// People who edit what guards hold, and approvers who agree to some of it.
  @Test(arguments: [UInt64(17), 26, 28]) func aHouseholdWithHeldEditsLivesWell(seed: UInt64) async {
    switch await Simulation.run(seed: seed, years: 0.01, tries: 20, hasYearlyDays: false, guards: .all) {
    case .well(let tally): #expect(tally.edits > 0)
    case .broken(let story): Issue.record("\(story.text)")
    }
  }

  /// What holds of requests fails as well where the program is broken so.
  @Test(arguments: [
    (Sabotage.overlooksGuards, Invariant.asked, UInt64(0)), (.printsCodes, .secret, 0),
    (.keepsCodesFresh, .guarded, 39), (.followsEdits, .guarded, 17),
  ])
  func aProgramThatForgetsGuardsIsFoundOut(sabotage: Sabotage, invariant: Invariant, seed: UInt64) async {
    let end = await Simulation.run(
      seed: seed, years: 0.03, tries: 0, hasYearlyDays: false, guards: .all, sabotage: sabotage)
    guard case .broken(let story) = end else {
      Issue.record("it was not found out")
      return
    }
    #expect(story.invariant == invariant, "\(story.text)")
  }

  /// What holds of doors and actions fails as well where the program is broken so.
  @Test(arguments: [(Sabotage.opensDoors, Invariant.door, UInt64(5)), (.forgetsActions, .once, 1)])
  func aProgramThatOpensDoorsIsFoundOut(sabotage: Sabotage, invariant: Invariant, seed: UInt64) async {
    let end = await Simulation.run(
      seed: seed, years: 0.01, tries: 0, hasYearlyDays: false, kinds: .house, sabotage: sabotage)
    guard case .broken(let story) = end else {
      Issue.record("it was not found out")
      return
    }
    #expect(story.invariant == invariant)
  }

  /// What found something once: a pause that ended while a slow system was waited for, a session that a 401 left open,
  /// and the end of a window just behind a clock change.
  @Test(arguments: [(UInt64(28), 0.46), (81, 0.11), (110, 0.76), (100_143, 1)])
  func aHouseholdThatDidNotLiveWellDoes(seed: UInt64, years: Double) async {
    switch await Simulation.run(seed: seed, years: years, days: .some, tries: 20, isSparing: false) {
    case .well(let tally): #expect(tally.runs > 10)
    case .broken(let story): Issue.record("\(story.text)")
    }
  }

  /// The same, of which only the last days matter: a run in which a slow system was waited for until a pause was over, and
  /// two rules that one target names and yields with, while the pattern of another fits them and leaves them alone.
  @Test(arguments: [(UInt64(7043), 0.93, 0.96), (20_052, 0.75, 0.89), (20_057, 0.55, 0.61)])
  func theLastDaysAreLivedWell(seed: UInt64, skipped: Double, years: Double) async {
    switch await Simulation.run(seed: seed, years: years, days: .some, skipped: skipped, tries: 20, isSparing: false) {
    case .well(let tally): #expect(tally.runs > 4)
    case .broken(let story): Issue.record("\(story.text)")
    }
  }

  /// The same of networks with a house: what somebody moved after the run that followed a kill, and an override that opens
  /// what may be opened no more.
  @Test(arguments: [(UInt64(417_855), 0.055), (417_951, 0.007)])
  func aHouseThatDidNotLiveWellDoes(seed: UInt64, years: Double) async {
    switch await Simulation.run(seed: seed, years: years, days: .some, tries: 20, kinds: .all) {
    case .well(let tally): #expect(tally.runs > 10)
    case .broken(let story): Issue.record("\(story.text)")
    }
  }

  /// The same story as another process told, to the byte, and twice in this one.
  @Test func aSeedTellsTheSameStory() async throws {
    let story = try #require(await story(.dropsMember, seed: 0))
    #expect(await self.story(.dropsMember, seed: 0)?.text == story.text)
    try Golden.check(story.text, "simulated-life/story.txt")
  }

  @Test func aShortenedStoryIsShorterAndOfTheSameInvariant() async throws {
    let long = try #require(await story(.printsSecrets, seed: 0, tries: 0))
    let short = try #require(await story(.printsSecrets, seed: 0, tries: 10))
    #expect(short.invariant == .secret)
    #expect(short.text.utf8.count < long.text.utf8.count)
  }

  /// An invariant fails where the program is broken in the way that it is there for.
  @Test(arguments: [
    (Sabotage.dropsMember, Invariant.foreign, UInt64(0)), (.renames, .foreign, 0), (.repeatsWrites, .quiet, 1),
    (.forgetsLogout, .session, 0), (.printsSecrets, .secret, 0), (.hidesFailure, .status, 0), (.isIdle, .settled, 0),
    (.hidesIdleness, .truth, 0), (.editsPast, .store, 0), (.losesPast, .past, 0), (.neverYields, .yielding, 9),
  ])
  func aBrokenProgramIsFoundOut(sabotage: Sabotage, invariant: Invariant, seed: UInt64) async {
    #expect(await story(sabotage, seed: seed, tries: 0)?.invariant == invariant)
  }

  /// The program stays, and nobody tells it when to look.
  @Test(arguments: UInt64(0)..<3) func aHouseholdIsWatchedOver(seed: UInt64) async {
    switch await Simulation.watch(seed: seed, years: 0.003) {
    case .well(let checks): #expect(checks > 0)
    case .broken(let invariant, let found): Issue.record("\(invariant.rawValue): \(found)")
    }
  }

  @Test(arguments: [
    (Sabotage.dropsMember, Invariant.foreign, UInt64(0)), (.renames, .foreign, 0), (.forgetsLogout, .session, 0),
    (.isIdle, .settled, 0),
  ])
  func aBrokenProgramThatStaysIsFoundOut(sabotage: Sabotage, invariant: Invariant, seed: UInt64) async {
    let end = await Simulation.watch(seed: seed, years: 0.005, sabotage: sabotage)
    guard case .broken(let found, _) = end else {
      Issue.record("it was not found out")
      return
    }
    #expect(found == invariant)
  }

  /// How the household of `seed` fares with a program that is broken so.
  private func story(_ sabotage: Sabotage, seed: UInt64, tries: Int = 20) async -> Story? {
    let end = await Simulation.run(
      seed: seed, years: 0.01, tries: tries, hasYearlyDays: false, isSparing: false, sabotage: sabotage)
    if case .broken(let story) = end { return story }
    return nil
  }
}
