/// How the last action of a target ended.
public struct EndedAction: Hashable, Sendable {
  /// Which, and when it fell due.
  public var key: ActionKey
  /// What it is called on its system.
  public var action: String
  /// The word for what became of it, such as `done`.
  public var outcome: String
  /// Why it was not done, or nobody knows whether it was; nil where nothing was tried, and where it was done.
  public var failure: String?

  /// Whether it was done.
  public var isDone: Bool { outcome == "done" }

  /// How an action ended.
  public init(key: ActionKey, action: String, outcome: String, failure: String? = nil) {
    self.key = key
    self.action = action
    self.outcome = outcome
    self.failure = failure
  }
}
