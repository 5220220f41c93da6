import Controller
import Documents
package import Host
package import Planning
import Text

extension MachineFindings {
  /// That the policy at `path` is closed to the package's units, which read it as a user of their own. Root sees all of
  /// it meanwhile, and finds nothing wrong.
  package static func ofClosedPolicy(_ path: String, _ files: any Files) -> [Finding] {
    path == PolicyPath.installed && files.isClosed(path) ? [Finding(DoctorMessages.closedPolicy(path))] : []
  }
}

extension DoctorMessages {
  fileprivate static func closedPolicy(_ path: String) -> Message {
    Message(
      code: "run.policy-closed",
      "only root can read '\(path)', so the timer follows no edit of it: sudo chmod a+r \(ShellWord.word(path))")
  }
}
