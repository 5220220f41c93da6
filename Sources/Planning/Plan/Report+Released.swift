public import Policies
import Providers

extension Report {
  /// The same beside what a pass of its own did before it: `released` opened what no target names any more. What it had to
  /// leave alone is told by this one, or by the next that tries it.
  public func beside(_ released: Report) -> Report {
    var report = self
    let known = Set(plan.entries.map(\.key))
    let told = released.plan.entries.filter { entry in
      !known.contains(entry.key) && (released.outcomes[entry.key] != nil || entry.action == .problem)
    }
    for entry in told { report.outcomes[entry.key] = released.outcomes[entry.key] }
    report.plan.entries += told
    report.plan.problems += released.plan.problems
    if let refusal = released.refusal { report.plan.warnings.append(Finding(refusal)) }
    let systems = Set(plan.systems.map(\.name))
    report.plan.systems += released.plan.systems.filter { system in
      !systems.contains(system.name) && told.contains { $0.system == system.name }
    }
    report.failures = released.failures.merging(failures) { $1 }
    return report
  }
}

extension Report {
  /// Whether the system `name`, which is left alone, was written to before that by what opened things on it.
  public func wasTried(_ name: Name) -> Bool { plan.entries.contains { $0.system == name && outcomes[$0.key] != nil } }
}
