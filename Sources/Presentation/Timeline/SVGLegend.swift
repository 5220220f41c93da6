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
    if style == "now" {
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
