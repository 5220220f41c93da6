public import Documents

/// Somebody whom the policy names: who approves, and whom others speak of. How a person is reached is the machine's
/// business.
public struct Person: Hashable, Sendable {
  /// The name; people have a name space of their own, so that a target may be called like one.
  public var name: Name
  /// The targets that they manage: they make overrides of them and end them. Who guards a target manages it, too.
  public var manages: [Name]
  /// The targets that they see, and may ask somebody about.
  public var asks: [Name]
  /// Where it is defined.
  public var span: SourceSpan

  /// A person.
  public init(name: Name, manages: [Name] = [], asks: [Name] = [], span: SourceSpan) {
    self.name = name
    self.manages = manages
    self.asks = asks
    self.span = span
  }
}
