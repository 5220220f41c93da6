import CivilTime

/// What can be wrong with statements that are maps, and with tests.
extension PolicyMessage {
  static let statementIsList = PolicyMessage(
    .statementForm, "a statement must be a sentence or a map, not a list",
    hint: "write each on its own line, after a -")

  static let statementForm = PolicyMessage(
    .statementForm, "the statement has neither 'do' nor 'target'", hint: "give it 'do', or 'target' and 'state'")

  /// `kids off: 21:00–07:00`; `sentence` is what it is without, where that is a whole one.
  static func sentenceWithColon(_ sentence: String?) -> PolicyMessage {
    PolicyMessage(
      .statementForm, "a sentence has no colon in it",
      hint: sentence.map { "write '\($0)'" } ?? "leave the colon out")
  }

  static func statementID(_ id: String) -> PolicyMessage {
    PolicyMessage(
      .statementID, "'\(id)' is not a valid id", hint: "use 1 to 63 of a-z, 0-9 and -, starting with a letter")
  }

  static func statementIDTaken(_ id: String) -> PolicyMessage {
    PolicyMessage(.statementID, "the id '\(id)' is reserved for statements without one", hint: "choose another")
  }

  static func statementIDTwice(_ id: String) -> PolicyMessage {
    PolicyMessage(.statementID, "the id '\(id)' is given twice", hint: "choose another for one of them")
  }

  static let testWhen = PolicyMessage(
    .testWhen, "a test needs either 'at', or 'from' and 'to'", hint: "write something like 'at: 2026-11-20 22:00'")

  /// `next` is the end a day later, if a night is meant.
  static func testReversed(next: String?) -> PolicyMessage {
    PolicyMessage(
      .testWhen, "'to' must be after 'from'",
      hint: next.map { "write 'to: \($0)' if the night after it is meant" } ?? "write the earlier one under 'from'")
  }

  static func testSkipped(_ stretch: SkippedStretch, from: String, to: String) -> PolicyMessage {
    PolicyMessage(
      .testWhen, "nothing is between '\(from)' and '\(to)': \(stretch.words)", hint: "begin earlier or end later")
  }

  static func endOfDay(_ text: String, instead: String) -> PolicyMessage {
    PolicyMessage(.instantForm, "'\(text)' is where the next day starts", hint: "write \(instead)")
  }

  static func instantForm(_ text: String, isImpossible: Bool) -> PolicyMessage {
    PolicyMessage(
      .instantForm, isImpossible ? "'\(text)' does not exist" : "'\(text)' is not a date and time",
      hint: "write it like 2026-11-20 21:30, or 2026-11-20T21:30:00+01:00")
  }
}
