/// What a person may have meant.
public enum Suggestion {
  /// The candidate nearest to `word`, ignoring case; nil where none is near.
  ///
  /// Near: at most one slip in up to four letters, two in up to eight, three in longer words. A slip is a letter too
  /// many, missing, wrong, or swapped with its neighbour. Of equally near ones the first in Unicode order. Nothing is
  /// near a word of more than `longestWord` bytes, nor is a candidate that is so long: comparing takes time in proportion
  /// to the product of both lengths.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    guard word.utf8.count <= longestWord else { return nil }
    let written = Array(word.lowercased())
    let bound = mostSlips(in: written.count)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where candidate.utf8.count <= longestWord {
      let letters = Array(candidate.lowercased())
      guard abs(letters.count - written.count) <= bound else { continue }
      let distance = distance(written, letters)
      guard distance <= bound, distance < max(written.count, letters.count) else { continue }
      if let best, (best.distance, best.candidate) <= (distance, candidate) { continue }
      best = (distance, candidate)
    }
    return best?.candidate
  }

  /// In bytes of UTF-8. No name that somebody types is as long.
  static let longestWord = 256

  /// How many slips a word of so many letters may have and still be near to what was meant.
  public static func mostSlips(in length: Int) -> Int {
    switch length {
    case ...4: 1
    case ...8: 2
    default: 3
    }
  }

  /// The least number of slips that make `left` of `right`, no letter slipping twice (Damerau and Levenshtein's
  /// distance in its restricted form). Keeps the last three rows of the table.
  public static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(last[column + 1] + 1, current[column] + 1, substitution)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
