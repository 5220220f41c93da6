import Controller
import Host
import Policies
import Presentation
import Providers

/// Looks something up on those systems of a policy that know devices. It is only ever handed a network to read from.
struct DirectoryLook {
  let environment: Environment
  let systems: [System]
  private let log: Environment.ExchangeLog?
  private let deadline: Deadline

  /// The systems of the policy, or the one that `--system` names.
  init(_ invocation: Invocation, _ policy: Policy, _ environment: Environment) throws(UsageError) {
    self.environment = environment
    log = invocation.log(environment)
    deadline = Deadline(try invocation.duration(.deadline) ?? 60)
    let known = policy.systems.filter { $0.kind.selectors.contains(where: \.isOfDevices) }
    if let name = invocation.value(.system) {
      systems = known.filter { $0.name.text == name.lowercased() }
      guard !systems.isEmpty else { throw DeviceMessages.noSuchSystem(name, known.map(\.name.text)) }
    } else {
      systems = known
      guard !systems.isEmpty else { throw DeviceMessages.noSystem(environment.kinds) }
    }
  }

  /// What `read` gives of each system, in their order, and why it was to end early.
  func all<Value: Sendable>(
    _ read: @escaping @Sendable (Directory) async -> Result<[Value], ProviderError>
  ) -> (found: [(system: System, result: Result<[Value], ProviderError>)], reason: StopSignal.Reason?) {
    environment.withNetwork(log) { network, stop in
      await deadline.limit(network, stop) {
        let names = systems.map(\.name.text).joined(separator: ", ")
        let found = await Progress(environment).show("looking at \(names)", network) {
          var found: [(system: System, result: Result<[Value], ProviderError>)] = []
          for system in systems {
            found.append((system, await stop.reading(network) { await one(system, network, read) }))
          }
          return found
        }
        return (found, stop.reason)
      }
    }
  }

  private func one<Value: Sendable>(
    _ system: System, _ network: any ReadingNetwork,
    _ read: @escaping @Sendable (Directory) async -> Result<[Value], ProviderError>
  ) async -> Result<[Value], ProviderError> {
    let connector = SystemConnector(environment)
    do throws(ProviderError) {
      let opened = connector.open(try connector.prepare(system), network)
      guard let directory = opened.connected.directory else { return .success([]) }
      let result = await read(directory)
      await opened.observer.close()
      return result
    } catch {
      return .failure(error)
    }
  }
}
