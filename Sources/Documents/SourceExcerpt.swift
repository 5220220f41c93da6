import Text

/// The first line of a span as a terminal shows it, and where `^~~~` is in the line below.
struct SourceExcerpt {
  /// The line in UTF-8, cut where it is too wide.
  let line: [UInt8]
  /// How many columns are before the span.
  let indentation: Int
  /// How many columns of the line the span takes; may be none.
  let underlined: Int

  /// One scalar of the line, as it is shown.
  private struct Cell {
    var text: String
    var width: Int

    static let ellipsis = Cell(text: "…", width: 1)

    init(text: String, width: Int) {
      self.text = text
      self.width = width
    }

    /// `shown` is what `scalar` is on a terminal.
    init(_ scalar: Unicode.Scalar, shown: String) {
      text = scalar == "\t" ? " " : shown
      width = text.unicodeScalars.count == 1 && scalar != "\t" ? scalar.displayWidth : text.unicodeScalars.count
    }
  }

  /// The line of `source` where `span` starts, at most `width` columns wide; nil where there is nothing to show.
  init?(_ span: SourceSpan, in source: SourceText, width: Int) {
    guard let scalars = source.line(span.start.line), !scalars.isEmpty else { return nil }
    let start = min(max(0, span.start.column - 1), scalars.count)
    let rest = span.end.line == span.start.line ? min(span.end.column - 1, scalars.count) : scalars.count
    let marked = start..<max(start, rest)
    // A caret may stand one column behind the last scalar.
    if scalars.count < width, scalars.allSatisfy(\.isPlain) {
      self.init(plain: scalars, marked: marked)
    } else {
      // A line may be a MiB long, and have thousands of excerpts.
      let near = max(0, start - Self.reach)..<min(scalars.count, start + Self.reach)
      let cells = Array(scalars[(scalars.startIndex + near.lowerBound)..<(scalars.startIndex + near.upperBound)])
      self.init(
        zip(cells, EscapedText.shown(cells)).map(Cell.init),
        marked: Self.shifted(marked.clamped(to: near), by: near.lowerBound),
        isCut: (near.lowerBound > 0, near.upperBound < scalars.count), width: width)
    }
  }

  /// So many scalars on either side of the place are looked at: many more than fit, as some take no column.
  private static let reach = 1024

  private static func shifted(_ range: Range<Int>, by distance: Int) -> Range<Int> {
    (range.lowerBound - distance)..<(range.upperBound - distance)
  }

  /// A line that fits and of which each scalar is a byte and takes a column.
  private init(plain line: ArraySlice<Unicode.Scalar>, marked: Range<Int>) {
    self.line = line.map { UInt8(truncatingIfNeeded: $0.value) }
    indentation = marked.lowerBound
    underlined = marked.count
  }

  /// `isCut` says whether there is more of the line before the cells, and after them.
  private init(_ cells: [Cell], marked: Range<Int>, isCut: (before: Bool, after: Bool), width: Int) {
    let isWhole = !isCut.before && !isCut.after
    let shown = Self.window(of: cells, around: marked, width: width, mayBeAll: isWhole)
    let lead = isCut.before || shown.lowerBound > 0 ? [Cell.ellipsis] : []
    let trail = isCut.after || shown.upperBound < cells.count ? [Cell.ellipsis] : []
    line = (lead + cells[shown] + trail).flatMap(\.text.utf8)
    indentation = (lead + cells[shown.lowerBound..<marked.lowerBound]).reduce(0) { $0 + $1.width }
    underlined = cells[marked.clamped(to: shown)].reduce(0) { $0 + $1.width }
  }

  /// The cells to show: all if they fit, else a stretch that holds the start of `marked` and as much after it as before.
  private static func window(
    of cells: [Cell], around marked: Range<Int>, width: Int, mayBeAll: Bool
  ) -> Range<Int> {
    // A caret may stand one column behind the last cell; cut ends take a column each.
    guard !mayBeAll || cells.reduce(1, { $0 + $1.width }) > width else { return cells.indices }
    var window = marked.lowerBound..<marked.lowerBound
    var free = width - 3
    while true {
      let before = window.lowerBound > 0 ? cells[window.lowerBound - 1].width : Int.max
      let after = window.upperBound < cells.count ? cells[window.upperBound].width : Int.max
      let isLeftShorter = marked.lowerBound - window.lowerBound < window.upperBound - marked.lowerBound
      if before <= free, isLeftShorter || after > free {
        window = (window.lowerBound - 1)..<window.upperBound
        free -= before
      } else if after <= free {
        window = window.lowerBound..<(window.upperBound + 1)
        free -= after
      } else {
        return window
      }
    }
  }
}
