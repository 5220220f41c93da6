/// What can be wrong in a sentence.
extension PolicyMessage {
  /// Words that people write, and what the language has instead.
  static let wordsToUseInstead: [String: (words: [String], hint: String)] = [
    "or": ([",", "and"], "write a comma between days or times, and join clauses with and"),
    "not": (["except"], "write except and the days or times"), "by": (["from", "until"], "write from or until"),
    "end": (["until"], "write until"), "day": (["daily"], "write daily"), "days": (["daily"], "write daily"),
    "night": (["21:00–07:00"], "write the times, as in 21:00–07:00"),
    "eve": (["eves"], "write eves of and a schedule"),
    "never": ([], "leave the statement out, or write the other state"),
    "other": (["every other"], "write every before it"),
    "always": ([""], "leave it out: a statement without days and times always applies"),
  ]

  // MARK: - Words

  static let emptySentence = PolicyMessage(
    .sentenceEmpty, "the sentence is empty", hint: "write something like kids off 21:00–07:00, or remove the entry")

  /// The same where a schedule, or `when`, is to say days and times.
  static let emptyDefinition = PolicyMessage(
    .sentenceEmpty, "no days or times are here",
    hint: "write something like 2026-12-23..2027-01-06, or remove it and what uses it")

  /// `plain` is how a name is written that this may be meant for.
  static func strayWord(_ word: String, plain: String?) -> PolicyMessage {
    PolicyMessage(
      .sentenceWord, "'\(word)' is not a word of the language",
      hint: "use a-z, 0-9 and - in names, " + (plain.map { "as in \($0)" } ?? "starting with a letter"))
  }

  /// Whoever knows the address of a calendar can often read it, so it is not quoted.
  static let address = PolicyMessage(
    .sentenceAddress, "an address is not a word of the language; a calendar is a file that 'schedules' names",
    hint:
      "write 'school: {ics: school.ics}' below 'schedules', and 'school' in the sentence; docs/calendars.md shows how "
      + "the file comes into the folder")

  static func punctuation(_ word: String, proposal: String) -> PolicyMessage {
    PolicyMessage(.sentenceWord, "'\(word)' is not a word of the language", hint: "write \(proposal)")
  }

