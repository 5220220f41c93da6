import Text

/// Ways in which people say what is done at a time: `open gate at 06:45`, `gate on weekdays at 06:45`.
enum EdgeParaphrase {
  /// `text` as the language says it, whether or not all in it is sound; nil where it names no action in such a way.
  static func reworded(_ text: String, isAction: (Name) -> Bool) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let lower = words.map(ASCII.lowercased)
    guard words.count <= 24, let at = lower.firstIndex(of: "at"), at + 1 < words.count,
      let name = lower[..<at].firstIndex(where: { isAction(Name($0)) }), isVerb(lower[..<name])
    else { return nil }
    // Only the days between belong behind the time; a state says nothing of an action.
    var days = Array(words[(name + 1)..<at])
    if let first = days.first.map(ASCII.lowercased), days.count == 1 ? verbs.contains(first) || first == "on" : false {
      days = []
    }
    guard name > 0 || at > name + 1 else { return nil }
    let isLed = days.first.map { ["on", "daily", "every", "each"].contains(ASCII.lowercased($0)) } ?? true
    let led = isLed ? days : ["on"] + days
    return ([words[name]] + words[at...] + led).joined(separator: " ")
  }

  private static func isVerb(_ words: ArraySlice<String>) -> Bool {
    guard let first = words.first else { return true }
    let rest = words.dropFirst()
    let isTurned = ["turn", "switch"].contains(first) && rest.first == "on"
    return isTurned
      ? rest.dropFirst().allSatisfy { $0 == "the" } : verbs.contains(first) && rest.allSatisfy { $0 == "the" }
  }

  /// What is said of things that are done; none that undoes one.
  private static let verbs: Set<String> = ["open", "opens", "unlock", "run", "start", "trigger", "do"]
}
