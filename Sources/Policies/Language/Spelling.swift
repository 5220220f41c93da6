/// What somebody may have meant by a word that does not exist.
enum Spelling {
  /// The candidate nearest to `word`, if one is near enough to be meant; the first of several. Only the first few
  /// hundred are looked at: a file with thousands of names and mistakes must not take minutes.
  static func nearest(to word: String, in candidates: [String]) -> String? {
    let letters = Array(word.prefix(64))
    let limit = letters.count <= 3 ? 1 : letters.count <= 7 ? 2 : 3
    var best: (candidate: String, distance: Int)?
    for candidate in candidates.prefix(256) where candidate != word && abs(candidate.count - letters.count) <= limit {
      let distance = distance(letters, Array(candidate))
      if distance <= limit, distance < candidate.count, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// How many letters must be put in, left out, exchanged, or swapped with their neighbour.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var cost = min(previous[column + 1], current[column]) + 1
        cost = min(cost, previous[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      (before, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
