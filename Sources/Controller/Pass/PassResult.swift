package import Host
package import Planning
import Policies

/// What a pass came to, and what is needed to remember it.
package struct PassResult: Sendable {
  package var report: Report
  /// What a back-off from each system depends on.
  var circumstances: [Name: String]
  /// What tells the secret that was sent to each of them from others.
  var secrets: [Name: String]

  /// Why it was asked to end before its time; nil where it was not.
  package var endedEarly: StopSignal.Reason?

  /// How long it took.
  package var took: Duration

  init(_ report: Report, _ opened: OpenedSystems, endedEarly: StopSignal.Reason?, took: Duration) {
    (self.report, circumstances, secrets) = (report, opened.circumstances, opened.secrets)
    (self.endedEarly, self.took) = (endedEarly, took)
  }

  /// What to end with.
  package func exitStatus(detailed isDetailed: Bool) -> ExitStatus {
    let status = report.exitStatus(detailed: isDetailed)
    return status == .refused ? status : endedEarly?.status ?? status
  }
}
