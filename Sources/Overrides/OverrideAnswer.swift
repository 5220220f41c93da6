package import CivilTime
package import Controller
import Documents
package import Policies
package import Presentation
import StateStore
import Text

/// Overrides that were made, ended or given another end, as it is told.
package struct OverrideAnswer {
  /// What was done.
  package enum Deed: String, Hashable, Sendable {
    case made
    case extended
    case ended
  }

  /// An override as it is now, and when it was to end before.
  package struct Item {
    package var override: Override
    package var previousEnd: Instant
  }

  package let deed: Deed
  package let context: OverrideContext
  package private(set) var items: [Item] = []
  /// What was asked for and not done, and why.
  package var left: [OverrideRefusal] = []
  /// What else to know.
  package var notes: [String] = []
  package private(set) var overriding: ActiveOverrides?
  package private(set) var following: Following?

  package init(deed: Deed, context: OverrideContext) {
    (self.deed, self.context) = (deed, context)
  }

  /// Tells of `changed`, each with its end before, beside all that is `remembered` now.
  package mutating func tell(_ changed: [(Override, Instant)], _ remembered: StateSnapshot) {
    items = changed.map { Item(override: $0.0, previousEnd: $0.1) }
    overriding = context.overriding(remembered)
    following = remembered.following
  }

  package var moments: Moments { context.moments }

  /// What holds once `override` has ended, for every target that it is about, in the order of the policy.
  package func afterwards(_ override: Override) -> [(target: Name, verdict: Verdict)] {
    guard let overriding else { return [] }
    return overriding.policy.reached(by: override).compactMap { name in
      overriding.overlay.verdict(on: name, at: max(override.until, context.now)).map { (name, $0) }
    }
  }

  /// When the first of them begins, where all are yet to begin and no system has to be told of them before; nil where one
  /// of them takes effect at the next run.
  package var beginning: Instant? {
    guard let first = items.map(\.override.from).min(), first > context.now else { return nil }
    return items.contains { overriding?.policy.mayKeepHours(of: $0.override.target) ?? false } ? nil : first
  }

  /// The first instant from `beginning` on at which a target changes because of them, or where they end.
  package func firstChange(from beginning: Instant) -> Instant {
    guard let overriding else { return beginning }
    let changes = items.flatMap { item in
      overriding.policy.reached(by: item.override).compactMap { name -> Instant? in
        guard let verdict = overriding.overlay.verdict(on: name, at: item.override.from) else { return nil }
        let before = overriding.overlay.verdict(on: name, at: item.override.from + -1)
        return before?.state == verdict.state ? verdict.until : item.override.from
      }
    }
    return changes.min() ?? beginning
  }

  /// What the override that decides `verdict` is called; else the statement.
  package func name(of decider: Verdict.Decider) -> String {
    guard let overriding else { return "" }
    if case .override(let number) = decider, let found = overriding.overrides.first(where: { $0.id == String(number) })
    {
      return found.name
    }
    return decider.name(overriding.policy)
  }

  /// The policy that is followed, where that is another one: what was made does not count there.
  package var otherPolicy: String? {
    guard deed == .made, let policy = context.policy, let following,
      !following.isFollowed(owner: policy.owner)
    else { return nil }
    return following.followed?.path
  }

  /// When a timer or a watch last ran here, a few minutes more or less.
  package var lastRun: Instant? { LastRun.read(context.places.state.path) }
}
