import CivilTime
import Policies

/// Draws the row of one day.
struct SVGRow {
  let day: TimelineDay
  let bars: [DayBar]
  /// Where an override decides.
  let overridden: [DayBar]
  /// When something is done.
  let marks: [LocalDateTime]
  let isToday: Bool
  let words: TimelineSVGWords

  private static let baseline = 160

  func draw(y: Int, _ writer: inout SVGWriter) {
    writer.text(
      words.view.words.short(day.date), x: SVGMeasure.margin, y: y + Self.baseline,
      isToday ? "day strong ink" : "day ink")
    if let length = day.unusualLength {
      let end = SVGMeasure.left + SVGMeasure.row
      writer.text(day.exists ? length : words.view.words.skipped, x: end + 50, y: y + Self.baseline, "hour alert")
    }
    writer.clippedRow(x: SVGMeasure.left, y: y) { writer in
      writer.rectangle(box(0..<secondsPerDay), "empty")
      for gap in day.skipped { writer.rectangle(box(gap), "skipped", tip: words.view.words.skippedByClocks) }
      for bar in bars {
        writer.rectangle(
          box(bar.clock, bar.lane), bar.state.look.rawValue, tip: words.stretch(bar.state, bar.range))
      }
      for bar in overridden { outline(bar, &writer) }
      for (bar, next) in zip(bars, bars.dropFirst().map(Optional.some) + [nil]) { label(bar, next, &writer) }
      for (mark, next) in zip(marks, marks.dropFirst().map(Optional.some) + [nil]) { draw(mark, before: next, &writer) }
      for edge in day.repeated.flatMap({ [$0.lowerBound, $0.upperBound] }) { seam(at: edge, &writer) }
    }
  }

  /// A mark, and its time behind it; before it at the end of the row, and nowhere where the next one is too near.
  private func draw(_ mark: LocalDateTime, before next: LocalDateTime?, _ writer: inout SVGWriter) {
    let x = SVGMeasure.x(mark.secondOfDay)
    writer.upright(x: x, from: 0, to: SVGMeasure.rowHeight, "mark")
    let label = String(mark.clockText.prefix(5))
    let room = textWidth(label, size: 11) + 100
    if x + room <= next.map({ SVGMeasure.x($0.secondOfDay) }) ?? SVGMeasure.row {
      writer.text(label, x: x + 50, y: Self.baseline, "label ink")
    } else if next == nil {
      writer.text(label, x: x - 50, y: Self.baseline, "label ink", .end)
    }
  }

  /// Frames what an override decides, to be seen on every ground and without colour.
  private func outline(_ bar: DayBar, _ writer: inout SVGWriter) {
    var box = box(bar.clock, bar.lane)
    // Within a short bar it would hide the bar.
    let inset = box.width < 120 ? -15 : 15
    (box.x, box.y, box.width, box.height) = (box.x + inset, box.y + 15, box.width - 2 * inset, box.height - 30)
    writer.rectangle(box, "override-rim", corner: 25)
    writer.rectangle(
      box, "override", corner: 25, tip: "\(words.view.words.byOverride): " + words.stretch(bar.state, bar.range))
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

/// The explanations below a drawing.
struct SVGLegend {
  /// One sign and its meaning.
  struct Entry {
    var style: String
    var text: String
  }

  var entries: [Entry]
  /// A line each.
  var notes: [String]

  private static let line = 220
  private static let swatch = 220

  /// Draws from `y` on; returns where the last line ends.
  func draw(_ writer: inout SVGWriter, x left: Int, y top: Int, width: Int) -> Int {
    var x = left
    var y = top + 120
    for entry in entries {
      let room = Self.swatch + 70 + textWidth(entry.text, size: 12)
      if x > left, x + room > left + width {
        x = left
        y += Self.line
      }
      drawSign(entry.style, x: x, y: y, &writer)
      writer.text(entry.text, x: x + Self.swatch + 70, y: y, "ink")
      x += room + 240
    }
    for note in notes {
      y += Self.line
      writer.text(note, x: left, y: y, "faint")
    }
    return y + 120
  }

  private func drawSign(_ style: String, x: Int, y: Int, _ writer: inout SVGWriter) {
    if style == "now" || style == "mark" {
      writer.upright(x: x + Self.swatch / 2, from: y - 120, to: y + 30, style)
    } else {
      writer.rectangle(.init(x: x, y: y - 105, width: Self.swatch, height: 130), style, corner: 20)
    }
  }
}

/// How wide `text` is at most in the fonts that are usual for `system-ui`, in tenths of a pixel.
func textWidth(_ text: String, size: Int) -> Int {
  text.unicodeScalars.reduce(0) { width, scalar in
    switch scalar {
    case ":", ".", ",", " ", "i", "l", "j", "t", "f", "r": width + 4 * size
    case "–": width + 5 * size
    case "m", "w", "M", "W": width + 10 * size
    default: width + (scalar.value < 0x2E80 ? 65 * size / 10 : 10 * size)
    }
  }
}
