public import Documents
public import Policies
public import Providers

/// A plan, and what became of it.
public struct Report: Hashable, Sendable {
  /// Why the plan was made; it decides what is done with it and what its exit status means.
  public enum Purpose: String, Hashable, Sendable {
    /// To show it.
    case plan
    /// To carry it out.
    case apply
    /// To show what differs.
    case drift
  }

  /// Why the plan was made.
  public var purpose: Purpose
  /// What was planned.
  public var plan: Plan
  /// What became of each of the plan's changes, by the object that it is about; empty where nothing was carried out.
  public var outcomes: [ObjectKey: Outcome]
  /// What became of each of the plan's actions; empty where nothing was carried out.
  public var actionOutcomes: [ActionKey: ActionOutcome] = [:]
  /// The actions that were not done, and that no run has tried in vain before.
  public var newFailures: Set<ActionKey> = []
  /// What the actions have moved, or may have.
  public var movedByActions: Set<ObjectKey> = []
  /// Systems that failed while changes were carried out.
  public var failures: [Name: ProviderError]
  /// What was told on standard error already: text does not tell it again, and whoever reads nothing else has to know it.
  public var toldBefore: [Finding] = []
  /// Why nothing was carried out although it was asked for; nil where nothing spoke against it.
  public var refusal: Message?

  /// A plan, and what became of it.
  public init(
    _ purpose: Purpose, plan: Plan, outcomes: [ObjectKey: Outcome] = [:], failures: [Name: ProviderError] = [:],
    refusal: Message? = nil
  ) {
    self.purpose = purpose
    self.plan = plan
    self.outcomes = outcomes
    self.failures = failures
    self.refusal = refusal
  }

  /// All that there is to know beside problems.
  public var allWarnings: [Finding] { toldBefore + plan.warnings }

  /// Each entry of the plan with the outcome of its change, where it has one.
  public var entriesWithOutcomes: [(entry: PlanEntry, outcome: Outcome?)] {
    plan.entries.map { ($0, outcome(of: $0)) }
  }

  /// What became of the change that `entry` carries; nil where it carries none, or nothing was carried out.
  public func outcome(of entry: PlanEntry) -> Outcome? {
    outcomes.isEmpty || entry.action != .change ? nil : outcomes[entry.key]
  }

  /// Each action of the plan with what became of it.
  public var actions: [ActionEntry] {
    plan.actions.map { due in
      // A run that was refused has settled nothing.
      let foreseen = purpose == .apply ? nil : plan.calledOff[due.key].map(ActionOutcome.calledOff)
      return ActionEntry(
        due, outcome: actionOutcomes[due.key] ?? foreseen, isNewFailure: newFailures.contains(due.key))
    }
  }

  /// How many entries there are of each sort.
  public var summary: Summary { Summary(self) }

  /// How many entries there are of each sort.
  public struct Summary: Hashable, Sendable {
    /// Switches that are to be moved, or were to be.
    public var changes = 0
    /// Switches that stand as they should.
    public var inPlace = 0
    /// Entries with `leave`, `observe`, `temporary` or `yield`, and those that cannot be read and are asked for
    /// nothing.
    public var leftAlone = 0
    /// Problems, each counted once.
    public var problems = 0
    /// Changes that were applied and verified.
    public var applied = 0
    /// Changes that were not.
    public var failed = 0

    init(_ report: Report) {
      // By their places, as there may be thousands, each of which is large to copy.
      let entries = report.plan.entries
      for place in entries.indices {
        switch entries[place].action {
        case .change:
          changes += 1
          switch report.outcome(of: entries[place]) {
          case .applied: applied += 1
          case .unverified, .superseded, .failed, .stuck, .skipped: failed += 1
          case nil: break
          }
        // Of what cannot be read nobody knows whether it is in place.
        case .none where entries[place].unread != nil: leftAlone += 1
        case .none: inPlace += 1
        case .leave, .observe, .temporary, .yield: leftAlone += 1
        case .problem: break
        }
      }
      problems = report.plan.problems.count
      for action in report.actions {
        switch (action.due.standing, action.outcome) {
        case (.missed, _), (.interrupted, _): problems += 1
        case (.due, .done?): (changes, applied) = (changes + 1, applied + 1)
        case (.due, .stuck?), (.due, .unverified?), (.due, .notDone?), (.due, .refused?),
          (.due, .unknown?):
          (changes, failed) = (changes + 1, failed + 1)
        case (.due, .calledOff?): leftAlone += 1
        case (.due, nil): changes += 1
        }
      }
    }
  }
}
