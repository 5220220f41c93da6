import Text

/// The targets that words of a command line name: one after the other, or as a list in the policy's language.
enum TargetWords {
  /// `kids tablet`, `kids, tablet` and `kids and tablet` are the same two, each once.
  static func split(_ words: [String]) -> [String] {
    let parts = words.flatMap { $0.split { $0 == "," || $0 == " " }.map(String.init) }
    return parts.filter { $0.lowercased() != "and" }.uniqued { $0.lowercased() }
  }
}
