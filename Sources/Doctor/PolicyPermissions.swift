package import Controller
import Documents
package import Host
package import Planning
import Text

extension MachineFindings {
  /// Who can read and write `loaded`, where that is too few or too many. Root sees and writes all of it meanwhile, and finds
  /// nothing wrong.
  package static func ofPermissions(of loaded: LoadedPolicy, _ files: any Files) -> [Finding] {
    // Only the package's units read it as a user of their own.
    let isClosed = loaded.path == PolicyPath.installed && files.isClosed(loaded.path)
    // What it was read from, and nothing else: a link that leads out of its folder is not read.
    let open = ([loaded.path] + loaded.fileNames.filter { $0 != loaded.path }).filter { files.isOpenToAll($0) }
    return (isClosed ? [Finding(DoctorMessages.closedPolicy(loaded.path))] : [])
      + (open.isEmpty ? [] : [Finding(DoctorMessages.openPolicy(open))])
  }
}

extension DoctorMessages {
  fileprivate static func closedPolicy(_ path: String) -> Message {
    Message(
      code: "run.policy-closed",
      "only root can read '\(path)', so the timer follows no edit of it: sudo chmod a+r \(ShellWord.word(path))")
  }

  /// The command takes them all up to a number that can be copied; the next `doctor` names the others.
  fileprivate static func openPolicy(_ paths: [String]) -> Message {
    let (named, words) = (paths.map { "'\($0)'" }, paths.prefix(16).map { ShellWord.word($0) })
    let list = paths.count > 3 ? named.listed(atMost: 2) : named.listed()
    return Message(
      code: "run.policy-open",
      "everybody on this machine can change \(list), and with \(paths.count > 1 ? "them" : "it") what is off: "
        + "sudo chmod o-w \(words.joined(separator: " "))")
  }
}
