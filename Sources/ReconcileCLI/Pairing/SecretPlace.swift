import Controller
import Documents
import Host
import Policies
import Secrets
import Text

/// The file in which the secret of a system is kept on this machine.
struct SecretPlace {
  /// An absolute path.
  let path: String

  /// The folder of a user's own that it could be in as well; nil where there is none that is read.
  private let own: String?

  /// Where the policy's `reference` leads: a credential is where it is read, or else in the first folder of them that can be
  /// written to.
  init(_ reference: SecretReference?, of system: System, _ environment: Environment) throws(UsageError) {
    switch reference {
    case .credential(let name):
      (path, own) = Self.place(of: name, environment)
    case .file(let path):
      (self.path, own) = (path, nil)
    case .environment, nil: throw PairMessages.noFile(system)
    }
  }

  /// Where the credential `name` is, or is to be, and the user's own folder.
  private static func place(of name: String, _ environment: Environment) -> (path: String, own: String?) {
    let paths = SecretReader(environment.secrets, kinds: []).places(of: name)
    let machines = UnitRequest.folder + "/" + name
    // No service sees what is in the home of root.
    let others = environment.secrets.runningUser == 0 ? [] : paths.filter { $0 != machines }
    let own = others.last.map(\.folderAbove)
    var isHidden = false
    for path in paths {
      do throws(FileError) {
        if try environment.files.kind(of: path) != nil { return (path, own) }
      } catch {
        isHidden = true
      }
    }
    // What cannot be looked at may be there, and would be read first by whoever may.
    let free = isHidden ? [] : [machines] + others
    return (free.first { environment.isWritable($0.folderAbove) } ?? machines, own)
  }

  /// The folder that it is in.
  var folder: String { path.folderAbove }

  /// Why no secret can be kept here; nil where one can. To be asked before a code is used up.
  func obstacle(replaces: Bool, _ environment: Environment) -> Message? {
    let kind: FileKind?
    do throws(FileError) { kind = try environment.files.kind(of: path) } catch {
      return PairMessages.notReached(path, error.reason)
    }
    if kind != nil, !replaces { return PairMessages.isThere(path) }
    guard environment.isWritable(folder) else { return PairMessages.notWritable(folder, own: own) }
    // Nobody would read a secret that somebody else could have put there.
    return environment.secrets.folderFlaw(folder).map { PairMessages.notTrusted($0.words, $0.remedy) }
  }
}
