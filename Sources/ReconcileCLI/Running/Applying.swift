import HTTPTransport
import Policies
import Reconciliation

/// Carries a plan out: systems at the same time, the changes of one system one after another.
struct Applying {
  /// What became of the changes of one system, in their order.
  struct Result: Sendable {
    var outcomes: [Outcome] = []
    var failure: ProviderError?
  }

  /// The report of carrying `plan` out on `opened`.
  static func carryOut(
    _ plan: Plan, on opened: [OpenedSystem], network: any Network, stop: Stop
  ) async -> Report {
    let changes = plan.changes
    let results = Collected<Result>()
    await withTaskGroup(of: Void.self) { group in
      for system in opened {
        let own = changes.filter { $0.system == system.system.name }
        guard !own.isEmpty else { continue }
        group.addTask {
          let applier = system.applier(network.writeDoor(for: system.endpoint))
          results[system.system.name] = await apply(own, with: applier, stop: stop)
        }
      }
    }
    return report(plan, changes, results.all)
  }

  private static func apply(_ changes: [Change], with applier: any Applier, stop: Stop) async -> Result {
    var result = Result()
    for change in changes {
      if stop.reason != nil {
        result.outcomes.append(.skipped(Wording.runEnded))
      } else if result.failure != nil {
        result.outcomes.append(.skipped(Wording.systemFailedBefore))
      } else {
        do throws(ProviderError) {
          result.outcomes.append(try await applier.apply(change))
        } catch {
          result.failure = error
          result.outcomes.append(.failed(error.notice))
        }
      }
    }
    return result
  }

  private static func report(_ plan: Plan, _ changes: [Change], _ results: [Name: Result]) -> Report {
    var remaining = results.mapValues { $0.outcomes[...] }
    let outcomes = changes.map { change in
      remaining[change.system]?.popFirst() ?? .skipped(Wording.runEnded)
    }
    return Report(.apply, plan: plan, outcomes: outcomes, failures: results.compactMapValues(\.failure))
  }
}
