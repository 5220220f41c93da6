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
}
