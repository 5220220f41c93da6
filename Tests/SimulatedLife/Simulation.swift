/// A whole household, its people, its weather and the program, from one seed.
public enum Simulation {
  /// What a life came to.
  public enum End: Sendable {
    /// All went well.
    case well(Tally)
    /// An invariant was broken.
    case broken(Story)
  }

  /// What a life under `reconcile watch` came to.
  public enum WatchedEnd: Sendable {
    /// All went well; all of it was found as it should be so many times.
    case well(checks: Int)
    /// This invariant was broken, and what was found.
    case broken(Invariant, String)
  }

  /// Lets the household of `seed` live for `years` beside one program that stays.
  public static func watch(seed: UInt64, years: Double, sabotage: Sabotage? = nil) async -> WatchedEnd {
    guard
      var beginning = Beginning(seed: seed, years: years, days: .all, hasYearlyDays: true, isSparing: true)
    else { return .well(checks: 0) }
    beginning.sabotage = sabotage
    guard let life = WatchedLife(beginning) else { return .well(checks: 0) }
    if let violation = await life.live(beginning.events) { return .broken(violation.invariant, violation.found) }
    return .well(checks: await life.checks)
  }

  /// Lets the household of `seed` live for `years`, which may be less than one.
  ///
  /// `sabotage` breaks the program, to see that it is found out. `tries` is how often a life that goes wrong may be
  /// lived again to find a shorter story. A household that is not `isSparing` names every target and says what holds
  /// otherwise, as all of them once did. A household of all `kinds` has doors and more beside its network.
  /// Where there are `guards`, people ask and approve. Of the first `skipped` years nothing happens but that rules are
  /// agreed on.
  public static func run(
    seed: UInt64, years: Double, days: LivelyDays = .all, skipped: Double = 0, tries: Int = 400,
    hasYearlyDays: Bool = true, isSparing: Bool = true, kinds: HouseKinds = .network,
    guards: HouseGuards = .none, sabotage: Sabotage? = nil
  ) async -> End {
    guard
      var beginning = Beginning(
        seed: seed, years: years, days: days, hasYearlyDays: hasYearlyDays, isSparing: isSparing, kinds: kinds,
        guards: guards)
    else { return .well(Tally()) }
    beginning.sabotage = sabotage
    beginning.skip(years: skipped)
    guard var life = Life(beginning) else { return .well(Tally()) }
    guard let end = await life.live(beginning.events) else { return .well(life.tally) }
    var shorter = beginning
    shorter.events.removeSubrange((end.event + 1)...)
    var shrinking = Shrinking(shorter, end.violation, tries: tries)
    return .broken(await shrinking.story())
  }
}
