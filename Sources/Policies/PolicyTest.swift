public import CivilTime
public import Documents

/// A test in the file.
public struct PolicyTest: Sendable {
  /// What the person called it, or nil.
  public var name: String?
  /// When the states must hold.
  public var when: When
  /// Which states must hold, in the order of the file. A target of targets asks for every member.
  public var expect: [Expectation]
  /// Where it is.
  public var span: SourceSpan

  /// The two ways to say when.
  public enum When: Hashable, Sendable {
    /// At each of these.
    case at([Instant])
    /// Throughout, half-open.
    case throughout(Range<Instant>)
  }

  /// A target and the state that it must have.
  public struct Expectation: Sendable {
    /// The target as written.
    public var target: Name
    /// `leave` included.
    public var state: TargetState
    /// Where the expectation stands.
    public var span: SourceSpan

    /// A target and the state that it must have.
    public init(target: Name, state: TargetState, span: SourceSpan) {
      self.target = target
      self.state = state
      self.span = span
    }
  }

  /// A test from its parts.
  public init(name: String?, when: When, expect: [Expectation], span: SourceSpan) {
    self.name = name
    self.when = when
    self.expect = expect
    self.span = span
  }
}
