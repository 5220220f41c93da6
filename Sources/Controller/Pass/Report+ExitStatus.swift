package import Host
package import Providers
import Planning

extension Report {
  /// What the program ends with; the first of these that fits:
  ///
  /// | what happened | status |
  /// |---|---|
  /// | refused before any write | 4 |
  /// | a credential not accepted on any system | 77 |
  /// | no system could be read, all of them busy, locked or left alone | 75 |
  /// | no system could be read | 69 |
  /// | a problem, a failed, unverified or superseded write, a system that could not be read | 3 |
  /// | `drift`, and a difference | 2 |
  /// | `plan` with `detailed`, and a change | 2 |
  /// | anything else | 0 |
  package func exitStatus(detailed: Bool) -> ExitStatus {
    let readErrors = plan.systems.compactMap(\.error)
    let errors = readErrors + failures.sorted { $0.key < $1.key }.map(\.value)
    if refusal != nil { return .refused }
    if let status = ExitStatus(unread: readErrors, of: plan.systems.count, all: errors) { return status }
    if !errors.isEmpty || !plan.problems.isEmpty || summary.failed > 0 || actions.contains(where: \.isTrouble) {
      return .partialFailure
    }
    switch purpose {
    case .apply: return .success
    case .drift: return plan.entries.contains(where: \.isDrift) ? .differences : .success
    case .plan: return detailed && summary.changes > 0 ? .differences : .success
    }
  }
}

extension ExitStatus {
  /// What the errors of systems come to, before anything else is looked at: one rule for plans, `doctor` and `init`. Of
  /// `count` systems those that could not be read failed by `unread`; `errors` are all that there are. Nil where they do
  /// not decide.
  package init?(unread: [ProviderError], of count: Int, all errors: [ProviderError]) {
    if errors.contains(where: { $0.kind == .refusedCredentials }) {
      self = .credentials
    } else if !unread.isEmpty, unread.count == count {
      self = unread.allSatisfy(\.isBusy) ? .tryAgain : .unreachable
    } else {
      return nil
    }
  }
}
