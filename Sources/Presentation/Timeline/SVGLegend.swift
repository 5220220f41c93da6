/// The explanations below a drawing.
struct SVGLegend {
  /// One sign and its meaning.
  struct Entry {
    var style: String
    var text: String
  }

  var entries: [Entry]
  /// A paragraph each.
  var notes: [String]
  /// Whether each sign has an edge of its own.
  var isFramed = false

  private static let line = 220
  private static let swatch = 220
  /// How large its letters are.
  static let size = 120

  /// How tall it is.
  func height(width: Int) -> Int {
    var writer = SVGWriter()
    return draw(&writer, x: 0, y: 0, width: width)
  }

  /// Draws from `y` on; returns where the last line ends.
  func draw(_ writer: inout SVGWriter, x left: Int, y top: Int, width: Int) -> Int {
    var x = left
    var y = top + 120
    for entry in entries {
      let room = Self.swatch + 70 + textWidth(entry.text, size: Self.size)
      if x > left, x + room > left + width {
        x = left
        y += Self.line
      }
      drawSign(entry.style, x: x, y: y, &writer)
      writer.text(entry.text, x: x + Self.swatch + 70, y: y, "ink")
      x += room + 240
    }
    for line in notes.flatMap({ Self.lines($0, width: width) }) {
      y += Self.line
      writer.text(line, x: left, y: y, "faint")
    }
    return y + 120
  }

  /// `note` cut between words.
  private static func lines(_ note: String, width: Int) -> [String] {
    note.split(separator: " ").reduce(into: [String]()) { lines, word in
      let longer = lines.last.map { $0 + " " + word }
      if let longer, textWidth(longer, size: size) * 9 / 10 <= width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
  }

  private func drawSign(_ style: String, x: Int, y: Int, _ writer: inout SVGWriter) {
    if style == "now" || style == "mark" {
      writer.upright(x: x + Self.swatch / 2, from: y - 120, to: y + 30, style)
    } else {
      let box = SVGWriter.Box(x: x, y: y - 105, width: Self.swatch, height: 130)
      writer.rectangle(box, style, corner: 20)
      if isFramed { writer.rectangle(box, "frame", corner: 20) }
    }
  }
}
