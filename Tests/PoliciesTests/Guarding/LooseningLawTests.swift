import CivilTime
import Policies
import TestSupport
import Testing

/// Which targets are loosened, and when first, against looking at every boundary and every minute.
@Suite("loosening, against looking everywhere") struct LooseningLawTests {
  /// What is looked at is so many days from now.
  private static let day: Int64 = 86_400

  @Test("what people do", arguments: 0..<48) func overrides(seed: UInt64) throws {
    var counts: [Int] = []
    for place in 0..<10 {
      var house = try GuardedHouse(seed: seed * 1_000 + UInt64(place))
      for round in 0..<4 {
        let now = house.around + Int64(house.random.numbers.int(in: -4_000..<90_000))
        let overrides = house.overrides()
        let range = now..<now + 4 * Self.day
        let before = Freeness(house.policy, overrides, in: range)
        let after = Freeness(house.policy, house.changed(overrides), in: range)
        counts.append(Self.check(house.policy, before, after, range, everyMinute: place + round == 0))
      }
    }
    #expect(counts.contains(0) && counts.contains { $0 > 0 })
  }

  @Test("edits", arguments: 0..<48) func edits(seed: UInt64) throws {
    var counts: [Int] = []
    for place in 0..<5 {
      var house = try GuardedHouse(seed: 500_000 + seed * 1_000 + UInt64(place))
      for round in 0..<6 {
        let now = house.around + Int64(house.random.numbers.int(in: -300_000..<90_000))
        let overrides = house.overrides()
        let range = now..<now + (place + round == 1 ? 500 : 8) * Self.day
        let before = Freeness(house.policy, overrides, in: range)
        let after = Freeness(try house.edited(), house.random.numbers.oneIn(2) ? overrides : [], in: range)
        counts.append(Self.check(house.policy, before, after, range, everyMinute: place + round == 0))
      }
    }
    #expect(counts.contains(0) && counts.contains { $0 > 0 })
  }

  /// Compares what is found with what is there; returns how much that is.
  private static func check(
    _ policy: Policy, _ before: Freeness, _ after: Freeness, _ range: Range<Instant>, everyMinute: Bool
  ) -> Int {
    let found = Loosening.between(before.overlay, after.overlay, from: range.lowerBound)
    let guarded = policy.targets.filter { $0.guarding != nil }.map(\.name.text)
    #expect(found.map(\.target.text) == guarded.filter { name in found.contains { $0.target.text == name } })
    var instants = Set(before.boundaries + after.boundaries + [range.lowerBound])
    if everyMinute {
      let minutes = stride(from: 0, to: range.upperBound.secondsSinceEpoch - range.lowerBound.secondsSinceEpoch, by: 60)
      instants.formUnion(minutes.map { range.lowerBound + $0 })
    }
    let places = instants.filter(range.contains).sorted()
    var count = 0
    for name in guarded {
      let first = places.first { before.rank(of: name, at: $0).rank < after.rank(of: name, at: $0).rank }
      let one = found.first { $0.target.text == name }
      if let one {
        count += 1
        #expect(first == one.at || first == nil && one.at >= range.upperBound && one.at < Evaluator.horizon, "\(name)")
        guard range.contains(one.at) else { continue }
        check(one.before, before.rank(of: name, at: one.at))
        check(one.after, after.rank(of: name, at: one.at))
      } else {
        #expect(first == nil, "\(name)")
      }
    }
    return count
  }

  private static func check(_ standing: Standing, _ known: (rank: Int, state: TargetState, carrier: String?)) {
    #expect(standing.freedom.rawValue == known.rank)
    #expect(standing.state == known.state && standing.carrier?.text == known.carrier)
  }

  /// What comes once in decades, and what comes after the end of all searches.
  @Test("what is far", arguments: 0..<24) func far(seed: UInt64) throws {
    var random = RandomPolicy(seed: seed)
    var (policy, range) = try random.rarelyChanging()
    policy.targets[0].guarding = Guard(approvers: [Name("anna")])
    var other = policy
    other.statements.remove(at: random.numbers.int(in: 0..<other.statements.count))
    for (before, after) in [(policy, other), (other, policy)] {
      let overlays = [before, after].map { Overlay(Evaluator($0), of: $0, overrides: []) }
      let found = Loosening.between(overlays[0], overlays[1], from: range.lowerBound).first
      let whole = range.lowerBound..<Evaluator.horizon
      let timelines = overlays.map { $0.timeline(of: Name("kids"), in: whole) }
      let edges = Set(timelines.flatMap { $0.map(\.range.lowerBound) }).sorted()
      let states = timelines.map { timeline in
        let ends = timeline.map(\.range.upperBound)
        var place = 0
        return edges.map { edge in
          while place < ends.count, ends[place] <= edge { place += 1 }
          return place < ends.count ? timeline[place].state : .leave
        }
      }
      let first = edges.indices.first { states[0][$0] == .off && states[1][$0] == .on }.map { edges[$0] }
      #expect(found?.at == first)
    }
  }
}
