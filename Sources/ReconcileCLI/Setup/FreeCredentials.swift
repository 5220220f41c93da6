import Controller
import Host
import Policies
import Providers
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
      guard let name = further(usual, than: used, for: system) else { continue }
      used.insert(name)
      names[one.name] = name
    }
    return names
  }

  /// Names for the secrets of those of `systems` that are no credentials by now, by the names of the systems.
  func names(insteadOf systems: [System]) -> [Name: String] {
    var used = Set(systems.compactMap { $0.secret?.credential })
    var names: [Name: String] = [:]
    for system in systems where system.secret.map({ $0.credential == nil }) ?? false {
      let usual = environment.kinds[system.kind].setup.credential(system.name.text)
      let isFree = !used.contains(usual) && !isTaken(usual, for: system)
      guard let name = isFree ? usual : further(usual, than: used, for: system) else { continue }
      used.insert(name)
      names[system.name] = name
    }
    return names
  }

  /// The first name after `usual` that is free; nil where there are too many.
  private func further(_ usual: String, than used: Set<String>, for system: System) -> String? {
    (2...99).map { "\(usual)-\($0)" }.first { !used.contains($0) && !isTaken($0, for: system) }
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
