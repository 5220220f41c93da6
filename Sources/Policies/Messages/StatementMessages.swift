/// What can be wrong with statements that are maps, and with tests.
extension Message {
  static let statementIsList = Message(
    .statementForm, "a statement must be a sentence or a map, but is a list",
    hint: "write each on a line of its own, after a -")

  static let statementForm = Message(
    .statementForm, "the statement does not say what it is about", hint: "give it 'do', or 'target' and 'state'")

  static func statementID(_ id: String) -> Message {
    Message(.statementID, "'\(id)' cannot be an id", hint: "use 1 to 63 of a-z, 0-9 and -, with a letter first")
  }

  static func statementIDTaken(_ id: String) -> Message {
    Message(.statementID, "the id '\(id)' is one that statements get by themselves", hint: "choose another")
  }

  static func statementIDTwice(_ id: String) -> Message {
    Message(.statementID, "the id '\(id)' is given twice", hint: "choose another for one of them")
  }

  static let testWhen = Message(
    .testWhen, "a test needs either 'at', or 'from' and 'to'", hint: "write such as 'at: 2026-11-20 22:00'")

  static let testReversed = Message(.testWhen, "'to' is not after 'from'", hint: "write the earlier one under 'from'")

  static func instantForm(_ text: String, isImpossible: Bool) -> Message {
    Message(
      .instantForm, isImpossible ? "'\(text)' is on no calendar and no clock" : "'\(text)' is not an instant",
      hint: "write such as 2026-11-20 21:30, or 2026-11-20T21:30:00+01:00")
  }
}
