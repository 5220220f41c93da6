import CivilTime
import JSONTree
package import Policies
import Providers
package import Planning

/// What a command that shows what holds, and speaks to no system, knows of people's overrides.
package struct ShownOverrides {
  /// The policy, in which an implicit target that an override names is managed.
  package let policy: Policy
  /// What holds when.
  package let overlay: Overlay
  /// Those that count, by number; nil where no state was read.
  package let known: [String: Override]?
  /// What of the state cannot be known or does not count, and why; told already.
  package let warnings: [Finding]
  /// What has fallen due and is still to be done now, by time.
  package let open: [OpenAction]
  /// What the statements and edges are called, by their ids, where they are in no file.
  private var names: [String: String] = [:]

  package init(
    policy: Policy, overlay: Overlay, known: [String: Override]?, warnings: [Finding], open: [OpenAction] = []
  ) {
    self.open = open
    self.policy = policy
    self.overlay = overlay
    self.known = known
    self.warnings = warnings
  }

  /// A policy of which nobody knows but the person who types it: no override is about it, and its statements have `names`.
  package init(_ policy: Policy, named names: [String: String]) {
    self.init(policy: policy, overlay: Overlay(Evaluator(policy), of: policy, overrides: []), known: nil, warnings: [])
    self.names = names
  }

  /// The override that decides where `decider` does; nil where the policy does.
  func override(_ decider: Verdict.Decider) -> Override? {
    if case .override(let number) = decider { known?[String(number)] } else { nil }
  }

  /// `policy-1, line 25`, `otherwise`, `override 3` or `lock 3`.
  func name(of decider: Verdict.Decider) -> String {
    override(decider)?.name ?? names[decider.id(policy)] ?? decider.name(policy)
  }

  /// Those of `targets` that decide or would within `range`, the earliest made first; nil where no state was read.
  func within(_ range: Range<Instant>, of targets: [Name]) -> [Override]? {
    known?.values.filter { override in
      override.range.overlaps(range) && policy.reached(by: override).contains { targets.contains($0) }
    }
    .sorted { (Int($0.id) ?? 0) < (Int($1.id) ?? 0) }
  }

  /// For a result in JSON: the overrides, unless no state was read, and what is wrong with them or it.
  func members(within range: Range<Instant>, of targets: [Name]) -> [JSON.Member] {
    let overrides = within(range, of: targets).map { [JSON.Member("overrides", .array($0.map(\.json)))] } ?? []
    return overrides + [.init("warnings", .array(warnings.map(\.json)))]
  }
}
