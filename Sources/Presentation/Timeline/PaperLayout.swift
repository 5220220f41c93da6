/// How the targets of a timeline share a sheet of paper.
struct PaperLayout: Hashable {
  var columns: Int
  /// How many there are below one another.
  var panelsPerColumn: Int
  /// From row to row, in tenths of a pixel.
  var pitch: Int
  /// How many targets have room.
  var shown: Int

  private static let mostColumns = 4
  /// Rows as far apart as this are easily read; closer ones hardly, and further apart ones look lost.
  private static let comfortable = 150
  private static let least = 84
  private static let most = 420

  /// The fewest columns in which rows are comfortable; else those that leave the most room for a row. Where even that is too
  /// little, as many targets as have room.
  init(targets: Int, rows: Int, height: Int) {
    let all = (1...Self.mostColumns).map { columns in
      let panels = max(1, (targets + columns - 1) / columns)
      return PaperLayout(columns, panels, Self.pitch(columns, panels, rows, height), shown: targets)
    }
    let best = all.first { $0.pitch >= Self.comfortable } ?? all.max { $0.pitch < $1.pitch }
    if let best, best.pitch >= Self.least {
      self = best
      return
    }
    let columns = Self.mostColumns
    let fitting = (1...max(1, targets)).last { Self.pitch(columns, $0, rows, height) >= Self.least } ?? 1
    self.init(columns, fitting, Self.least, shown: min(targets, fitting * columns))
  }

  private init(_ columns: Int, _ panels: Int, _ pitch: Int, shown: Int) {
    (self.columns, panelsPerColumn, self.pitch, self.shown) = (columns, panels, pitch, shown)
  }

  /// The widest pitch with which so many panels have room in `height`; 0 where none has.
  private static func pitch(_ columns: Int, _ panels: Int, _ rows: Int, _ height: Int) -> Int {
    var (low, high) = (0, most)
    while low < high {
      let middle = (low + high + 1) / 2
      let fits = SVGMeasure.columnHeight(columns, panels, rows, pitch: middle) <= height
      (low, high) = fits ? (middle, high) : (low, middle - 1)
    }
    return low
  }
}

extension SVGMeasure {
  /// On paper: letters grow with the rows. Beside another column only its uppermost panel has hours.
  static func paper(pitch: Int, hasHours: Bool) -> SVGMeasure {
    var measure = SVGMeasure()
    measure.pitch = pitch
    measure.rowHeight = pitch * 6 / 7
    measure.label = min(max(pitch * 55 / 100, 62), 130)
    measure.day = measure.label * 21 / 20
    measure.name = min(measure.label * 13 / 10, 170)
    measure.nameLine = measure.name * 11 / 10
    measure.hoursLine = hasHours ? measure.nameLine + measure.label * 15 / 10 : nil
    measure.firstRow = (measure.hoursLine ?? measure.nameLine) + measure.label / 2
    measure.isFramed = true
    return measure
  }

  /// From a panel to the one below it.
  var gap: Int { name * 3 / 4 }

  /// How tall such a column is.
  static func columnHeight(_ columns: Int, _ panels: Int, _ rows: Int, pitch: Int) -> Int {
    let first = paper(pitch: pitch, hasHours: true)
    let other = paper(pitch: pitch, hasHours: columns == 1)
    return first.firstRow + (panels - 1) * (other.firstRow + other.gap) + panels * rows * pitch
  }
}
