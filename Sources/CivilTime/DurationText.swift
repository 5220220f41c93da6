/// Durations as people write them on a command line: `1d2h30m15s`, each unit once and in this order.
public enum DurationText {
  private static let units: [(letter: Unicode.Scalar, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// The seconds that `text` means, or nil where it is no duration. A day has 24 hours.
  public static func seconds(_ text: String) -> Int64? {
    var cursor = TextCursor(text)
    guard let seconds = cursor.duration(), cursor.isAtEnd else { return nil }
    return seconds
  }

  /// The shortest text for `seconds`, such as `1h30m`; `0s` for none.
  public static func text(seconds: Int64) -> String {
    var rest = seconds.magnitude
    var text = ""
    for unit in units {
      let (count, left) = rest.quotientAndRemainder(dividingBy: unit.seconds.magnitude)
      if count > 0 { text += "\(count)\(unit.letter)" }
      rest = left
    }
    return (seconds < 0 ? "-" : "") + (text.isEmpty ? "0s" : text)
  }

  /// Reads what the text of a duration may begin with.
  fileprivate static func read(_ cursor: inout TextCursor) -> Int64? {
    var total: Int64 = 0
    var remaining = units[...]
    repeat {
      // Nobody means more than this, and no sum of them leaves the calendar by far.
      guard let count = cursor.number(upTo: 1_000_000_000) else { return nil }
      guard let index = remaining.firstIndex(where: { cursor.take($0.letter) }) else { return nil }
      total += Int64(count) * units[index].seconds
      remaining = units[(index + 1)...]
    } while !cursor.isAtEnd
    return total
  }
}

extension TextCursor {
  /// Reads a duration up to the end of the text.
  mutating func duration() -> Int64? { DurationText.read(&self) }
}
