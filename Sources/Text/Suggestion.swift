/// What the user may have meant.
public enum Suggestion {
  /// The candidate nearest to `word`, ignoring case; nil where none is near.
  ///
  /// Only a candidate that `fits` counts, and none that denies the word or is denied by it: `active` is not what `inactive` was
  /// meant to be, and a word such as `no` is near nothing. Near: at most one slip in up to four letters, two in up to eight, three in longer words. A slip is a letter too
  /// many, missing, wrong, or swapped with its neighbour. Of equally near ones the first in Unicode order. Nothing is
  /// near a word of more than `longestWord` bytes, nor is a candidate that is so long: comparing takes time in proportion
  /// to the product of both lengths.
  public static func nearest(
    to word: String, among candidates: some Sequence<String>, where fits: (String) -> Bool = { _ in true }
  ) -> String? {
    if denials.contains(word.lowercased()) { return nil }
    return similar(to: word, among: candidates) { fits($0) && !areOpposites(word, $0) }
  }

  /// The same whatever the two words mean.
  public static func similar(
    to word: String, among candidates: some Sequence<String>, where fits: (String) -> Bool = { _ in true }
  ) -> String? {
    guard word.utf8.count <= longestWord else { return nil }
    let written = letters(word)
    let bound = mostSlips(in: written.count)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where candidate.utf8.count <= longestWord {
      let letters = letters(candidate)
      let most = min(best?.distance ?? bound, max(written.count, letters.count) - 1)
      guard abs(letters.count - written.count) <= most, let distance = distance(written, letters, atMost: most) else {
        continue
      }
      if let best, (best.distance, best.candidate) <= (distance, candidate) { continue }
      if fits(candidate) { best = (distance, candidate) }
    }
    return best?.candidate
  }

  // MARK: - Opposites

  /// Words that deny what comes after them.
  private static let denials: Set<String> = ["no", "non", "not", "none"]
  /// What denies the word that it is put before, with a dash or without one.
  private static let denyingPrefixes = ["un", "in", "dis", "de", "non", "not", "no"]

  /// What `word`, in lower case, denies: `active` of `inactive`, `holidays` of `no-holidays`, and `tification` of
  /// `notification`, so that each has to be looked up. Empty where it does not begin as a denial does.
  public static func denied(by word: String) -> [String] {
    denyingPrefixes.filter { word.hasPrefix($0) }.flatMap { prefix -> [String] in
      let rest = word.dropFirst(prefix.count)
      return (rest.first == "-" ? [rest.dropFirst(), rest] : [rest]).map { String($0) }
    }.filter { !$0.isEmpty }
  }

  /// Whether what one of the two denies is nearer to the other by all that denies it.
  private static func areOpposites(_ word: String, _ other: String) -> Bool {
    let (word, other) = (word.lowercased(), other.lowercased())
    return denies(word, other) || denies(other, word)
  }

  private static func denies(_ word: String, _ other: String) -> Bool {
    let rests = denied(by: word)
    if rests.isEmpty { return false }
    let (left, right) = (letters(word), letters(other))
    guard let slips = distance(left, right, atMost: max(left.count, right.count)) else { return false }
    return rests.contains { rest in
      let rest = letters(rest)
      let most = slips - (left.count - rest.count)
      return most >= 0 && distance(rest, right, atMost: most) != nil
    }
  }

  // MARK: - Slips

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

  /// In lower case.
  private static func letters(_ word: String) -> [UInt32] {
    if word.utf8.allSatisfy({ $0 < 0x80 }) {
      return word.utf8.map { UInt32((0x41...0x5A).contains($0) ? $0 + 0x20 : $0) }
    }
    return word.lowercased().unicodeScalars.map(\.value)
  }

  /// The least number of slips that make `left` of `right`, no letter slipping twice (Damerau and Levenshtein's distance in
  /// its restricted form); nil for more than `most`. Keeps the last three rows of the table.
  private static func distance(_ left: [UInt32], _ right: [UInt32], atMost most: Int) -> Int? {
    let width = right.count + 1
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { rows in
      rows.initialize(repeating: 0)
      var (beforeLast, last, current) = (0, width, 2 * width)
      for column in 0..<width { rows[last + column] = column }
      for row in left.indices {
        rows[current] = row + 1
        var least = row + 1
        for column in right.indices {
          let substitution = rows[last + column] + (left[row] == right[column] ? 0 : 1)
          var cost = min(rows[last + column + 1] + 1, rows[current + column] + 1, substitution)
          if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
            cost = min(cost, rows[beforeLast + column - 1] + 1)
          }
          rows[current + column + 1] = cost
          least = min(least, cost)
        }
        // A row is at most one better than the one before it, by letters that are swapped.
        if least > most + 1 { return nil }
        (beforeLast, last, current) = (last, current, beforeLast)
      }
      let distance = rows[last + right.count]
      return distance <= most ? distance : nil
    }
  }
}
