package import Controller
import Documents
package import Host
package import Planning
import Text

extension MachineFindings {
  /// Who can read and write `loaded`, where that is too few or too many. Root sees and writes all of it meanwhile, and finds
  /// nothing wrong.
  package static func ofPermissions(of loaded: LoadedPolicy, _ files: any Files) -> [Finding] {
    // What it was read from, and nothing else: a link that leads out of its folder is not read.
    let read = [loaded.path] + loaded.fileNames.filter { $0 != loaded.path }
    // Only the package's units read it as a user of their own.
    let closed = loaded.path == PolicyPath.installed ? read.filter { files.isClosed($0) } : []
    let open = read.filter { files.isOpenToAll($0) }
    return (closed.isEmpty ? [] : [Finding(DoctorMessages.closedPolicy(closed))])
      + (open.isEmpty ? [] : [Finding(DoctorMessages.openPolicy(open))])
  }
}

extension DoctorMessages {
  fileprivate static func closedPolicy(_ paths: [String]) -> Message {
    Message(
      code: "run.policy-closed",
      "only root can read \(list(paths)), so the timer follows no edit of \(them(paths)): "
        + "sudo chmod a+rX \(words(paths))")
  }

  fileprivate static func openPolicy(_ paths: [String]) -> Message {
    Message(
      code: "run.policy-open",
      "everybody on this machine can change \(list(paths)), and with \(them(paths)) what is off: "
        + "sudo chmod o-w \(words(paths))")
  }

  private static func list(_ paths: [String]) -> String {
    let named = paths.map { "'\($0)'" }
    return paths.count > 3 ? named.listed(atMost: 2) : named.listed()
  }

  private static func them(_ paths: [String]) -> String { paths.count > 1 ? "them" : "it" }

  /// For a command: all of them up to a number that can be copied; the next `doctor` names the others.
  private static func words(_ paths: [String]) -> String {
    paths.prefix(16).map { ShellWord.word($0) }.joined(separator: " ")
  }
}