  static func sentenceTooLong(_ most: Int) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "the sentence has over \(most) words and marks", hint: "write it as several lines")
  }

  static func longWord(_ word: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceWord, "'\(word)' is too long for a name",
      hint: "use at most \(NameRules.longest) characters")
  }

  static func ellipsis(_ word: String) -> PolicyMessage {
    PolicyMessage(.sentenceWord, "'\(word)' contains the single character '…'", hint: "write two dots: ..")
  }

  static func reworded(_ hint: String) -> PolicyMessage {
    PolicyMessage(.sentenceUnexpected, "the policy language says this in other words", hint: hint)
  }

  static func rewordedAs(_ sentence: String, but problem: String, hint: String?) -> PolicyMessage {
    PolicyMessage(.sentenceUnexpected, "written as '\(sentence)' it nearly works, but \(problem)", hint: hint)
  }

  /// `except for sunday`: nobody gives a schedule this name.
  static func meaninglessWord(_ word: String) -> PolicyMessage {
    let hint: String? =
      switch word {
      case "no", "non", "minus", "excepted": wordsToUseInstead["not"]?.hint
      case "plus": "write and"
      default: "leave '\(word)' out"
      }
    return PolicyMessage(.sentenceUnexpected, "'\(word)' has no meaning here", hint: hint)
  }

  static func wrongWord(_ word: String, proposals: [String], instead: String) -> PolicyMessage {
    PolicyMessage(.sentenceUnexpected, "'\(word)' has no meaning here", proposals: proposals, hint: instead)
  }

  /// `day after hols`
  static let dayAfter = PolicyMessage(
    .sentenceUnexpected, "'day' has no meaning here", hint: "write the days after them as dates, or as a schedule")

  static func unexpectedRest(_ word: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "unexpected '\(word)': the sentence could end before it",
      hint: "join clauses with and, and start exceptions with except")
  }

  // MARK: - Names and states

  static func sentenceStartsWith(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceTarget, "expected a target, or a verb such as block or pause, at the start, found '\(word)'",
      proposals: proposals, hint: "write something like 'kids off 21:00–07:00'")
  }

  static func expectedTarget(_ word: String?) -> PolicyMessage {
    PolicyMessage(
      .sentenceTarget, "expected the name of a target, \(found(word))", hint: "name a target, as in kids off")
  }

  /// `5a off`; `proposals` are sentences with a target whose name ends so.
  static func figuresAsTarget(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceTarget, "'\(word)' cannot be a target: names begin with a letter", proposals: proposals,
      hint: "name a target, as in kids off")
  }

  static func turnWithoutState(_ subject: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceState, "'turn' needs on or off", proposals: ["\(subject) off", "\(subject) on"],
      hint: "write on or off after the names")
  }

  static func secondState(_ word: String, proposals: [String]) -> PolicyMessage {
    var message = PolicyMessage(
      .sentenceState, "'\(word)' is a second state", proposals: proposals,
      hint: "leave one of them out")
    // Which of two states is meant nobody knows.
    message.fewestProposals = proposals.count
    return message
  }

  /// `off from 9pm, on from 7am`
  static func stateBehindTimes(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceState, "a sentence has one state, and 'on' may be another", proposals: proposals,
      hint: "write one range with both ends, or a sentence of its own for 'on'")
  }

  static func secondSentence(_ name: String, _ words: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceState, "a sentence has one state, and '\(words)' is another",
      hint: "write a sentence of its own for '\(name)'")
  }

  /// A line of its own that YAML takes for a part of the sentence above it.
  static let dashWithinSentence = PolicyMessage(
    .sentenceUnexpected, "this line is indented further than the '-' above, so it continues that sentence",
    hint: "indent it exactly like the '-' above")

  /// `states` are those of the subject, nil where they are not known. `corrected` makes the whole sentence with a state
  /// instead of `word`, if that is one; `joined` is the sentence in which `word` belongs to the name before it, and `either`
  /// makes one with a state before `word`, if that is a day or a time. `isMeant`: whether `word` was meant as the state.
  static func expectedState(
    _ word: String?, after subject: String, _ states: StatePair?, _ vocabulary: Vocabulary, joined: String? = nil,
    isMeant: Bool = true, either: (_ state: String) -> String? = { _ in nil },
    corrected: (_ state: String) -> String?
  ) -> PolicyMessage {
    let shown = (states.map { [$0] } ?? vocabulary.shown).flatMap(\.states).map(\.rawValue)
    let near = (isMeant ? word : nil).map(ASCII.lowercased).flatMap { word in
      let written = vocabulary.state(verb: word) ?? vocabulary.state(meantBy: word)
      let meant = written.map { states?.meant(by: $0, vocabulary) ?? $0 }?.rawValue
      return meant ?? Spelling.nearest(to: word, in: (states?.states ?? vocabulary.states).map(\.rawValue))
    }
    let both = near == nil ? states?.states.reversed().compactMap { either($0.rawValue) } ?? [] : []
    var message = PolicyMessage(
      .sentenceState, "expected a state after '\(subject)', \(found(word))",
      proposals: [joined, near.flatMap(corrected)].compactMap(\.self) + both,
      hint: near.map { "write \($0) instead" }
        ?? (word == "leave" ? "use leave only under 'otherwise'" : "write \(alternatives(shown)) after the names"))
    message.fewestProposals = both.isEmpty ? 1 : 2
    return message
  }

  /// `kids or tv off`
  static func orBetweenTargets(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceState, "'or' cannot join targets: a sentence is about all of them", proposals: proposals,
      hint: "write a comma between them")
  }

  // MARK: - What is expected

  static func expectedWhen(_ word: String?, after previous: String?) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "expected days or times \(previous.map { "after '\($0)'" } ?? "here"), \(found(word))",
      hint: "write something like weekdays, mon-fri 21:00–07:00 or except sat")
  }

  static func expectedDay(_ word: String?, after previous: String?) -> PolicyMessage {
    let instead = word.map(ASCII.lowercased).flatMap { wordsToUseInstead[$0]?.hint }
    return PolicyMessage(
      .sentenceUnexpected, "expected a day \(previous.map { "after '\($0)'" } ?? "here"), \(found(word))",
      hint: instead ?? "write something like mon, weekdays, 2026-12-24, dec 24 or the name of a schedule")
  }

  static func expectedDate(_ word: String?, after previous: String, proposals: [String] = []) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "expected a date after '\(previous)' and '..', \(found(word))", proposals: proposals,
      hint: "write both ends alike, as in 2026-12-23..2027-01-06 or dec 23..jan 6")
  }

  /// `orDays`: somebody may have meant days.
  static func expectedTime(_ word: String?, after previous: String?, orDays: Bool = false) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "expected a time \(previous.map { "after '\($0)'" } ?? "here"), \(found(word))",
      hint: "write something like 21:00, 9pm, noon or midnight"
        + (orDays ? ", or the first and the last of the days, as in dec 1..dec 24" : ""))
  }

  static func expectedAllDay(_ word: String?, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "expected 'day' after 'all', \(found(word))", proposals: proposals,
      hint: "write all day, or daily for every day")
  }

  static func evesWithoutOf(_ word: String?) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "expected 'of' after 'eves', \(found(word))", hint: "write eves of and a schedule")
  }

  static func evesOf(_ word: String?) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "expected the name of a schedule after 'eves of', \(found(word))",
      hint: "give the days a name under schedules, or write the days before them")
  }

  /// `isAlone`: the time is one end of a range, and the other is missing.
  static func prepositionBeforeTime(_ word: String, isAlone: Bool, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(word)' can come before days, not before a time", proposals: proposals,
      hint: isAlone ? "write both ends, as in 21:00–07:00" : "leave '\(word)' out")
  }

  static func fromBeforeDay(_ word: String, _ day: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(word)' can come before a time, not before '\(day)'", proposals: proposals,
      hint: "write days as mon-fri, and dates as dec 24..jan 6")
  }
}
