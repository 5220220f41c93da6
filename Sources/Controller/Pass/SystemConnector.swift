import Documents
import HTTPTransport
package import Host
package import Policies
package import Providers
package import Planning
package import Secrets

/// Makes systems ready to be read: the secret is read, and asked whether it may go there, before a connection is opened.
package struct SystemConnector {
  private let environment: Environment

  package init(_ environment: Environment) {
    self.environment = environment
  }

  /// A system, how it may be spoken to, and the secret that was read for it.
  package struct Prepared {
    var system: System
    var access: SystemAccess
    var secret: BoundSecret?

    /// What somebody is to be told of it.
    var warnings: [Finding] { access.warnings.map { SystemConnector.finding($0, system) } }
  }

  /// `system` with what is needed to open it; no connection is. `confirmed` is a key that somebody has just said to be
  /// the system's.
  package func prepare(_ system: System, confirmed: String? = nil) throws(ProviderError) -> Prepared {
    do throws(SecretError) {
      let (access, secret) = try access(to: system, confirmed: confirmed)
      return Prepared(system: system, access: access, secret: secret)
    } catch {
      throw ProviderError(.refusedCredentials, error.message)
    }
  }

  /// A system ready to be read; `isSecretKnown` where an earlier run saw its secret accepted.
  package func open(
    _ prepared: Prepared, _ network: any ReadingNetwork, named: NamedObjects = NamedObjects(),
    isSecretKnown: Bool = false, codes: [Name: SecretReference] = [:]
  ) -> OpenedSystem {
    open(
      prepared.system, prepared.access, prepared.secret, network, named: named, isSecretKnown: isSecretKnown,
      codes: codes)
  }

  /// Why codes of `targets` could not be sent to `system`, which is spoken to as `access` says: a door that is to be locked at
  /// night would stay open, and nobody would know before.
  package func codeFindings(of targets: [Target], on system: System, _ access: SystemAccess) -> [Finding] {
    targets.compactMap { target in
      guard target.code != nil, target.selector.system == system.name,
        case .failure(let error) = code(target.code, for: system, over: access.endpoint)
      else { return nil }
      return Finding(PassMessages.codeNotSent(error.message), system: system.name, target: target.name)
    }
  }

  /// The same of a system that is ready to be opened.
  func codeFindings(of targets: [Target], _ prepared: Prepared) -> [Finding] {
    codeFindings(of: targets, on: prepared.system, prepared.access)
  }

  /// How `system` may be spoken to, and the secret that was read for it; no connection is opened.
  ///
  /// A key that somebody has just confirmed counts as if the secret's own line named it.
  package func access(
    to system: System, confirmed: String? = nil
  ) throws(SecretError) -> (access: SystemAccess, secret: BoundSecret?) {
    var secret = try secret(of: system)
    if let confirmed, secret?.binding?.pins.isEmpty == true { secret?.binding?.pins = [confirmed] }
    var access = try SystemAccess(to: system, secret: secret, authorities: AuthorityFile.read)
    access.endpoint.system = system.name.text
    return (access, secret)
  }

  /// The secret of `system`; nil where the policy gives none.
  package func secret(of system: System) throws(SecretError) -> BoundSecret? {
    guard let reference = system.secret else { return nil }
    do throws(SecretError) {
      return try SecretReader(environment.secrets, kinds: environment.kinds.names).read(reference)
    } catch {
      // Nobody writes by hand what a pairing makes.
      if ["secret.empty", "secret.control-character"].contains(error.message.code), isPaired(system, by: reference) {
        throw SecretError(PassMessages.pairAgain(error.message, system))
      }
      guard error.message.code == "secret.not-found" else { throw error }
      if let setting = system.kind.secretSetting, !setting.isRequired {
        throw SecretError(PassMessages.mayHaveNone(error.message, setting, system))
      }
      guard isPaired(system, by: reference) else { throw error }
      throw SecretError(PassMessages.notPaired(error.message, system))
    }
  }

  /// Whether what `reference` names is made by a pairing with `system`: that is kept in a file.
  private func isPaired(_ system: System, by reference: SecretReference) -> Bool {
    if case .environment = reference { return false }
    return environment.kinds[system.kind].pairing != nil
  }

  /// `system` ready to be read in the way that `access` allows; `named` is what the policy names on it.
  package func open(
    _ system: System, _ access: SystemAccess, _ secret: BoundSecret?, _ network: any ReadingNetwork,
    named: NamedObjects, isSecretKnown: Bool = false, codes: [Name: SecretReference] = [:]
  ) -> OpenedSystem {
    var endpoint = access.endpoint
    let kind = environment.kinds[system.kind]
    endpoint.basePath = kind.basePath(system.url)
    let connection = Connection(
      system: system, transport: network.readTransport(for: endpoint), secret: secret?.secret,
      isSecretKnown: isSecretKnown,
      named: named, code: { target in code(codes[target], for: system, over: access.endpoint) }, sleep: network.pause,
      now: environment.now,
      random: environment.random)
    return OpenedSystem(system: system, endpoint: endpoint, connected: kind.connect(connection))
  }

  /// The code at `reference`, read and asked whether it may go to `system` as `endpoint` is spoken to, which was decided for
  /// the system's own secret.
  private func code(
    _ reference: SecretReference?, for system: System, over endpoint: Endpoint
  ) -> Result<Secret?, ProviderError> {
    guard let reference else { return .success(nil) }
    do throws(SecretError) {
      let code = try SecretReader(environment.secrets, kinds: environment.kinds.names).read(reference)
      try code.mayGo(to: system, over: endpoint, authorities: AuthorityFile.read)
      // A code is told to whatever drives the lock. The system's own secret may go to the same address, and no further.
      if try secret(of: system)?.secret.isSame(as: code.secret) ?? false {
        return .failure(ProviderError(.refusedCredentials, PassMessages.isSecret(of: system)))
      }
      guard code.secret.isCodeOfLock else {
        return .failure(ProviderError(.refusedCredentials, PassMessages.noCodeOfLock))
      }
      return .success(code.secret)
    } catch {
      return .failure(ProviderError(.refusedCredentials, error.message))
    }
  }

  private static func finding(_ warning: Message, _ system: System) -> Finding {
    Finding(warning, system: system.name, file: system.span.file, line: system.span.start.line)
  }
}

extension Secret {
  /// Whether it is as short as what somebody types at a door; no token is.
  fileprivate var isCodeOfLock: Bool { reveal { $0.utf8.count <= 64 } }

  fileprivate func isSame(as other: Secret) -> Bool { reveal { text in other.reveal { $0 == text } } }
}
