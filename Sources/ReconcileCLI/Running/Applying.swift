import HTTPTransport
import Policies
import Reconciliation

/// Carries changes out, those of one system one after another.
enum Applying {
  /// What became of the changes of one system, in their order.
  struct Result: Sendable {
    var outcomes: [Outcome] = []
    var failure: ProviderError?
  }

  /// What became of `changes`, which are all on `system`. Without any, no door to write through is made.
  static func carryOut(
    _ changes: [Change], on system: OpenedSystem, network: any Network, stop: Stop
  ) async -> Result {
    guard !changes.isEmpty else { return Result() }
    let applier = system.applier(network.writeDoor(for: system.endpoint))
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

  /// The report of having carried `plan` out with these `results`: the outcomes in the plan's order.
  static func report(_ plan: Plan, _ results: [Name: Result]) -> Report {
    var remaining = results.mapValues { $0.outcomes[...] }
    let outcomes = plan.changes.map { change in
      remaining[change.system]?.popFirst() ?? .skipped(Wording.runEnded)
    }
    return Report(.apply, plan: plan, outcomes: outcomes, failures: results.compactMapValues(\.failure))
  }
}
