import Controller
import Documents
import Host
import Policies
import Secrets

/// The file in which the secret of a system is kept on this machine.
struct SecretPlace {
  /// An absolute path.
  let path: String

  /// Where the policy's `reference` leads: a credential is in the machine's folder of them.
  init(_ reference: SecretReference?, of system: System) throws(UsageError) {
    switch reference {
    case .credential(let name): path = UnitRequest.folder + "/" + name
    case .file(let path): self.path = path
    case .environment, nil: throw PairMessages.noFile(system)
    }
  }

  /// The folder that it is in.
  var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/" }

  /// Why no secret can be kept here; nil where one can. To be asked before a code is used up.
  func obstacle(replaces: Bool, _ environment: Environment) -> Message? {
    let kind: FileKind?
    do throws(FileError) { kind = try environment.files.kind(of: path) } catch {
      return PairMessages.notReached(path, error.reason)
    }
    if kind != nil, !replaces { return PairMessages.isThere(path) }
    guard environment.isWritable(folder) else { return PairMessages.notWritable(folder) }
    // Nobody would read a secret that somebody else could have put there.
    return environment.secrets.folderFlaw(folder).map { PairMessages.notTrusted($0.words, $0.remedy) }
  }
}
