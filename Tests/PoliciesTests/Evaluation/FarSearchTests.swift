import CivilTime
import Policies
import Testing

/// What is found decades away, where weeks that are known to be alike are passed over, against the whole timeline.
@Suite struct FarSearchTests {
  @Test("rare changes", arguments: 0..<64 as Range<UInt64>)
  func rareChanges(seed: UInt64) throws {
    var random = RandomPolicy(seed: seed)
    let (policy, range) = try random.rarelyChanging()
    let evaluator = Evaluator(policy)
    let whole = states(evaluator, in: range)
    let changes = whole.dropFirst().map(\.range.lowerBound)

    var instants = [range.lowerBound, range.upperBound + -1]
    for change in changes.prefix(2) + changes.suffix(2) { instants += [change, change + -1] }
    for instant in instants {
      let verdict = evaluator.verdicts(at: instant)[0].verdict
      let next = evaluator.nextChange(after: instant)
      #expect(verdict.state == whole.first { $0.range.contains(instant) }?.state)
      #expect(verdict.until == next)
      check(verdict.since, against: changes.last { $0 <= instant }, isOutside: { $0 <= range.lowerBound })
      check(next, against: changes.first { $0 > instant }, isOutside: { $0 >= range.upperBound })
    }
  }

  /// On the day on which clocks go back, and on no other, a window reaches into the one beside it.
  @Test("changes only when clocks do") func clockChange() throws {
    let cover = Schedule(
      clauses: [.on(.daily)], exceptions: [.instants(of: [.on(.daily, ["02:30-02:45"])])])
    let policy = MadePolicy.policy(
      zone: try MadePolicy.zone("Europe/Berlin"), targets: [MadePolicy.target("kids", otherwise: .off)],
      [MadePolicy.statement(.on, .on(.daily, "02:15-02:30")), MadePolicy.statement(.off, cover)])
    // 2026-11-20T20:00:00Z; 2026-10-25T01:30:00Z; 2027-10-31T00:30:00Z
    let verdict = Evaluator(policy).verdicts(at: Instant(secondsSinceEpoch: 1_795_204_800))[0].verdict
    #expect(verdict.since == Instant(secondsSinceEpoch: 1_792_891_800))
    #expect(verdict.until == Instant(secondsSinceEpoch: 1_824_942_600))
  }

  /// What lies outside the range that was looked at in whole may be found or not.
  private func check(_ found: Instant?, against wanted: Instant?, isOutside: (Instant) -> Bool) {
    if let wanted {
      #expect(found == wanted)
    } else {
      #expect(found.map(isOutside) ?? true, "\(found?.description ?? "-")")
    }
  }

  /// The timeline without what decides.
  private func states(_ evaluator: Evaluator, in range: Range<Instant>) -> [TimelineInterval] {
    evaluator.timeline(of: Name("kids"), in: range).reduce(into: []) { result, interval in
      if result.last?.state == interval.state {
        result[result.count - 1].range = result[result.count - 1].range.lowerBound..<interval.range.upperBound
      } else {
        result.append(interval)
      }
    }
  }
}
