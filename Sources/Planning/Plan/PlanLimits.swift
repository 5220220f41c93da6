public import Documents

/// How much one run may do: what it changes, and what it does at a time.
public struct PlanLimits: Hashable, Sendable {
  /// What the file and what the command line says; nil for nothing.
  private let file: Int?, option: Int?

  /// The smaller of what the file and what the command line says counts.
  public init(file: Int?, option: Int?) {
    (self.file, self.option) = (file, option)
  }

  /// The most changes; nil for any number.
  public var maxChanges: Int? { [file, option].compactMap { $0 }.min() }

  /// Why `plan` must not be carried out; nil where it may.
  public func refusal(of plan: Plan) -> Message? {
    message(plan, "nothing was written")
  }

  /// What to warn of beside `plan`, which an apply would not carry out; nil where it would.
  public func foretold(of plan: Plan) -> Message? {
    message(plan, "an apply would make none")
  }

  private func message(_ plan: Plan, _ consequence: String) -> Message? {
    guard let most = maxChanges, case let count = plan.writes, count > most else { return nil }
    // An option does not allow what the file refuses.
    let isTooMany = { (limit: Int?) in limit.map { count > $0 } ?? false }
    return Messages.tooManyChanges(
      count, most: most, consequence, isOfFile: isTooMany(file), isOfOption: isTooMany(option))
  }
}
