public import Documents
public import Planning
public import Providers

extension Report {
  /// A plan and what became of its changes, in their order; for fewer outcomes the last changes have none.
  public init(_ purpose: Purpose, plan: Plan, inOrder outcomes: [Outcome], refusal: Message? = nil) {
    let pairs = zip(plan.changes, outcomes).map { ($0.key, $1) }
    self.init(purpose, plan: plan, outcomes: Dictionary(pairs) { first, _ in first }, refusal: refusal)
  }
}
