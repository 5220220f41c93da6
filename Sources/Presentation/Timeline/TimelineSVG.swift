import CivilTime
import Policies

/// Timelines as a picture: a panel a target, one below the other.
struct TimelineSVG {
  private let view: TimelineView
  private let words: TimelineSVGWords
  private let days: [TimelineDay]
  private let panels: [SVGPanel]
  private let measure: SVGMeasure

  init(_ view: TimelineView) {
    let days = view.days
    self.view = view
    self.days = days
    words = TimelineSVGWords(view: view)
    panels = view.timelines.map { SVGPanel($0, days, view) }
    measure = SVGMeasure.screen(days.map { view.words.short($0.date) })
  }

  private var width: Int { measure.left + measure.row + SVGMeasure.behindRow }

  var text: String {
    var writer = SVGWriter()
    writer.text(words.title, x: measure.margin, y: 340, "title ink")
    writer.text(words.subtitle, x: measure.margin, y: 540, "faint")
    let setting = SVGPanel.Setting(
      days: days, words: words, measure: measure, now: view.today == nil ? nil : view.policy.zone.local(view.now))
    var y = 680
    for panel in panels { y = panel.draw(from: y, setting, &writer) + 160 }
    let legend = SVGLegend(entries: words.legend(of: panels, days, hasNow: true), notes: words.clockChanges)
    y = legend.draw(&writer, x: measure.margin, y: y, width: width - 2 * measure.margin)
    let document = SVGDocument(
      width: width, height: y + 60, title: "\(words.title), \(words.subtitle)",
      description: words.description(of: panels), definitions: SVGStyle.definitions(measure))
    var page = SVGWriter()
    page.rectangle(.init(x: 5, y: 5, width: width - 10, height: y + 50), "page", corner: 80)
    return document.text(page.lines + writer.lines)
  }
}

/// What is around the elements of a picture.
struct SVGDocument {
  var width: Int
  var height: Int
  /// How large it is on paper, such as `210mm`; else as large as its pixels.
  var size: (width: String, height: String)?
  var title: String
  var description: String
  var definitions: [String]

  /// The whole document with these `elements`.
  func text(_ elements: [String]) -> String {
    let box = (pixels(width), pixels(height))
    let size = size ?? box
    let opening = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.0)\" height=\"\(size.1)\" "
        + "viewBox=\"0 0 \(box.0) \(box.1)\" class=\"reconcile-timeline\" role=\"img\" "
        + "aria-labelledby=\"reconcile-title reconcile-desc\">",
      "<title id=\"reconcile-title\">\(title.escapedForXML)</title>",
      "<desc id=\"reconcile-desc\">\(description.escapedForXML)</desc>",
    ]
    return (opening + definitions + elements + ["</svg>"]).joined(separator: "\n") + "\n"
  }
}
