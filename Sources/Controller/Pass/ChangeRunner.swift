import HTTPTransport
import Host
import Policies
import Providers
import Planning

/// Carries changes out, those of one system one after another.
enum ChangeRunner {
  /// What became of the changes of one system.
  struct Result: Sendable {
    private(set) var outcomes: [ObjectKey: Outcome] = [:]
    var failure: ProviderError?

    /// Notes what became of `change`. Of two objects to which a system gives one id, what was not applied counts.
    mutating func note(_ outcome: Outcome, of change: Change) {
      if let known = outcomes[change.key], known.word != Outcome.applied([]).word { return }
      outcomes[change.key] = outcome
    }
  }

  /// What became of `changes`, which are all on `system`. Without any, no transport to write through is made.
  static func carryOut(
    _ changes: [Change], on system: OpenedSystem, network: any Network, stop: StopSignal
  ) async -> Result {
    guard !changes.isEmpty else { return Result() }
    let applier = system.connected.applier(network.writeTransport(for: system.endpoint))
    var result = Result()
    for change in changes {
      if stop.reason != nil {
        result.note(.skipped(PassMessages.runEnded), of: change)
      } else if result.failure != nil {
        result.note(.skipped(PassMessages.systemFailedBefore), of: change)
      } else {
        do throws(ProviderError) {
          result.note(try await applier.apply(change), of: change)
        } catch {
          result.failure = error
          result.note(.failed(error.message), of: change)
        }
      }
    }
    return result
  }

  /// The report of having carried `plan` out with these `results`. What nobody came to was skipped.
  static func report(_ plan: Plan, _ results: [Name: Result]) -> Report {
    var outcomes: [ObjectKey: Outcome] = [:]
    for change in plan.changes {
      outcomes[change.key] = results[change.system]?.outcomes[change.key] ?? .skipped(PassMessages.runEnded)
    }
    return Report(.apply, plan: plan, outcomes: outcomes, failures: results.compactMapValues(\.failure))
  }
}
