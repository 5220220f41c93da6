import Controller
import Documents
package import Host
package import Planning
import Text

extension MachineFindings {
  /// Who can read and write the policy at `path`, where that is too few or too many. Root sees and writes all of it
  /// meanwhile, and finds nothing wrong.
  package static func ofPermissions(of path: String, _ files: any Files) -> [Finding] {
    // Only the package's units read it as a user of their own.
    let isClosed = path == PolicyPath.installed && files.isClosed(path)
    return (isClosed ? [Finding(DoctorMessages.closedPolicy(path))] : [])
      + (files.isOpenToAll(path) ? [Finding(DoctorMessages.openPolicy(path))] : [])
  }
}

extension DoctorMessages {
  fileprivate static func closedPolicy(_ path: String) -> Message {
    Message(
      code: "run.policy-closed",
      "only root can read '\(path)', so the timer follows no edit of it: sudo chmod a+r \(ShellWord.word(path))")
  }

  fileprivate static func openPolicy(_ path: String) -> Message {
    Message(
      code: "run.policy-open",
      "everybody on this machine can change '\(path)', and with it what is off: sudo chmod o-w \(ShellWord.word(path))")
  }
}
