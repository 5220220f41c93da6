public import CivilTime

/// A piece of news for people, by what it is known again.
public struct NewsMark: Hashable, Sendable {
  /// Which sort of news it is; what ends has a sort of its own.
  public enum Sort: String, CaseIterable, Hashable, Sendable {
    case lost
    case back
    case stuck
    case failure
    case failureOver = "failure-over"
    case problem
    case problemOver = "problem-over"
    case doubt
    case contended
    case contendedOver = "contended-over"
    case gone
    case ending
    case coming

    /// Whether what is marked begins with the name of a system; else it does with that of a target.
    var namesSystem: Bool { self != .doubt && self != .coming }
  }

  /// Which sort it is.
  public var sort: Sort
  /// What it is about.
  public var about: String

  /// News of `sort` about something.
  public init(_ sort: Sort, _ about: String) { (self.sort, self.about) = (sort, about) }
}

/// A piece of news that was not taken by who was told it.
public struct UntakenNews: Hashable, Sendable {
  /// How often it was told in vain.
  public var tries: Int
  /// When it was the last time, by the wall clock.
  public var at: Instant

  /// News that was told in vain.
  public init(tries: Int, at: Instant) { (self.tries, self.at) = (tries, at) }
}
