/// A sentence cut into words and marks: `,`, `-` and `..` stand alone, in lower case, and names of schedules and dates in
/// figures stay whole.
struct LooseWords {
  static func cut(_ text: String, names: Set<String>) -> [String] {
    var words: [String] = []
    for run in text.lowercased().map({ spaces.contains($0) ? " " : $0 }).split(separator: " ") {
      for (index, piece) in run.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { words.append(",") }
        words += pieces(String(piece), names)
      }
    }
    return words
  }

  private static let spaces: Set<Character> = ["\u{A0}", "\u{202F}", "\t", "\n"]
  private static let dashes = Set("-‐‑‒–—―−")

  private static func pieces(_ run: String, _ names: Set<String>) -> [String] {
    if names.contains(run) { return [run] }
    var words: [String] = []
    var rest = run[...]
    var word = ""
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    while let first = rest.first {
      if rest.prefix(10).count == 10, isDate(rest.prefix(10)) {
        end()
        words.append(String(rest.prefix(10)))
        rest = rest.dropFirst(10)
      } else if dashes.contains(first) {
        end()
        words.append("-")
        rest = rest.dropFirst()
      } else if rest.hasPrefix("..") {
        end()
        words.append("..")
        rest = rest.dropFirst(2)
      } else {
        word.append(first)
        rest = rest.dropFirst()
      }
    }
    end()
    return words
  }

  /// `2026-12-24`
  static func isDate(_ text: Substring) -> Bool {
    text.count == 10
      && text.enumerated().allSatisfy { [4, 7].contains($0.offset) ? $0.element == "-" : $0.element.isNumber }
  }
}
