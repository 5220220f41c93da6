import Policies
import Providers

/// How many entries a system may have before it cannot be read any more.
///
/// What was made stays until a target prunes it, so that lists that are exchanged for others add up.
struct EntryRoom {
  private let system: System
  private let selector: SelectorKind
  private let most: Int
  private let live: Int

  /// Nil where a system of this kind can be read with any number of them. It has `live` by now that targets name, or that were
  /// made for them.
  init?(_ system: System, live: Int) {
    let bounded = system.kind.selectors.compactMap { selector in
      if case .entries(let form) = selector.form, let most = form.most { (selector, most) } else { nil }
    }
    guard let (selector, most) = bounded.first else { return nil }
    (self.system, self.selector, self.most, self.live) = (system, selector, most, live)
  }

  /// Makes problems of those entries of `plan` that would be made beyond that. Others may go in the same run, but only after these.
  func leaveOutSurplus(of plan: inout Plan, mark: String) {
    // Thousands of entries are not looked through where they have room.
    guard live + plan.entries.count > most else { return }
    let new = plan.entries.indices.filter { place in
      let entry = plan.entries[place]
      return entry.system == system.name && entry.kind == selector.object && entry.action == .change
        && entry.from?.position == .absent
    }
    let message = Messages.noRoom(most: most, mark: mark, selector, on: system.kind.noun)
    var told: Set<Name> = []
    for place in new.dropFirst(max(0, most - live)) {
      (plan.entries[place].action, plan.entries[place].to, plan.entries[place].cause) = (.problem, nil, nil)
      plan.entries[place].notes = [message]
      let target = plan.entries[place].target
      guard told.insert(target).inserted else { continue }
      plan.problems.append(Finding(message, system: system.name, target: target, kind: selector.object))
    }
  }
}
