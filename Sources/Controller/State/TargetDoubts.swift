package import CivilTime
package import Planning
package import Policies
import Documents
import StateStore

/// Which targets are not known now to be as they are wanted, and why, told from the state alone: no system is asked.
package struct TargetDoubts {
  /// Those targets.
  package private(set) var targets: Set<Name> = []
  /// Why, in a few words, of those whose system does not tell their state.
  package private(set) var unsure: [Name: String] = [:]
  /// What a run could not read or bring about.
  package private(set) var problems: [Finding] = []
  /// What is otherwise, and left so, and what is unclear.
  package private(set) var warnings: [Finding] = []

  /// What is known at `now` of the targets `names` of `written`, which has this fingerprint, by what is `remembered` of the
  /// state at `places`.
  package init(
    _ written: Policy, fingerprint: String, of names: [Name], _ remembered: StateSnapshot, at places: Places,
    now: Instant
  ) {
    let snapshot = remembered.beside(fingerprint)
    let active = ActiveOverrides(written, snapshot, now: now)
    // What runs of another policy found says nothing of this one.
    guard snapshot.memory != nil, snapshot.otherPolicy(than: active.policy) == nil else { return }
    let trouble = KnownTrouble(active.policy, active.overlay, active.remembered, now: now, again: places.again)
    let shown = Set(names)
    let systems = Set(active.policy.targets.filter { shown.contains($0.name) }.compactMap(\.selector.system))
    problems = trouble.problems.filter { problem in
      problem.target.map(shown.contains) ?? problem.system.map(systems.contains) ?? false
    }
    warnings = (trouble.warnings + trouble.unsureFindings).filter { $0.target.map(shown.contains) ?? false }
    unsure = trouble.unsure.filter { shown.contains($0.key) }
    targets = problems.troubled(in: active.policy).union(trouble.leftAsChanged).intersection(shown).union(unsure.keys)
  }

  /// The same without what is `told` already, in whatever words.
  package func besides(_ told: [Finding]) -> TargetDoubts {
    let known = Set(told.map { [$0.target?.text, $0.message.code] })
    let isNew = { (finding: Finding) in !known.contains([finding.target?.text, finding.message.code]) }
    var other = self
    (other.problems, other.warnings) = (problems.filter(isNew), warnings.filter(isNew))
    return other
  }
}
