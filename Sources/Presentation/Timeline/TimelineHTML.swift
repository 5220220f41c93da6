import CivilTime
import Policies
import Text

/// Timelines as a page of its own: it needs no script and asks nobody for anything, fits a phone, and can be printed. For
/// who does not see its bars, every day says what holds.
struct TimelineHTML {
  private let view: TimelineView
  private let words: TimelineSVGWords
  private let days: [TimelineDay]
  private let panels: [SVGPanel]

  init(_ view: TimelineView) {
    let days = view.days
    self.view = view
    self.days = days
    words = TimelineSVGWords(view: view)
    panels = view.timelines.map { SVGPanel($0, days, view) }
  }

  var text: String { html.text + "\n" }

  private var html: HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(words.title), \(words.subtitle)</title>
    <style>
    \(SVGStyle.rulesOfPage.map { "\($0)\n" as HTML })\(Self.layout)
    </style>
    </head>
    <body class="reconcile-timeline">
    <svg class="gone-from-view" aria-hidden="true" focusable="false"><defs>\(SVGStyle.patterns.map(pattern))</defs></svg>
    <header><h1><bdi>\(words.title)</bdi></h1>
    <p class="said-faint">\(words.subtitle)</p></header>
    <main>
    \(panels.isEmpty ? "<p>The policy has no target that could be shown.</p>\n" : HTML.joined(panels.map(section)))</main>
    <footer>
    <ul class="legend" aria-label="Legend">
    \(words.legend(of: panels, days, hasNow: true).map(entry))</ul>
    \(words.clockChanges.map { "<p class=\"said-faint\">\($0)</p>\n" as HTML })\
    <p class="said-faint">\(words.made)</p>
    </footer>
    </body>
    </html>
    """
  }

  // MARK: Parts

  private func pattern(_ pattern: SVGStyle.Pattern) -> HTML {
    let ground = pattern.ground.map { ground -> HTML in
      "<rect width=\"\(pattern.size)\" height=\"\(pattern.size)\" class=\"\(ground)\"/>"
    }
    let paths = pattern.styles.map { "<path d=\"\(pattern.path)\" class=\"\($0)\"/>" as HTML }
    return """
      <pattern id="reconcile-\(pattern.name)" width="\(pattern.size)" height="\(pattern.size)" patternUnits="userSpaceOnUse">\
      \(ground)\(paths)</pattern>
      """
  }

  private func section(_ panel: SVGPanel) -> HTML {
    let overrides = words.overrides(of: panel.timeline).map { "<li>\($0.text)</li>" as HTML }
    let list: HTML? = overrides.isEmpty ? nil : "<ul class=\"overrides\">\(overrides)</ul>\n"
    return """
      <section>
      <table>
      <caption><h2><bdi>\(panel.timeline.target.text)</bdi></h2></caption>
      <thead><tr><th scope="col"><span class="gone-from-view">Day</span></th><th scope="col">\(Self.hours)<span \
      class="gone-from-view">What holds</span></th></tr></thead>
      <tbody>
      \(days.indices.map { row(panel, $0) })</tbody>
      </table>
      \(list)</section>

      """
  }

  private func row(_ panel: SVGPanel, _ index: Int) -> HTML {
    let day = days[index]
    let isToday = day.date == view.today
    let now: HTML? = isToday ? "<span class=\"gone-from-view\">, \(view.words.now) \(view.nowText)</span>" : nil
    let length: HTML? = day.unusualLength.map { "<br><span class=\"length said-alert\">\($0)</span>" }
    let name = view.words.short(day.date)
    return """
      <tr\(isToday ? " class=\"today\"" as HTML : "")><th scope="row">\(name)\(now)\(length)</th><td>\(picture(panel, index))<span \
      class="gone-from-view">\(said(panel, index))</span></td></tr>

