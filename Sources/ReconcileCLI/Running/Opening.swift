import CivilTime
import Documents
import HTTPTransport
import Policies
import Reconciliation
import Secrets

/// Makes systems ready to be read: the secret is read, and asked whether it may go there, before a connection is opened.
struct Opening {
  private let environment: Environment
  private let now: Instant

  init(_ environment: Environment, now: Instant) {
    self.environment = environment
    self.now = now
  }

  /// `system` ready to be read, and what a person is to be told of it.
  func open(
    _ system: System, _ network: any ReadingNetwork
  ) throws(ProviderError) -> (system: OpenedSystem, warnings: [Finding]) {
    do throws(SecretError) {
      let secret = try reference(of: system).map(read)
      let access = try SystemAccess(to: system, secret: secret, authorities: AuthorityFile.read)
      var endpoint = access.endpoint
      endpoint.basePath = Providers.basePath(of: system)
      let opened = Providers.open(
        system, at: endpoint, secret: secret?.secret, network: network, now: now, clock: environment.now)
      return (opened, access.warnings.map { Self.finding($0, system) })
    } catch {
      throw ProviderError(.refusedCredentials, error.message, hint: error.hint, code: error.code)
    }
  }

  private func read(_ reference: SecretReference) throws(SecretError) -> BoundSecret {
    try SecretReader(environment.secrets).read(reference)
  }

  private func reference(of system: System) -> SecretReference? {
    switch system.kind {
    case .unifi(let apiKey, _): apiKey
    case .pihole(let password, _): password
    }
  }

  private static func finding(_ warning: SystemAccess.Warning, _ system: System) -> Finding {
    Finding(
      Notice(code: warning.code, warning.message, hint: warning.hint), system: system.name, file: system.span.file,
      line: system.span.start.line)
  }
}
