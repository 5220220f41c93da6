import Documents
import HTTPTransport
package import Host
import Planning
import Policies
import Providers
import Secrets

/// What is told of a run when it is over: to its approvers, a program and an address, side by side. Whatever goes wrong
/// with it is a warning and changes nothing of the run.
package struct Publisher: Sendable {
  private let run: RunFacts?
  private let codes: CodeDelivery?
  private let path: String
  private let state: StateDirectory?
  private let status: ExitStatus
  private let seconds: Int64

  /// `run` is nil where nothing was read, `codes` where no approver is to be told; `path` is the policy's as it was named.
  /// `state` is where it is noted what people have heard; nil where nothing is.
  /// Telling takes so many seconds at most.
  package init(
    _ run: RunFacts?, _ codes: CodeDelivery? = nil, path: String, state: StateDirectory? = nil, status: ExitStatus,
    within seconds: Int64 = RunTime.mostToTell
  ) {
    self.run = run
    self.codes = codes.flatMap { $0.isEmpty ? nil : $0 }
    self.path = path
    self.state = state
    self.status = status
    self.seconds = seconds
  }

  /// Writes the metrics and tells those who are to know, by a network of its own. The run's status is handed back.
  package func tell(
    _ publishing: PublisherSettings, _ environment: Environment, log: Environment.ExchangeLog?
  ) -> ExitStatus {
    let status = measure(for: publishing, environment)
    let notifications = notifications(for: publishing)
    guard codes != nil || !notifications.isEmpty else { return status }
    environment.withNetwork(log) { network, stop in
      await notify(notifications, publishing, environment, network, stop)
    }
    return status
  }

  /// The same by a network that is there.
  func tell(
    _ publishing: PublisherSettings, _ environment: Environment, _ network: any Network, _ stop: StopSignal
  ) async {
    _ = measure(for: publishing, environment)
    await notify(notifications(for: publishing), publishing, environment, network, stop)
  }

  /// What each of those hears who hear something.
  private func notifications(for publishing: PublisherSettings) -> [NewsReceiver: Notification] {
    guard let run else { return [:] }
    let pairs = publishing.receivers.map { ($0, Notification(run.told(to: $0), policy: path)) }
    return Dictionary(pairs) { first, _ in first }.compactMapValues { $0 }
  }

  private func notify(
    _ notifications: [NewsReceiver: Notification], _ publishing: PublisherSettings, _ environment: Environment,
    _ network: any Network, _ stop: StopSignal
  ) async {
    async let approvers: Void? = codes?.deliver(network, stop, within: seconds)
    async let program = tellProgram(notifications[.command], publishing, environment, network, stop)
    async let address = tellAddress(notifications[.url], publishing, environment, network)
    _ = await approvers
    var untaken: [NewsReceiver: PeopleNews] = [:]
    for (receiver, end) in [(.command, await program), (.url, await address)] as [(NewsReceiver, Telling)] {
      guard case .failed(let trouble) = end else { continue }
      environment.warn(trouble)
      untaken[receiver] = run?.news[receiver]
    }
    if let state, let run { untaken.leave(at: run.report.plan.now, in: state, environment) }
  }

  /// How the telling of one of them ended.
  private enum Telling: Hashable {
    /// There is none, or nothing to tell.
    case nobody
    case taken
    /// Why not.
    case failed(String)

    init(_ trouble: String?) { self = trouble.map(Telling.failed) ?? .taken }
  }

  private func tellProgram(
    _ notification: Notification?, _ publishing: PublisherSettings, _ environment: Environment, _ network: any Network,
    _ stop: StopSignal
  ) async -> Telling {
    guard let program = publishing.program, let notification else { return .nobody }
    return Telling(
      await CommandNotifier(environment: environment, network: network, stop: stop, seconds: seconds)
        .tell(notification, program, as: publishing.format))
  }

  private func tellAddress(
    _ notification: Notification?, _ publishing: PublisherSettings, _ environment: Environment, _ network: any Network
  ) async -> Telling {
    do throws(SecretError) {
      guard let notification, let address = try publishing.address(environment.secrets)
      else { return .nobody }
      return Telling(
        await WebhookNotifier(network: network, seconds: seconds).tell(notification, address, as: publishing.format))
    } catch {
      return .failed(PublisherMessages.noAddress(error))
    }
  }

  /// Writes the metrics alone. The run's status is handed back.
  package func measure(for publishing: PublisherSettings, _ environment: Environment) -> ExitStatus {
    guard let path = publishing.metricsPath else { return status }
    if let trouble = MetricsFile(path: path, environment: environment).write(run, status: status) {
      environment.warn(trouble)
    }
    return status
  }
}
