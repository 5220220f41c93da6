import CivilTime

/// What to say about a piece of a sentence that is not a word of the language.
enum StrayWord {
  /// What is wrong with `piece`, which is neither a name nor a reserved word, number, time or date. `sentence` puts another
  /// text instead.
  static func message(for piece: String, sentence: (String) -> String) -> PolicyMessage {
    if AddressForm.isAddress(piece) { return .address }
    let scalars = piece.unicodeScalars
    let dates = DateReadings.of(piece)
    if !dates.isEmpty { return .dateForm(piece, proposals: dates.map(sentence)) }
    if let language = ForeignWords.message(for: piece, sentence: sentence) { return language }
    if let readings = oneFigure(piece) { return .timeForm(piece, readings: readings) }
    if case .malformed(let readings) = ClockTime.read(piece) { return .timeForm(piece, readings: readings) }
    if piece.contains("…") { return .ellipsis(piece) }
    let hasDigit = scalars.contains(where: ASCII.isDigit)
    if hasDigit, scalars.allSatisfy({ ASCII.isDigit($0) || $0 == "." || $0 == "/" }) {
      return .dateForm(piece, proposals: [])
    }
    let unmarked = piece.trimmed(of: ";!?#\"'()“”")
    if unmarked != piece, ClockTime.read(unmarked).isTime { return .punctuation(piece, proposal: unmarked) }
    if let first = scalars.first, ASCII.isDigit(first) { return timeLike(piece) }
    if scalars.count > NameRules.longest, NameRules.hasForm(ASCII.lowercased(piece)) {
      return .longWord(piece)
    }
    let bare = withoutPunctuation(piece)
    if bare.map(ASCII.lowercased) == "because" { return .reason() }
    if let bare { return .punctuation(piece, proposal: bare) }
    let plain = PlainLetters.of(piece)
    return .strayWord(piece, plain: NameRules.isWellFormed(plain) ? plain : nil)
  }

  /// `21:05` and `21:50` for `21:5`: one of the two figures of its minutes is missing.
  private static func oneFigure(_ piece: String) -> [String]? {
    let parts = piece.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[1].count == 1, let hour = ASCII.number(parts[0]), (13..<24).contains(hour),
      let figure = ASCII.number(parts[1])
    else { return nil }
    let last = figure < 6 && figure > 0 ? ["\(hour):\(figure)0"] : []
    return ["\(hour):0\(figure)"] + last
  }

  /// `21` for `21st`.
  static func ordinal(_ piece: String) -> String? {
    let lowered = ASCII.lowercased(piece)
    guard ["st", "nd", "rd", "th"].contains(where: lowered.hasSuffix) else { return nil }
    let digits = String(lowered.dropLast(2))
    return ASCII.number(digits) == nil ? nil : digits
  }

  /// `21h`, `21h30`, `9p`, `21:00:00`: something that starts like a time.
  private static func timeLike(_ piece: String) -> PolicyMessage {
    let lowered = ASCII.lowercased(piece)
    for (suffix, half) in [("a", "am"), ("p", "pm"), ("a.m", "am"), ("p.m", "pm"), ("a.m.", "am"), ("p.m.", "pm")]
    where lowered.hasSuffix(suffix) {
      let candidate = lowered.dropLast(suffix.count) + half
      if ClockTime.read(String(candidate)).isTime { return .timeForm(piece, readings: [String(candidate)]) }
    }
    let numbers = lowered.split { $0 == "h" || $0 == ":" || $0 == "." }.compactMap { ASCII.number($0) }
    guard (1...3).contains(numbers.count), numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
      return .timeForm(piece, readings: [])
    }
    let isFigures = lowered.unicodeScalars.allSatisfy { ASCII.isDigit($0) || "h:.".unicodeScalars.contains($0) }
    let minute = numbers.count > 1 ? numbers[1] : 0
    return .timeForm(
      piece, readings: isFigures ? [ASCII.twoDigits(numbers[0]) + ":" + ASCII.twoDigits(minute)] : [])
  }

  /// `off` for `off.` or `"off"`, where that is a word or a name.
  private static func withoutPunctuation(_ piece: String) -> String? {
    let letters = piece.unicodeScalars.drop { !ASCII.isLetter($0) }
    let kept = letters.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == "-" }
    let bare = String(String.UnicodeScalarView(kept))
    let rest = letters.dropFirst(kept.count)
    guard !bare.isEmpty, !rest.contains(where: { $0.properties.isAlphabetic || $0 == "_" || ASCII.isDigit($0) }),
      !piece.unicodeScalars.prefix(piece.unicodeScalars.count - letters.count).contains(where: {
        $0.properties.isAlphabetic
      })
    else { return nil }
    return bare
  }
}

extension String {
  /// Without those of `marks` that are at its ends.
  fileprivate func trimmed(of marks: String) -> String {
    let isMark = { (character: Character) in marks.contains(character) }
    return String(String(drop(while: isMark).reversed()).drop(while: isMark).reversed())
  }
}
