import Controller
import Doctor
import Documents
import HTTPTransport
import Host
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import Secrets
import Text

/// `reconcile trust SYSTEM`: the key of the certificate that a system shows, and what to write to trust it.
///
/// A TLS handshake, one more where the policy names authorities, and no request: the secret is read for its line, and not
/// sent.
enum TrustCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let name = invocation.operands[0]
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    guard let system = policy.systems.first(where: { $0.name.text == name.lowercased() }) else {
      throw Messages.noSuchSystem(name, policy)
    }
    guard system.url.scheme == .https else {
      environment.error("reconcile: \(Messages.noTLS(system))\n")
      return .failure
    }
    return environment.withNetwork(nil) { network, stop in
      let status = await stop.whileReading(on: network.executor) { await show(system, output, network, environment) }
      return stop.reason?.status ?? status
    }
  }

  private static func secret(of system: System, _ environment: Environment) -> Result<BoundSecret?, SecretError> {
    do throws(SecretError) {
      return .success(try SystemConnector(environment).secret(of: system))
    } catch {
      return .failure(error)
    }
  }

  /// What the authorities that the policy names say of the certificate.
  private static func authorities(
    _ system: System, _ network: any ReadingNetwork
  ) async throws(TransportError) -> TrustText.Authorities {
    guard case .authorities(let path) = system.tls else { return .none }
    var endpoint = Endpoint.handshake(with: system)
    do throws(SecretError) {
      endpoint.trust = .authorities(pem: try AuthorityFile.read(path), pins: [])
    } catch {
      return .unread(error.message.text)
    }
    do throws(TransportError) {
      _ = try await network.certificate(of: endpoint)
      return .vouch
    } catch {
      guard error.kind == .untrusted else { throw error }
      return .refuse
    }
  }

  private static func show(
    _ system: System, _ output: OutputSettings, _ network: any ReadingNetwork, _ environment: Environment
  ) async -> ExitStatus {
    do throws(TransportError) {
      let text = TrustText(
        system, try await network.certificate(of: .handshake(with: system)),
        own: environment.kinds[system.kind].checkup.ownCertificate, authorities: try await authorities(system, network),
        secret: secret(of: system, environment), style: output.style(environment))
      environment.output(output.format == .json ? text.json.line : text.text)
      return .success
    } catch {
      environment.error("reconcile: \(error.message.escaped)\n")
      return .unreachable
    }
  }
}
