/// How a drawn timeline looks: its colours in light and dark surroundings, and its patterns.
///
/// Every rule is bound to the picture's own class and every name has its own prefix, so that a page that holds the
/// picture, or two of them, is not disturbed.
enum SVGStyle {
  // What is closed has the colour that the cards of the page have for it (`--held` in `style.css`).
  private static let light = Palette(
    page: "#ffffff", edge: "#d1d9e0", ink: "#1f2328", faint: "#59636e", closed: "#9b4a1f", onClosed: "#ffffff",
    open: "#d5eedd", empty: "#f1f3f5", skipped: "#d5dae0", hatch: "#6e7781", now: "#cf222e")
  private static let dark = Palette(
    page: "#0d1117", edge: "#3d444d", ink: "#f0f6fc", faint: "#9198a1", closed: "#eda36f", onClosed: "#0d1117",
    open: "#1d4230", empty: "#1b2129", skipped: "#30363d", hatch: "#7d8590", now: "#ff7b72")

  /// For a printer: nothing is told by colour alone, and there is no dark paper.
  private static let printed = Palette(
    page: "#ffffff", edge: "#ffffff", ink: "#000000", faint: "#3d444d", closed: "#7a3412", onClosed: "#ffffff",
    open: "#ffffff", empty: "#ffffff", skipped: "#d5dae0", hatch: "#59636e", now: "#8f1118")

  /// The definitions that a picture begins with; `sheet` is its size in CSS where it is for paper.
  static func definitions(_ measure: SVGMeasure, sheet: String? = nil) -> [String] {
    let colours =
      sheet.map { ["@page{size:\($0);margin:0}"] + printed.rules }
      ?? light.rules + ["@media (prefers-color-scheme:dark){"] + dark.rules + ["}"]
    return ["<style>"] + sizes(measure) + shapes + colours + ["</style>", "<defs>"] + patterns.flatMap(\.lines)
      + [
        "<clipPath id=\"reconcile-row\"><rect width=\"\(pixels(measure.row))\" "
          + "height=\"\(pixels(measure.rowHeight))\" rx=\"\(pixels(measure.corner))\"/></clipPath>",
        "</defs>",
      ]
  }

  /// Style rules for a document that is read on a screen and can be printed.
  static let rulesOfPage: [String] =
    sizes(SVGMeasure()) + shapes + light.rulesOfPage + ["@media screen and (prefers-color-scheme:dark){"]
    + dark.rulesOfPage + ["}", "@media print{"] + printed.rulesOfPage + ["}"]

  /// How what is no plain colour is drawn.
  struct Pattern {
    var name: String
    var size: Int
    /// The style of what is below it; nil for what can be seen through it.
    var ground: String?
    /// Drawn in each of `styles`, one over the other.
    var path: String
    var styles: [String]

    fileprivate var lines: [String] {
      ["<pattern id=\"reconcile-\(name)\" width=\"\(size)\" height=\"\(size)\" patternUnits=\"userSpaceOnUse\">"]
        + (ground.map { ["<rect width=\"\(size)\" height=\"\(size)\" class=\"\($0)\"/>"] } ?? [])
        + styles.map { "<path d=\"\(path)\" class=\"\($0)\"/>" } + ["</pattern>"]
    }
  }

  /// A dark stripe on a light one is seen on every ground.
  static let patterns = [
    Pattern(name: "leave", size: 6, ground: "empty", path: "M-1 1L1-1M0 6L6 0M5 7L7 5", styles: ["hatch"]),
    Pattern(name: "skipped", size: 6, ground: "gone", path: "M-1 5L1 7M0 0L6 6M5-1L7 1", styles: ["hatch"]),
    Pattern(name: "override", size: 9, path: "M-2 7L2 11M0 0L9 9M7-2L11 2", styles: ["stripe-rim", "stripe"]),
    Pattern(
      name: "lock", size: 9, path: "M-2 7L2 11M0 0L9 9M7-2L11 2M-2 2L2-2M0 9L9 0M7 11L11 7",
      styles: ["stripe-rim", "stripe"]),
  ]

  private static func sizes(_ measure: SVGMeasure) -> [String] {
    rules([
      ("text", "font:12px system-ui,sans-serif"), (".title", "font-size:18px;font-weight:600"),
      (".name", "font-size:\(pixels(measure.name))px;font-weight:600"), (".strong", "font-weight:600"),
      (".hour", "font-size:\(pixels(measure.label))px"), (".day", "font-size:\(pixels(measure.day))px"),
      (".label", "font-size:\(pixels(measure.label))px"),
    ])
  }

  private static let shapes = rules([
    (".halo", "stroke-width:4;stroke-linejoin:round;paint-order:stroke"),
    (".inner", "stroke-width:4;stroke-linejoin:round;paint-order:stroke"),
    (".outer", "stroke-width:4;stroke-linejoin:round;paint-order:stroke"),
    (".leave", "fill:url(#reconcile-leave)"),
    (".skipped", "fill:url(#reconcile-skipped)"), (".hatch", "fill:none;stroke-width:1"),
    (".grid", "fill:none;stroke-width:1;opacity:.18"), (".seam", "fill:none;stroke-width:1.5"),
    (".rim", "fill:none;stroke-width:4"), (".stripe-rim", "fill:none;stroke-width:2.5"),
    (".stripe", "fill:none;stroke-width:1"),
    (".override", "fill:url(#reconcile-override);stroke-width:1.5;stroke-dasharray:4 3"),
    (".lock", "fill:url(#reconcile-lock);stroke-width:1.5"), (".override-rim", "fill:none;stroke-width:3"),
    (".frame", "fill:none;stroke-width:1"), (".now", "fill:none;stroke-width:2"),
    (".mark", "fill:none;stroke-width:3"),
  ])

  /// The colours.
  private struct Palette {
    var page, edge, ink, faint, closed, onClosed, open, empty, skipped, hatch, now: String

    var rulesOfPage: [String] {
      rules + [".reconcile-timeline{background:\(page);color:\(ink)}", "th,td{border-color:\(edge)}"]
        + SVGStyle.rules([(".said-faint", "color:\(faint)"), (".said-alert", "color:\(now)")])
    }

    var rules: [String] {
      SVGStyle.rules([
        (".page", "fill:\(page);stroke:\(edge)"), (".ink", "fill:\(ink)"), (".faint", "fill:\(faint)"),
        (".closed", "fill:\(closed)"), (".inner", "fill:\(onClosed);stroke:\(closed)"),
        (".halo", "stroke:\(page)"),
        (".open", "fill:\(open)"), (".outer", "stroke:\(open)"),
        (".empty", "fill:\(empty)"), (".gone", "fill:\(skipped)"), (".hatch", "stroke:\(hatch)"),
        (".grid", "stroke:\(ink)"), (".seam", "stroke:\(now)"), (".rim", "stroke:\(page)"),
        (".override", "stroke:\(ink)"), (".lock", "stroke:\(ink)"), (".stripe", "stroke:\(ink)"),
        (".stripe-rim", "stroke:\(page)"), (".frame", "stroke:\(faint)"), (".override-rim", "stroke:\(page)"),
        (".now", "stroke:\(now)"),
        (".mark", "stroke:\(closed)"),
        (".alert", "fill:\(now)"),
      ])
    }
  }

  private static func rules(_ rules: [(selector: String, body: String)]) -> [String] {
    rules.map { ".reconcile-timeline \($0.selector){\($0.body)}" }
  }
}
