/// Writes the elements of a picture one after another.
///
/// Lengths are given in tenths of a pixel, so that a minute of a timeline is a whole number of them.
struct SVGWriter {
  private(set) var lines: [String] = []

  /// A rectangle; `tip` is what a browser shows of it on hovering.
  mutating func rectangle(_ box: Box, _ style: String, corner: Int = 0, tip: String? = nil) {
    let round = corner == 0 ? "" : " rx=\"\(pixels(corner))\""
    let start = "<rect x=\"\(pixels(box.x))\" y=\"\(pixels(box.y))\" width=\"\(pixels(box.width))\" "
    let end = "height=\"\(pixels(box.height))\"\(round) class=\"\(style)\""
    lines.append(start + end + (tip.map { "><title>\($0.escapedForXML)</title></rect>" } ?? "/>"))
  }

  /// A line from top to bottom.
  mutating func upright(x: Int, from top: Int, to bottom: Int, _ style: String) {
    lines.append("<path d=\"M\(pixels(x)) \(pixels(top))V\(pixels(bottom))\" class=\"\(style)\"/>")
  }

  /// Where a text stands: with its beginning, middle or end at its place.
  enum Anchor: String {
    case start, middle, end
  }

  /// A line of text, `y` at its baseline.
  mutating func text(_ text: String, x: Int, y: Int, _ style: String, _ anchor: Anchor = .start) {
    let anchor = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    lines.append("<text x=\"\(pixels(x))\" y=\"\(pixels(y))\"\(anchor) class=\"\(style)\">\(text.escapedForXML)</text>")
  }

  /// What `draw` writes, moved, with nothing outside the row's rounded shape to be seen.
  mutating func clippedRow(x: Int, y: Int, _ draw: (inout SVGWriter) -> Void) {
    lines.append("<g transform=\"translate(\(pixels(x)) \(pixels(y)))\" clip-path=\"url(#reconcile-row)\">")
    draw(&self)
    lines.append("</g>")
  }

  /// A rectangle's place and size.
  struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }
}

/// `12`, `12.5`: tenths of a pixel as SVG writes lengths.
func pixels(_ tenths: Int) -> String {
  tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}

/// How a drawn timeline looks: its colours in light and dark surroundings, and its patterns.
///
/// Every rule is bound to the picture's own class and every name has its own prefix, so that a page that holds the
/// picture, or two of them, is not disturbed.
enum SVGStyle {
  private static let light = Palette(
    page: "#ffffff", edge: "#d1d9e0", ink: "#1f2328", faint: "#59636e", closed: "#5457c6", onClosed: "#ffffff",
    open: "#d5eedd", empty: "#f1f3f5", skipped: "#d5dae0", hatch: "#6e7781", now: "#cf222e")
  private static let dark = Palette(
    page: "#0d1117", edge: "#3d444d", ink: "#f0f6fc", faint: "#9198a1", closed: "#8388ea", onClosed: "#0d1117",
    open: "#1d4230", empty: "#1b2129", skipped: "#30363d", hatch: "#7d8590", now: "#ff7b72")

  /// The definitions that a picture begins with.
  static func definitions(rowWidth: Int, rowHeight: Int) -> [String] {
    let hatching = { (name: String, ground: String, path: String) in
      [
        "<pattern id=\"reconcile-\(name)\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">",
        "<rect width=\"6\" height=\"6\" class=\"\(ground)\"/><path d=\"\(path)\" class=\"hatch\"/>", "</pattern>",
      ]
    }
    return ["<style>"] + shapes + light.rules + ["@media (prefers-color-scheme:dark){"] + dark.rules
      + ["}", "</style>", "<defs>"]
      + hatching("leave", "empty", "M-1 1L1-1M0 6L6 0M5 7L7 5")
      + hatching("skipped", "gone", "M-1 5L1 7M0 0L6 6M5-1L7 1")
      + [
        "<clipPath id=\"reconcile-row\"><rect width=\"\(pixels(rowWidth))\" height=\"\(pixels(rowHeight))\" rx=\"4\"/>"
          + "</clipPath>",
        "</defs>",
      ]
  }

  private static let shapes = rules([
    ("text", "font:12px system-ui,sans-serif"), (".title", "font-size:18px;font-weight:600"),
    (".name", "font-size:14px;font-weight:600"), (".strong", "font-weight:600"), (".hour", "font-size:11px"),
    // In bold the widest day would reach into its row.
    (".day", "font-size:11.5px"), (".day.strong", "font-size:10.5px"), (".label", "font-size:11px"),
    (".halo", "stroke-width:4;stroke-linejoin:round;paint-order:stroke"),
    (".leave", "fill:url(#reconcile-leave)"),
    (".skipped", "fill:url(#reconcile-skipped)"), (".hatch", "fill:none;stroke-width:1"),
    (".grid", "fill:none;stroke-width:1;opacity:.18"), (".seam", "fill:none;stroke-width:1.5"),
    (".rim", "fill:none;stroke-width:4"),
    (".override", "fill:none;stroke-width:1.5;stroke-dasharray:4 3"), (".override-rim", "fill:none;stroke-width:3"),
    (".now", "fill:none;stroke-width:2"), (".mark", "fill:none;stroke-width:3"),
  ])

  /// The colours.
  private struct Palette {
    var page, edge, ink, faint, closed, onClosed, open, empty, skipped, hatch, now: String

    var rules: [String] {
      SVGStyle.rules([
        (".page", "fill:\(page);stroke:\(edge)"), (".ink", "fill:\(ink)"), (".faint", "fill:\(faint)"),
        (".closed", "fill:\(closed)"), (".inner", "fill:\(onClosed)"), (".halo", "stroke:\(page)"),
        (".open", "fill:\(open)"),
        (".empty", "fill:\(empty)"), (".gone", "fill:\(skipped)"), (".hatch", "stroke:\(hatch)"),
        (".grid", "stroke:\(ink)"), (".seam", "stroke:\(now)"), (".rim", "stroke:\(page)"),
        (".override", "stroke:\(ink)"), (".override-rim", "stroke:\(page)"), (".now", "stroke:\(now)"),
        (".mark", "stroke:\(closed)"),
        (".alert", "fill:\(now)"),
      ])
    }
  }

  private static func rules(_ rules: [(selector: String, body: String)]) -> [String] {
    rules.map { ".reconcile-timeline \($0.selector){\($0.body)}" }
  }
}
