/// Durations as a policy writes them: `1d2h30m15s`, each unit once and in this order.
public enum DurationText {
  private static let units: [(letter: Unicode.Scalar, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// The seconds that `text` means, or nil where it is no duration. A day has 24 hours.
  ///
  /// Of the ways to write a length on a command line it is the shortest one: a letter for each unit, and no spaces.
  public static func seconds(_ text: String) -> Int64? {
    guard text.utf8.allSatisfy({ isDigit($0) || "dhms".utf8.contains($0) }) else { return nil }
    return CivilLength(text)?.nominalSeconds
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
}
