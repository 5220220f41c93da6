import Documents
import Text

/// What somebody may have meant by a word that does not exist.
enum Spelling {
  /// The candidate nearest to `word` of those that fit, if one is near enough to be meant; the first of several. Only the
  /// first few hundred are looked at: a file with thousands of names and mistakes must not take minutes.
  static func nearest(to word: String, in candidates: [String], where fits: (String) -> Bool = { _ in true }) -> String?
  {
    let letters = Array(word.prefix(64))
    let limit = letters.count <= 3 ? 1 : letters.count <= 7 ? 2 : 3
    var best: (candidate: String, distance: Int)?
    for candidate in candidates.prefix(256) where candidate != word && abs(candidate.count - letters.count) <= limit {
      let distance = Suggestion.distance(letters, Array(candidate))
      if distance <= limit, distance < candidate.count, distance < best?.distance ?? .max, fits(candidate) {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }
}
