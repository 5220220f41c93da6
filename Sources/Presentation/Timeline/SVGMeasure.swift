/// Where things are in a drawn timeline, and how large, in tenths of a pixel.
struct SVGMeasure {
  /// Where a target's name and the days begin.
  var margin = 160
  /// Where the rows begin.
  var left = 900
  /// How long a day is: on a screen two minutes a pixel.
  var row = 7_200
  var rowHeight = 240
  /// From row to row.
  var pitch = 280
  /// How large letters are: on bars and of the hours, of days, of names.
  var label = 110
  var day = 115
  var name = 140
  /// From the top of a panel to its name, to the hours (nil where it has none) and to its first row.
  var nameLine = 160
  var hoursLine: Int? = 380
  var firstRow = 440
  /// Whether each row has an edge of its own, so that nothing depends on a pale ground.
  var isFramed = false

  /// On a screen, with room for the names of these days.
  static func screen(_ days: [String]) -> SVGMeasure {
    var measure = SVGMeasure()
    measure.left = measure.margin + widest(days, size: measure.day) + 60
    return measure
  }

  /// How wide the widest of `texts` is.
  static func widest(_ texts: [String], size: Int) -> Int { texts.map { textWidth($0, size: size) }.max() ?? 0 }

  /// How round a row's corners are.
  var corner: Int { min(40, rowHeight / 6) }

  /// What lies to the right of a row: how long an unusual day is.
  static let behindRow = 560

  /// Where on a row a time of the wall clock is.
  func x(_ secondOfDay: Int) -> Int { secondOfDay * row / secondsPerDay }

  /// From the top of a row to the feet of its letters.
  var baseline: Int { rowHeight / 2 + label * 4 / 11 }
}

/// How wide `text` is at most in the fonts that are usual for `system-ui`; `size` too in tenths of a pixel.
func textWidth(_ text: String, size: Int) -> Int {
  text.unicodeScalars.reduce(0) { width, scalar in
    switch scalar {
    case ":", ".", ",", " ", "i", "l", "j", "t", "f", "r": width + 4 * size / 10
    case "–": width + 5 * size / 10
    case "m", "w", "M", "W": width + size
    default: width + (scalar.value < 0x2E80 ? 65 * size / 100 : size)
    }
  }
}

/// `text`, or as much of it as there is room for, and `…`.
func cutToFit(_ text: String, size: Int, width: Int) -> String {
  guard textWidth(text, size: size) > width else { return text }
  var text = text
  while !text.isEmpty, textWidth(text + "…", size: size) > width { text.removeLast() }
  return text + "…"
}
