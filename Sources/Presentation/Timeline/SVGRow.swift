import CivilTime
import Policies

/// Draws the row of one day.
struct SVGRow {
  let day: TimelineDay
  let bars: [DayBar]
  /// Where overrides and locks decide.
  let overlays: [SVGPanel.Overlay: [DayBar]]
  /// When something is done.
  let marks: [LocalDateTime]
  let isToday: Bool
  /// Where on the row it is now; nil where that is not shown.
  let now: Int?
  let words: TimelineSVGWords
  let measure: SVGMeasure

  private var baseline: Int { measure.baseline }

  func draw(y: Int, _ writer: inout SVGWriter) {
    writer.text(
      words.view.words.short(day.date), x: measure.margin, y: y + baseline, isToday ? "day strong ink" : "day ink")
    if let length = day.unusualLength {
      let end = measure.left + measure.row
      writer.text(day.exists ? length : words.view.words.skipped, x: end + 50, y: y + baseline, "hour alert")
    }
    writer.clippedRow(x: measure.left, y: y) { writer in
      writer.rectangle(box(0..<secondsPerDay), "empty")
      for gap in day.skipped { writer.rectangle(box(gap), "skipped", tip: words.view.words.skippedByClocks) }
      for bar in bars {
        writer.rectangle(
          box(bar.clock, bar.lane), bar.state.look.rawValue, tip: words.stretch(bar.state, bar.range))
      }
      for overlay in SVGPanel.Overlay.allCases {
        for bar in overlays[overlay] ?? [] { draw(overlay, bar, &writer) }
      }
      for label in barLabels { write(label, &writer) }
      for mark in marks { writer.upright(x: measure.x(mark.secondOfDay), from: 0, to: measure.rowHeight, "mark") }
      for label in markLabels { write(label, &writer) }
      for edge in day.repeated.flatMap({ [$0.lowerBound, $0.upperBound] }) { seam(at: edge, &writer) }
      if measure.isFramed { writer.rectangle(box(0..<secondsPerDay), "frame", corner: measure.corner) }
    }
  }

  /// What is written on a row, and where.
  struct Label: Hashable {
    var text: String
    var x: Int
    var anchor: SVGWriter.Anchor
    var style: String
  }

  private func write(_ label: Label, _ writer: inout SVGWriter) {
    writer.text(label.text, x: label.x, y: baseline, label.style, label.anchor)
  }

  /// The times of the marks: behind each; before it at the end of the row, and nowhere where the next one is too near.
  var markLabels: [Label] {
    marks.indices.compactMap { index in
      let x = measure.x(marks[index].secondOfDay)
      let next = index + 1 < marks.count ? measure.x(marks[index + 1].secondOfDay) : nil
      let text = String(marks[index].clockText.prefix(5))
      if let place = place(text, wish: .start, in: x..<max(x, (next ?? measure.row) - 20)) {
        return Label(text: text, x: place.x, anchor: place.anchor, style: "label ink")
      }
      guard next == nil, let place = place(text, wish: .end, in: 0..<x) else { return nil }
      return Label(text: text, x: place.x, anchor: place.anchor, style: "label ink")
    }
  }

  /// The times of the bars: on each, or behind it where it is too short and the next one has room.
  var barLabels: [Label] {
    bars.indices.compactMap { label(bars[$0], before: $0 + 1 < bars.count ? bars[$0 + 1] : nil) }
  }

  private func label(_ bar: DayBar, before next: DayBar?) -> Label? {
    let wish: SVGWriter.Anchor = bar.begins == nil ? .end : bar.ends == nil ? .start : .middle
    for text in bar.labels {
      guard let place = place(text, wish: wish, in: ends(bar.clock)) else { continue }
      return Label(text: text, x: place.x, anchor: place.anchor, style: "label inner")
    }
    guard let text = bar.labels.first, let next, next.clock.lowerBound == bar.clock.upperBound,
      next.lane == .whole, next.state.look != .closed,
      let place = place(text, wish: .start, in: ends(next.clock))
    else { return nil }
    let style = next.state.look == .leave ? "label halo ink" : "label outer ink"
    return Label(text: text, x: place.x, anchor: place.anchor, style: style)
  }

  /// Hatches and frames what an override or a lock decides, to be seen on every ground and without colour.
  private func draw(_ overlay: SVGPanel.Overlay, _ bar: DayBar, _ writer: inout SVGWriter) {
    var box = box(bar.clock, bar.lane)
    // Within a short bar it would hide the bar.
    let inset = box.width < 120 ? -15 : 15
    (box.x, box.y, box.width, box.height) = (box.x + inset, box.y + 15, box.width - 2 * inset, box.height - 30)
    writer.rectangle(box, "override-rim", corner: 25)
    let tip = "\(overlay.words(words.view.words)): " + words.stretch(bar.state, bar.range)
    writer.rectangle(box, overlay.rawValue, corner: 25, tip: tip)
  }

  /// From where to where on the row.
  private func ends(_ clock: Range<Int>) -> Range<Int> {
    let start = measure.x(clock.lowerBound)
    return start..<start + measure.x(clock.count)
  }

  /// Where `label` has room within `span`: as wished, or beside the line of now; nil if there is none.
  private func place(
    _ label: String, wish: SVGWriter.Anchor, in span: Range<Int>
  ) -> (x: Int, anchor: SVGWriter.Anchor)? {
    let width = textWidth(label, size: measure.label)
    guard width + 80 <= span.count else { return nil }
    let (first, last) = (span.lowerBound + 50, span.upperBound - 50)
    let wished =
      switch wish {
      case .start: (x: first, start: first)
      case .middle: (x: span.lowerBound + span.count / 2, start: span.lowerBound + (span.count - width) / 2)
      case .end: (x: last, start: last - width)
      }
    guard let now, wished.start - 40 < now, now < wished.start + width + 40 else { return (wished.x, wish) }
    if now + 50 + width <= last + 10 { return (now + 50, .start) }
    if now - 50 - width >= first - 10 { return (now - 50, .end) }
    return nil
  }

  /// An end of the times that the clock shows twice, to be seen on every ground.
  private func seam(at edge: Int, _ writer: inout SVGWriter) {
    for style in ["rim", "seam"] {
      writer.upright(x: measure.x(edge), from: 0, to: measure.rowHeight, style)
    }
  }

  private func box(_ clock: Range<Int>, _ lane: DayBar.Lane = .whole) -> SVGWriter.Box {
    let x = measure.x(clock.lowerBound)
    let half = measure.rowHeight / 2
    return SVGWriter.Box(
      x: x, y: lane == .again ? half : 0, width: measure.x(clock.upperBound) - x,
      height: lane == .whole ? measure.rowHeight : half)
  }
}
