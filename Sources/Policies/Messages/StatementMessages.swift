/// What can be wrong with statements that are maps, and with tests.
extension PolicyMessage {
  static let statementIsList = PolicyMessage(
    .statementForm, "a statement must be a sentence or a map, but is a list",
    hint: "write each on a line of its own, after a -")

  static let statementForm = PolicyMessage(
    .statementForm, "the statement does not say what it is about", hint: "give it 'do', or 'target' and 'state'")

  static func statementID(_ id: String) -> PolicyMessage {
    PolicyMessage(.statementID, "'\(id)' cannot be an id", hint: "use 1 to 63 of a-z, 0-9 and -, with a letter first")
  }

  static func statementIDTaken(_ id: String) -> PolicyMessage {
    PolicyMessage(.statementID, "the id '\(id)' is one that statements get by themselves", hint: "choose another")
  }

  static func statementIDTwice(_ id: String) -> PolicyMessage {
    PolicyMessage(.statementID, "the id '\(id)' is given twice", hint: "choose another for one of them")
  }

  static let testWhen = PolicyMessage(
    .testWhen, "a test needs either 'at', or 'from' and 'to'", hint: "write such as 'at: 2026-11-20 22:00'")

  static let testReversed = PolicyMessage(
    .testWhen, "'to' is not after 'from'", hint: "write the earlier one under 'from'")

  static func instantForm(_ text: String, isImpossible: Bool) -> PolicyMessage {
    PolicyMessage(
      .instantForm, isImpossible ? "'\(text)' is on no calendar and no clock" : "'\(text)' is not an instant",
      hint: "write such as 2026-11-20 21:30, or 2026-11-20T21:30:00+01:00")
  }
}
