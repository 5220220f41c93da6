/// Who has to agree before a target is made freer than the policy has it.
public struct Guard: Hashable, Sendable {
  /// Those who may agree, each once, in the order of the file; never empty.
  public var approvers: [Name]
  /// Whether each of them has to, and not just any one.
  public var needsAll: Bool
  /// Whether an edit of the policy needs their approval, too.
  public var holdsEdits: Bool

  /// So many may be approvers of one: each of them gets a code of their own for what is asked.
  public static let mostApprovers = 50
  /// So many of one policy may hold edits: every run compares each of them with the version that was approved.
  public static let mostHoldingEdits = 200

  /// A guard from its parts.
  public init(approvers: [Name], needsAll: Bool = false, holdsEdits: Bool = false) {
    self.approvers = approvers
    self.needsAll = needsAll
    self.holdsEdits = holdsEdits
  }
}
