public import Documents

/// How much one run may do.
public struct PlanLimits: Hashable, Sendable {
  /// The most changes; nil for any number.
  public var maxChanges: Int?

  /// The smaller of what the file and what the command line says counts.
  public init(file: Int?, option: Int?) {
    maxChanges = [file, option].compactMap { $0 }.min()
  }

  /// Why `plan` must not be carried out; nil where it may.
  public func refusal(of plan: Plan) -> Message? {
    message(plan, "nothing was written")
  }

  /// What to warn of beside `plan`, which an apply would not carry out; nil where it would.
  public func foretold(of plan: Plan) -> Message? {
    message(plan, "an apply would make none")
  }

  private func message(_ plan: Plan, _ consequence: String) -> Message? {
    let count = plan.changes.count
    guard let most = maxChanges, count > most else { return nil }
    return Messages.tooManyChanges(count, most: most, consequence)
  }
}
