/// What a life came to, in numbers.
public struct Tally: Sendable {
  /// How often the program ran.
  public var runs = 0
  /// How many doors it opened.
  public var openings = 0
  /// How many actions it began, each at its time.
  public var actions = 0
  /// How many services it asked to start or to stop.
  public var requests = 0
  /// How often somebody was asked to agree to something.
  public var asked = 0
  /// How often somebody was asked to agree to an edit.
  public var edits = 0
  /// How often all who had to have agreed to one.
  public var agreedEdits = 0
  /// How often somebody agreed or said no, and it counted.
  public var decided = 0
  /// How many codes, and PINs, did not count.
  public var wrongCodes = 0
}