      """
  }

  // MARK: What is drawn

  /// A row as wide on a computer, and one as on a phone: what is written on bars has to have room.
  private static let widths = [(style: "roomy", row: 6_000), (style: "narrow", row: 2_000)]

  /// The bars of a day. All lengths across are parts of its width.
  private func picture(_ panel: SVGPanel, _ index: Int) -> HTML {
    let day = days[index]
    let bars = panel.rows[index].map { bar($0, $0.state.look.rawValue) }
    let gaps = day.skipped.map { bar($0, .whole, "skipped") }
    let overlays = SVGPanel.Overlay.allCases.flatMap { overlay in
      (panel.overlays[overlay]?[index] ?? []).flatMap { [bar($0, "override-rim"), bar($0, overlay.rawValue)] }
    }
    let seams = day.repeated.flatMap { [$0.lowerBound, $0.upperBound] }.flatMap { upright($0, "rim", "seam") }
    let marks = panel.marks[index].flatMap { upright($0.secondOfDay, "mark") }
    let local = view.policy.zone.local(view.now)
    let now = day.date == view.today ? upright(local.secondOfDay, "rim", "now") : []
    let labels = Self.widths.flatMap { width in
      var measure = SVGMeasure()
      measure.row = width.row
      let setting = SVGPanel.Setting(
        days: days, words: words, measure: measure, now: view.today == nil ? nil : local)
      let row = panel.row(index, setting)
      return (row.barLabels + row.markLabels).map { label($0, width) }
    }
    return """
      <svg class="row" aria-hidden="true" focusable="false"><rect width="100%" height="100%" class="empty"/>\
      \(gaps)\(bars)\(overlays)\(labels)\(marks)\(seams)\(now)</svg>
      """
  }

  private func bar(_ bar: DayBar, _ style: String) -> HTML { self.bar(bar.clock, bar.lane, style) }

  private func bar(_ clock: Range<Int>, _ lane: DayBar.Lane, _ style: String) -> HTML {
    """
    <rect x="\(Self.percent(clock.lowerBound))" y="\(lane == .again ? 50 : 0)%" width="\(Self.percent(clock.count))" \
    height="\(lane == .whole ? 100 : 50)%" class="\(style)"/>
    """
  }

  private func upright(_ second: Int, _ styles: String...) -> [HTML] {
    let x = Self.percent(second)
    return styles.map { "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"100%\" class=\"\($0)\"/>" }
  }

  private func label(_ label: SVGRow.Label, _ width: (style: String, row: Int)) -> HTML {
    let x = Self.percent(label.x, of: width.row)
    return """
      <text x="\(x)" y="50%" dy=".36em" text-anchor="\(label.anchor.rawValue)" class="\(label.style) \(width.style)">\
      \(label.text)</text>
      """
  }

  /// The hours above a table; on a phone every second one.
  private static let hours: HTML = {
    let texts = stride(from: 0, through: 24, by: 3).map { hour -> HTML in
      let style: HTML = hour % 6 == 0 ? "" : " roomy"
      return """
        <text x="\(percent(hour * 3_600))" y="1em" text-anchor="middle" class="hour faint\(style)">\(twoDigits(hour))</text>
        """
    }
    return "<svg class=\"hours\" aria-hidden=\"true\" focusable=\"false\">\(texts)</svg>"
  }()

  private func entry(_ entry: SVGLegend.Entry) -> HTML {
    let isLine = ["now", "mark"].contains(entry.style)
    let sign: HTML =
      isLine
      ? "<line x1=\"50%\" x2=\"50%\" y1=\"0\" y2=\"100%\" class=\"\(entry.style)\"/>"
      : "<rect x=\"1\" y=\"1\" width=\"20\" height=\"12\" rx=\"2\" class=\"\(entry.style)\"/>"
    let frame: HTML? = isLine ? nil : "<rect x=\"1\" y=\"1\" width=\"20\" height=\"12\" rx=\"2\" class=\"frame\"/>"
    return """
      <li\(entry.style == "now" ? " class=\"of-now\"" as HTML : "")><svg class="sign" aria-hidden="true" \
      focusable="false">\(sign)\(frame)</svg>\(entry.text)</li>

      """
  }

  /// Of a day, or of `whole`: `29.1667%`.
  private static func percent(_ part: Int, of whole: Int = secondsPerDay) -> String {
    let parts = String(part * 1_000_000 / whole)
    let digits = String(repeating: "0", count: max(0, 5 - parts.count)) + parts
    let fraction = digits.suffix(4)
    return digits.dropLast(4) + (fraction == "0000" ? "" : "." + fraction) + "%"
  }

  // MARK: What is said

  /// `off until 07:00, on 07:00–21:00, off from 21:00`, for who does not see the bars.
  private func said(_ panel: SVGPanel, _ index: Int) -> String {
    let bars = panel.rows[index].map { bar in
      let times = "\(Self.clock(bar.clock.lowerBound))–\(Self.clock(bar.clock.upperBound))"
      let pass =
        switch bar.lane {
        case .whole: ""
        case .first: " for the first time"
        case .again: " for the second time"
        }
      return "\(view.words.state(bar.state.rawValue)) \(times)\(pass)"
    }
    let marks = panel.marks[index].map { "\(view.words.runs) \($0.clockText)" }
    return (bars + marks).joined(separator: ", ")
  }

  private static func clock(_ second: Int) -> String {
    let rest = second % 60 == 0 ? "" : ":" + twoDigits(second % 60)
    return "\(twoDigits(second / 3_600)):\(twoDigits(second / 60 % 60))\(rest)"
  }

  private static let layout: HTML = """
    body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.4 system-ui,sans-serif}
    h1{font-size:1.4rem;margin:0;overflow-wrap:anywhere}
    h2{font-size:1.1rem;margin:0;overflow-wrap:anywhere}
    p{margin:.2rem 0}
    section{margin:1.2rem 0}
    table{width:100%;border-collapse:collapse}
    caption{text-align:start}
    th,td{padding:.12rem 0;font-weight:400;text-align:start;vertical-align:middle}
    th[scope=row]{width:1%;white-space:nowrap;padding-inline-end:.7rem;font-size:.85rem}
    td,th[scope=col]{padding-inline-end:.6rem}
    .today th{font-weight:600}
    .length{font-size:.8rem;font-weight:400}
    .row{display:block;width:100%;height:1.6rem;border-radius:4px}
    .hours{display:block;width:100%;height:1.1rem;overflow:visible}
    .narrow{display:none}
    .overrides{margin:.3rem 0;padding-inline-start:1.2rem;font-size:.9rem}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;margin:0 0 .5rem;padding:0}
    .sign{width:22px;height:14px;margin-inline-end:.5rem;vertical-align:-1px}
    .gone-from-view{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    @media screen and (max-width:40rem){.roomy{display:none}.narrow{display:inline}}
    @page{margin:12mm}
    @media print{body{padding:0;max-width:none}section,table,tr{break-inside:avoid}.row .now,.row .rim,.of-now{display:none}
    .row{outline:1px solid;outline-offset:-1px}}
    """
}
