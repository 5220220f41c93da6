import Text

/// What somebody may have meant by a word that does not exist.
enum Spelling {
  /// The candidate of those that fit that is near enough to `word` to be meant, as `Suggestion` says. Only the first few
  /// hundred are looked at: a file with thousands of names and mistakes must not take minutes.
  static func nearest(to word: String, in candidates: [String], where fits: (String) -> Bool = { _ in true }) -> String?
  {
    Suggestion.nearest(to: word, among: candidates.prefix(256)) { $0 != word && fits($0) }
  }
}
