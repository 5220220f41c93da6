import CivilTime
import Policies

/// Timelines on one sheet of paper, to be hung up: all targets, in as many columns as they need, in black and white too.
///
/// It does not say what time it is now: tomorrow it still hangs there.
struct TimelinePaper {
  private let view: TimelineView
  private let paper: Paper
  private let words: TimelineSVGWords

  init(_ view: TimelineView, on paper: Paper) {
    self.view = view
    self.paper = paper
    words = TimelineSVGWords(view: view)
  }

  private static let gutter = 260

  var text: String {
    let days = view.days
    let panels = view.timelines.map { SVGPanel($0, days, view) }
    let (sheet, margin) = (paper.pixels, Paper.margin)
    let width = sheet.width - 2 * margin
    let top = margin + 620
    var legend = SVGLegend(
      entries: words.legend(of: panels, days, hasNow: false), notes: notes(left: 0), isFramed: true)
    var room = sheet.height - margin - top - legend.height(width: width) - 120
    var layout = PaperLayout(targets: panels.count, rows: days.count, height: room)
    if layout.shown < panels.count {
      legend.notes = notes(left: 1)
      room = sheet.height - margin - top - legend.height(width: width) - 120
      layout = PaperLayout(targets: panels.count, rows: days.count, height: room)
      legend.notes = notes(left: panels.count - layout.shown)
    }
    var writer = SVGWriter()
    writer.rectangle(.init(x: 0, y: 0, width: sheet.width, height: sheet.height), "page")
    writer.text(cutToFit(words.title, size: 200, width: width), x: margin, y: margin + 200, "title ink")
    writer.text(words.subtitle, x: margin, y: margin + 420, "faint")
    let drawn = panels.prefix(layout.shown)
    let bottom = draw(drawn, layout, days, top: top, width: width, &writer)
    let foot = sheet.height - margin - legend.height(width: width)
    _ = legend.draw(&writer, x: margin, y: min(foot, bottom + 300), width: width)
    let document = SVGDocument(
      width: sheet.width, height: sheet.height, size: paper.size, title: "\(words.title), \(words.subtitle)",
      description: words.description(of: panels),
      definitions: SVGStyle.definitions(
        measure(layout, days, column: 0, hasHours: true, width), sheet: "\(paper.size.width) \(paper.size.height)"))
    return document.text(writer.lines)
  }

  /// Draws them from `top` on; returns where the longest column ends.
  private func draw(
    _ panels: ArraySlice<SVGPanel>, _ layout: PaperLayout, _ days: [TimelineDay], top: Int, width: Int,
    _ writer: inout SVGWriter
  ) -> Int {
    var (y, bottom) = (top, top)
    for (index, panel) in panels.enumerated() {
      let (column, place) = index.quotientAndRemainder(dividingBy: layout.panelsPerColumn)
      let measure = measure(layout, days, column: column, hasHours: layout.columns == 1 || place == 0, width)
      if place == 0 { y = top }
      let setting = SVGPanel.Setting(days: days, words: words, measure: measure, now: nil)
      let end = panel.draw(from: y, setting, &writer)
      bottom = max(bottom, end)
      y = end + measure.pitch - measure.rowHeight + measure.gap
    }
    return bottom
  }

  private func measure(
    _ layout: PaperLayout, _ days: [TimelineDay], column: Int, hasHours: Bool, _ width: Int
  ) -> SVGMeasure {
    var measure = SVGMeasure.paper(pitch: layout.pitch, hasHours: hasHours)
    let columnWidth = (width - (layout.columns - 1) * Self.gutter) / layout.columns
    measure.margin = Paper.margin + column * (columnWidth + Self.gutter)
    let labels = SVGMeasure.widest(days.map { view.words.short($0.date) }, size: measure.day)
    measure.left = measure.margin + labels + measure.label / 2
    let unusual = days.compactMap { day in day.unusualLength.map { day.exists ? $0 : view.words.skipped } }
    let behind = unusual.isEmpty ? 0 : SVGMeasure.widest(unusual, size: measure.label) + 50
    measure.row = columnWidth - (measure.left - measure.margin) - behind
    return measure
  }

  /// Below the signs: what clocks do, what has no room, and when it was made.
  private func notes(left: Int) -> [String] {
    words.clockChanges + (left == 0 ? [] : [view.words.notShown(left)]) + [words.made]
  }
}
