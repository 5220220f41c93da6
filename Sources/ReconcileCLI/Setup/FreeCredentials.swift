import Controller
import Host
import Policies
import Secrets

/// Names for credentials that nobody chose. The usual one may hold the secret of another system already, such as a second
/// console: whoever stored another secret there would take the first one away.
struct FreeCredentials {
  let environment: Environment

  /// The names that differ from the usual ones, by the names of systems. `systems` are those of `requested`, in their
  /// order, as a policy has them.
  func names(for requested: [RequestedSystem], _ systems: [System]) -> [String: String] {
    var used = Set(systems.compactMap { $0.secret?.credential })
    var names: [String: String] = [:]
    for (one, system) in zip(requested, systems) where one.isSecretUnplaced {
      guard let usual = system.secret?.credential, isTaken(usual, for: system) else { continue }
      let name = (2...99).map { "\(usual)-\($0)" }.first { !used.contains($0) && !isTaken($0, for: system) }
      guard let name else { continue }
      used.insert(name)
      names[one.name] = name
    }
    return names
  }

  /// Whether the credential `name` says that it is for another system than this one.
  private func isTaken(_ name: String, for system: System) -> Bool {
    var system = system
    system.secret = .credential(name: name)
    guard let binding = try? SystemConnector(environment).secret(of: system)?.binding else { return false }
    return !binding.fits(system.url) || !binding.fits(system.kind)
  }
}

extension SecretReference {
  /// The name of the credential; nil for other places.
  fileprivate var credential: String? { if case .credential(let name) = self { name } else { nil } }
}
