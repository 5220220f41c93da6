import Controller
package import Host
import Providers
import Planning

extension [Diagnosis] {
  /// As a plan of the same systems would end, and 3 where it would only name a problem:
  ///
  /// | what was found | status |
  /// |---|---|
  /// | a credential not accepted on any system | 77 |
  /// | no system could be read, all of them busy, locked or left alone | 75 |
  /// | no system could be read | 69 |
  /// | a check that failed | 3 |
  /// | anything else, advice too | 0 |
  package var exitStatus: ExitStatus {
    let failures = compactMap(\.failure)
    if let status = ExitStatus(unread: failures, of: count, all: failures) { return status }
    return allSatisfy(\.isHealthy) ? .success : .partialFailure
  }
}
