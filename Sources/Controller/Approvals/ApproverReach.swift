import Documents
package import Policies

/// How somebody is told, as everybody may know it: without a path, an address, a topic or a token.
package enum ApproverReach: String, Hashable, Sendable {
  /// A program of this machine.
  case command
  /// A topic of an ntfy server.
  case ntfy
  /// The machine knows no address.
  case nothing
  /// The file with the addresses cannot be read or used.
  case unknown
}

extension PeopleFile {
  /// How `person` is told.
  package func reach(of person: Name) -> ApproverReach {
    if isBroken { return .unknown }
    return switch addresses[person] {
    case .command?: .command
    case .ntfy?: .ntfy
    case nil: .nothing
    }
  }

  /// Whether it is closed to who runs the program, as it should be to everybody but root.
  package var isClosedToUser: Bool { diagnostics.map(\.code) == ["secret.denied"] }
}
