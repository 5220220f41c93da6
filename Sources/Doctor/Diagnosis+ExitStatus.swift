package import Host
import Providers
import Reconciliation

extension [Diagnosis] {
  /// As a plan of the same systems would end, and 3 where it would only name a problem:
  ///
  /// | what was found | status |
  /// |---|---|
  /// | a credential not accepted on any system | 77 |
  /// | no system could be read, all of them busy | 75 |
  /// | no system could be read | 69 |
  /// | a check that failed | 3 |
  /// | anything else, advice too | 0 |
  package var exitStatus: ExitStatus {
    let failures = compactMap(\.failure)
    if failures.contains(where: { $0.kind == .refusedCredentials }) { return .credentials }
    if !failures.isEmpty, failures.count == count {
      return failures.allSatisfy { if case .busy = $0.kind { true } else { false } } ? .tryAgain : .unreachable
    }
    return allSatisfy(\.isHealthy) ? .success : .partialFailure
  }
}
