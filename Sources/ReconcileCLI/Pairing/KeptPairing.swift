import Controller
import Documents
import Host
import Policies
import Providers
import Secrets

/// What an earlier pairing has left in its file.
///
/// A policy says which file that is, and where the system is. So only what is a pairing is replaced or thrown away, and
/// what takes its place, like the code for it, goes no further than its line lets it.
struct KeptPairing {
  /// Nil where the file is empty, or has nothing but zeros: the disk was full, or the power went.
  private let secret: BoundSecret?

  /// The one at `path`, of a system like `system`.
  init(at path: String, of system: System, _ environment: Environment) throws(SecretError) {
    let reader = SecretReader(environment.secrets, kinds: environment.kinds.names)
    do throws(SecretError) {
      secret = try reader.read(.file(path: path))
    } catch {
      // What has a line has somebody who wants it kept to.
      guard ["secret.empty", "secret.control-character"].contains(error.message.code),
        case .success(let file) = environment.secrets.file(path, SecretReader.largestFile),
        file.bytes.allSatisfy({ $0 == UInt8(ascii: "\n") || $0 == 0 })
      else { throw error }
      secret = nil
      return
    }
    // Every pairing names its kind, and no other secret is of that kind.
    guard secret?.binding?.kind == system.kind.name else { throw SecretError(PairMessages.isNoPairing(path, system)) }
  }

  /// The line of the one that takes its place for `system`; an error where that one would go anywhere else.
  func successor(for system: System) throws(SecretError) -> SecretBinding {
    guard let secret else { return .wanted(by: system) }
    _ = try SystemAccess(to: system, secret: secret, authorities: AuthorityFile.read)
    var line = SecretBinding.wanted(by: system, instead: secret.binding)
    line.allowsPlaintext = line.allowsPlaintext && secret.binding?.allowsPlaintext == true
    return line
  }
}
