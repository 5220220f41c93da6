import CivilTime
import Policies
import TestSupport
import Testing

@testable import Presentation

/// What is written on a row keeps out of the way of the line of now.
@Suite struct RowLabelTests {
  private static let policy = try? MixedHousehold().policy

  private static func labels(now: Int?, _ stretches: [String], row: Int = 7_200) throws -> [SVGRow.Label] {
    let told = ToldDays(from: "2026-11-20 00:00", to: "2026-11-21 00:00", stretches: stretches)
    let drawn = try told.drawn()
    let day = drawn.days[0]
    let bars = DayBar.bars(of: DayPiece.pieces(of: drawn.intervals, on: day), on: day, in: drawn.range)
    var measure = SVGMeasure()
    measure.row = row
    let policy = try #require(policy)
    let view = TimelineView(
      shown: ShownOverrides(
        policy: policy, overlay: Overlay(Evaluator(policy), of: policy, overrides: []), known: nil, warnings: []),
      targets: [],
      range: drawn.range, now: drawn.range.lowerBound)
    return SVGRow(
      day: day, bars: bars, overlays: [:], marks: [], isToday: now != nil,
      now: now.map { measure.x($0 * 60) }, words: TimelineSVGWords(view: view), measure: measure
    ).barLabels
  }

  @Test func withoutNowTheyAreAtTheirEdges() throws {
    let labels = try Self.labels(
      now: nil, ["off 2026-11-20 00:00 … 2026-11-20 07:00", "off 2026-11-20 14:00 … 2026-11-20 18:00"])
    #expect(labels.map(\.text) == ["07:00", "14:00–18:00"] && labels.map(\.anchor) == [.end, .middle])
  }

  /// Whatever time it is, no label is where the line is, and those that have room are there.
  @Test(arguments: [7_200, 2_000]) func noLabelIsUnderTheLine(_ row: Int) throws {
    var found = 0
    for minute in stride(from: 0, to: 1_440, by: 5) {
      let labels = try Self.labels(
        now: minute,
        [
          "off 2026-11-20 00:00 … 2026-11-20 07:00", "off 2026-11-20 12:00 … 2026-11-20 20:00",
          "off 2026-11-20 21:30 … 2026-11-21 00:00",
        ], row: row)
      var measure = SVGMeasure()
      measure.row = row
      let now = measure.x(minute * 60)
      for label in labels {
        let width = textWidth(label.text, size: measure.label)
        let start =
          switch label.anchor {
          case .start: label.x
          case .middle: label.x - width / 2
          case .end: label.x - width
          }
        #expect(now + 30 < start || start + width < now - 30, "\(label) at \(minute)")
        #expect(start >= 0 && start + width <= row)
        found += 1
      }
    }
    #expect(found > 288)
  }
}
