public import CivilTime

/// A person's wish that beats the schedule of one target for a while. It never edits the schedule.
public struct Override: Hashable, Sendable {
  /// What it is called when it is ended or extended: a number as text, later ones greater.
  public var id: String
  /// The target as it was named; a target of targets stands for its members.
  public var target: Name
  /// The wanted state; never `leave`.
  public var state: TargetState
  /// When it was made, and holds from.
  public var from: Instant
  /// When it ends; not part of it. An override that was ended early ends then.
  public var until: Instant
  /// Why, in the person's words.
  public var because: String?
  /// Who made it, such as the user's name.
  public var by: String

  /// An override from its parts.
  public init(
    id: String, target: Name, state: TargetState, from: Instant, until: Instant, because: String?, by: String
  ) {
    self.id = id
    self.target = target
    self.state = state
    self.from = from
    self.until = until
    self.because = because
    self.by = by
  }

  /// When it holds. Half-open; empty for one that was ended as it was made.
  public var range: Range<Instant> { from..<max(from, until) }

  /// What decides while it does.
  var decider: Verdict.Decider { .override(number) }

  /// Its id as a number; later ones are greater.
  var number: Int { Int(id) ?? 0 }
}
