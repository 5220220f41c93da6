/// A line of the table: what was measured, what came of it, and what it may be.
struct BenchRow {
  var name: String
  var figure: String
  var goal: String

  static func time(_ name: String, _ microseconds: Double, goal: String) -> BenchRow {
    let digits = microseconds < 1_000 ? rounded(microseconds) + " µs" : rounded(microseconds / 1_000) + " ms"
    return BenchRow(name: name, figure: digits, goal: goal)
  }

  static func memory(_ name: String, kibibytes: Double, goal: String = "") -> BenchRow {
    BenchRow(name: name, figure: rounded(kibibytes / 1_024) + " MiB", goal: goal)
  }

  static func size(_ name: String, bytes: Int, goal: String) -> BenchRow {
    let hundredths = (bytes + 5_000) / 10_000
    let rest = hundredths % 100
    return BenchRow(name: name, figure: "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) MB", goal: goal)
  }

  /// Three figures, which is all that such a measurement can tell.
  static func rounded(_ number: Double) -> String {
    if number >= 100 { return "\(Int(number.rounded()))" }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A Markdown table that lines up in a terminal too.
  static func table(_ rows: [BenchRow]) -> String {
    let columns = ([BenchRow(name: "what", figure: "median", goal: "goal")] + rows).map {
      [$0.name, $0.figure, $0.goal]
    }
    let widths = (0..<3).map { column in columns.map { $0[column].count }.max() ?? 0 }
    let rule = widths.map { String(repeating: "-", count: $0) }
    let lines = [columns[0], rule] + columns.dropFirst()
    return lines.map { cells in
      "| " + zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ")
        + " |\n"
    }.joined()
  }
}
