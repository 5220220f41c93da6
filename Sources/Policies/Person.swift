public import Documents

/// Somebody whom the policy names: who approves, and whom others speak of. How a person is reached is the machine's
/// business.
public struct Person: Hashable, Sendable {
  /// The name; people have a name space of their own, so that a target may be called like one.
  public var name: Name
  /// Where it is defined.
  public var span: SourceSpan

  /// A person.
  public init(name: Name, span: SourceSpan) {
    self.name = name
    self.span = span
  }
}
