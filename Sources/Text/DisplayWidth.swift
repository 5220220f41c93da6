extension Unicode.Scalar {
  /// How many columns of a terminal the scalar takes, as nearly as can be said without asking the terminal.
  public var displayWidth: Int {
    // Arrows are in thousands of lines, and what sort of character it is takes long to find out.
    if value < 0x300 || (0x2190...0x21FF).contains(value) { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// East Asian wide and full-width blocks, after Unicode's EastAsianWidth.txt.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

/// How much room text takes.
public enum DisplayWidth {
  /// How many columns of a terminal `text` takes, as nearly as can be said without asking the terminal.
  public static func columns(of text: String) -> Int {
    // Nearly all text is ASCII, and a report of thousands of lines asks this for every word of it.
    if text.isPlain { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}
