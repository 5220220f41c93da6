import CivilTime
import Policies
import TestSupport
import Testing

@testable import Presentation

/// Whatever is drawn is what holds: strips and bars against every minute, around the changes of odd clocks.
@Suite struct DrawingLawTests {
  struct Place: Hashable {
    var date: CivilDate
    var cell: Int
  }

  static let zones = ["Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Gaza", "America/St_Johns"]
  static let cases = zones.flatMap { zone in (0..<6).map { (zone, UInt64($0)) } }

  @Test("a strip shows what holds", arguments: cases, StripScale.allCases)
  func strip(_ example: (String, UInt64), _ scale: StripScale) throws {
    let drawn = try Drawn(example.0, example.1)
    var strip: [Place: StripCell] = [:]
    for day in drawn.days {
      let cells = StripCell.cells(of: DayPiece.pieces(of: drawn.intervals, on: day), on: day, scale)
      #expect(cells.count == scale.count)
      for (index, cell) in cells.enumerated() { strip[Place(date: day.date, cell: index)] = cell }
    }
    let states = minutes(of: drawn.intervals, in: drawn.zone, scale)
    let isTrue = states.allSatisfy { place, states in
      switch strip[place] {
      case .throughout(let state): states == [state]
      case .changing, .twofold: states.count > 1
      case .blank, .mark, nil: false
      }
    }
    #expect(isTrue)
    #expect(strip.values.filter { $0 != .blank }.count == states.count)
  }

  @Test("bars show what holds", arguments: cases) func bars(_ name: String, _ seed: UInt64) throws {
    let drawn = try Drawn(name, seed)
    var bars: [CivilDate: [DayBar]] = [:]
    for day in drawn.days {
      bars[day.date] = DayBar.bars(of: DayPiece.pieces(of: drawn.intervals, on: day), on: day, in: drawn.range)
    }
    let length = bars.values.joined().reduce(0) { $0 + $1.clock.count }
    #expect(length == Int(drawn.range.upperBound - drawn.range.lowerBound))
    let isTrue = drawn.intervals.allSatisfy { interval in
      let local = drawn.zone.local(interval.range.lowerBound)
      return (bars[local.date] ?? []).contains {
        $0.range == interval.range && $0.state == interval.state && $0.clock.lowerBound == local.secondOfDay
      }
    }
    #expect(isTrue)
  }

  /// Some days around a change of the clocks, with states that take turns at whole minutes.
  private struct Drawn {
    var zone: Zone
    var range: Range<Instant>
    var days: [TimelineDay]
    var intervals: [StateInterval] = []

    init(_ name: String, _ seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      zone = try TimelineStage.zone(name)
      let years = Instant(secondsSinceEpoch: 946_684_800)..<Instant(secondsSinceEpoch: 1_893_456_000)
      let start = random.pick(zone.clockChanges(in: years)).instant + -60 * Int64(random.int(in: 0..<1_800))
      range = start..<start + 60 * Int64(random.int(in: 1_800..<4_000))
      days = TimelineDay.days(of: range, in: zone)
      var reached = start
      while reached < range.upperBound {
        let end = min(reached + 60 * Int64(random.int(in: 1..<400)), range.upperBound)
        let last = intervals.last?.state
        let others: [TargetState] = [.on, .off, .leave].filter { (state: TargetState) in state != last }
        let state = random.pick(others)
        intervals.append(StateInterval(range: reached..<end, state: state))
        reached = end
      }
    }
  }

  /// Which states each time of a sign sees.
  private func minutes(of intervals: [StateInterval], in zone: Zone, _ scale: StripScale) -> [Place: Set<TargetState>] {
    var result: [Place: Set<TargetState>] = [:]
    for interval in intervals {
      for second in stride(from: 0, to: interval.range.upperBound - interval.range.lowerBound, by: 60) {
        let local = zone.local(interval.range.lowerBound + second)
        let place = Place(date: local.date, cell: local.secondOfDay / scale.seconds)
        result[place, default: []].insert(interval.state)
      }
    }
    return result
  }
}
