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
