import CivilTime
import Policies

/// Draws the row of one day.
struct SVGRow {
  let day: TimelineDay
  let bars: [DayBar]
  /// Where an override decides.
  let overridden: [DayBar]
  let isToday: Bool
  let words: TimelineSVGWords

  private static let baseline = 160

  func draw(y: Int, _ writer: inout SVGWriter) {
    writer.text(day.label, x: SVGMeasure.margin, y: y + Self.baseline, isToday ? "day strong ink" : "day ink")
    if let length = day.unusualLength {
      let end = SVGMeasure.left + SVGMeasure.row
      writer.text(day.exists ? length : "skipped", x: end + 50, y: y + Self.baseline, "hour alert")
    }
    writer.clippedRow(x: SVGMeasure.left, y: y) { writer in
      writer.rectangle(box(0..<secondsPerDay), "empty")
      for gap in day.skipped { writer.rectangle(box(gap), "skipped", tip: "skipped by the clocks") }
      for bar in bars {
        writer.rectangle(
          box(bar.clock, bar.lane), bar.state.look.rawValue, tip: words.stretch(bar.state, bar.range))
      }
      for bar in overridden { outline(bar, &writer) }
      for (bar, next) in zip(bars, bars.dropFirst().map(Optional.some) + [nil]) { label(bar, next, &writer) }
      for edge in day.repeated.flatMap({ [$0.lowerBound, $0.upperBound] }) { seam(at: edge, &writer) }
    }
  }

  /// Frames what an override decides, to be seen on every ground and without colour.
  private func outline(_ bar: DayBar, _ writer: inout SVGWriter) {
    var box = box(bar.clock, bar.lane)
    // Within a short bar it would hide the bar.
    let inset = box.width < 120 ? -15 : 15
    (box.x, box.y, box.width, box.height) = (box.x + inset, box.y + 15, box.width - 2 * inset, box.height - 30)
    writer.rectangle(box, "override-rim", corner: 25)
    writer.rectangle(box, "override", corner: 25, tip: "by an override: " + words.stretch(bar.state, bar.range))
  }

  /// Writes a bar's times on it, or behind it where it is too short and `next` has room.
  private func label(_ bar: DayBar, _ next: DayBar?, _ writer: inout SVGWriter) {
    if let label = bar.labels.first(where: { fits($0, bar.clock) }) {
      inner(label, bar, &writer)
    } else if let label = bar.labels.first, let next, next.clock.lowerBound == bar.clock.upperBound,
      next.lane == .whole, next.state.look != .closed, fits(label, next.clock)
    {
      let style = next.state.look == .leave ? "label halo ink" : "label ink"
      writer.text(label, x: SVGMeasure.x(bar.clock.upperBound) + 50, y: Self.baseline, style)
    }
  }

  /// An end beside its edge, both ends in the middle.
  private func inner(_ label: String, _ bar: DayBar, _ writer: inout SVGWriter) {
    let box = box(bar.clock)
    if bar.begins == nil {
      writer.text(label, x: box.x + box.width - 50, y: Self.baseline, "label inner", .end)
    } else if bar.ends == nil {
      writer.text(label, x: box.x + 50, y: Self.baseline, "label inner")
    } else {
      writer.text(label, x: box.x + box.width / 2, y: Self.baseline, "label inner", .middle)
    }
  }

  private func fits(_ label: String, _ clock: Range<Int>) -> Bool {
    textWidth(label, size: 11) + 80 <= SVGMeasure.x(clock.count)
  }

  /// An end of the times that the clock shows twice, to be seen on every ground.
  private func seam(at edge: Int, _ writer: inout SVGWriter) {
    for style in ["rim", "seam"] {
      writer.upright(x: SVGMeasure.x(edge), from: 0, to: SVGMeasure.rowHeight, style)
    }
  }

  private func box(_ clock: Range<Int>, _ lane: DayBar.Lane = .whole) -> SVGWriter.Box {
    let x = SVGMeasure.x(clock.lowerBound)
    let half = SVGMeasure.rowHeight / 2
    return SVGWriter.Box(
      x: x, y: lane == .again ? half : 0, width: SVGMeasure.x(clock.upperBound) - x,
      height: lane == .whole ? SVGMeasure.rowHeight : half)
  }
}
