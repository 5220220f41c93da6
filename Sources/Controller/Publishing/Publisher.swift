import Documents
import HTTPTransport
package import Host
import Planning
import Policies
import Providers
import Secrets

/// What is told of a run when it is over. Whatever goes wrong with it is a warning and changes nothing of the run.
package struct Publisher: Sendable {
  private let run: RunFacts?
  private let path: String
  private let status: ExitStatus

  /// `run` is nil where nothing was read; `path` is the policy's as it was named.
  package init(_ run: RunFacts?, path: String, status: ExitStatus) {
    self.run = run
    self.path = path
    self.status = status
  }

  /// Writes the metrics and tells those who are to know, by a network of its own. The run's status is handed back.
  package func tell(
    _ publishing: PublisherSettings, _ environment: Environment, log: Environment.ExchangeLog?
  ) -> ExitStatus {
    guard publishing.isToBeNotified, notification != nil else { return measure(for: publishing, environment) }
    return environment.withNetwork(log) { network, _ in await tell(publishing, environment, network) }
  }

  /// The same by a network that is there.
  func tell(_ publishing: PublisherSettings, _ environment: Environment, _ network: any Network) async -> ExitStatus {
    _ = measure(for: publishing, environment)
    guard let notification else { return status }
    if let program = publishing.program,
      let trouble = await CommandNotifier(environment: environment, network: network).tell(
        notification, program, as: publishing.format)
    {
      environment.warn(trouble)
    }
    if let trouble = await tellAddress(notification, publishing, environment, network) { environment.warn(trouble) }
    return status
  }

  /// Why no address could be told; nil where one was, or if there is none.
  private func tellAddress(
    _ notification: Notification, _ publishing: PublisherSettings, _ environment: Environment, _ network: any Network
  ) async -> String? {
    do throws(SecretError) {
      guard let address = try publishing.address(environment.secrets) else { return nil }
      return await WebhookNotifier(network: network).tell(notification, address, as: publishing.format)
    } catch {
      return PublisherMessages.noAddress(error)
    }
  }

  private var notification: Notification? { run.flatMap { Notification($0, policy: path) } }

  /// Writes the metrics alone. The run's status is handed back.
  func measure(for publishing: PublisherSettings, _ environment: Environment) -> ExitStatus {
    guard let path = publishing.metricsPath else { return status }
    if let trouble = MetricsFile(path: path, environment: environment).write(run, status: status) {
      environment.warn(trouble)
    }
    return status
  }
}
