/// A sheet of paper, upright.
package enum Paper: String, CaseIterable, Sendable {
  case a4
  case letter

  /// Its size as CSS and SVG say it.
  var size: (width: String, height: String) {
    switch self {
    case .a4: ("210mm", "297mm")
    case .letter: ("8.5in", "11in")
    }
  }

  /// The same in tenths of a pixel, of which 960 are an inch.
  var pixels: (width: Int, height: Int) {
    switch self {
    case .a4: (7_937, 11_225)
    case .letter: (8_160, 10_560)
    }
  }

  /// No printer reaches the edges; this many tenths of a pixel are 12 mm.
  static let margin = 454
}
