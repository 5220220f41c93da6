public import Documents
public import Policies

/// Something wrong or doubtful, and where.
public struct Finding: Hashable, Sendable {
  /// What was found.
  public var message: Message
  /// The system it is about.
  public var system: Name?
  /// The target it is about.
  public var target: Name?
  /// What kind of object it is about.
  public var kind: ObjectKind?
  /// The object's name, or the name that fits none.
  public var name: String?
  /// The place in the policy, such as the target's definition.
  public var file: String?
  /// The line in that file, from 1.
  public var line: Int?

  /// Something wrong or doubtful.
  public init(
    _ message: Message, system: Name? = nil, target: Name? = nil, kind: ObjectKind? = nil, name: String? = nil,
    file: String? = nil, line: Int? = nil
  ) {
    self.message = message
    self.system = system
    self.target = target
    self.kind = kind
    self.name = name
    self.file = file
    self.line = line
  }
}
