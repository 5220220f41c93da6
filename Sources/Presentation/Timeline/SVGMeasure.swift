/// Where things stand in a drawn timeline, in tenths of a pixel.
enum SVGMeasure {
  static let width = 8_600
  static let margin = 160
  /// Where the rows begin.
  static let left = 840
  /// How long a day is: two minutes a pixel.
  static let row = 7_200
  static let rowHeight = 240
  /// From row to row.
  static let pitch = 280

  /// Where on a row a time of the wall clock stands.
  static func x(_ secondOfDay: Int) -> Int { secondOfDay / 12 }
}
