import Documents
import HTTPTransport
package import Host
import Policies
import Presentation
import Providers
import Secrets

/// Tells approvers what somebody asks for, each at the address that the machine's own file gives.
package struct ApproverChannel: Sendable {
  private let people: PeopleFile
  private let environment: Environment
  private let network: any Network
  private let stop: StopSignal
  private let seconds: Int64

  /// What came of telling somebody.
  package enum Outcome: Hashable, Sendable {
    /// The program ended well, or the server has taken it.
    case sent
    /// The machine knows no address of theirs.
    case noAddress
    /// The run was ended first, so that nobody knows.
    case cutOff
    /// Why not, in words that hold neither a code nor a token nor a topic.
    case notReached(String)
  }

  /// Each message takes so many seconds at most.
  package init(
    _ people: PeopleFile, _ environment: Environment, _ network: any Network, _ stop: StopSignal, within seconds: Int64
  ) {
    (self.people, self.environment, self.network, self.stop) = (people, environment, network, stop)
    self.seconds = seconds
  }

  /// Tells the approver whom `message` is for, and nobody else.
  package func send(_ message: ApproverMessage) async -> Outcome {
    if people.isBroken { return .notReached(ApproverMessages.fileIsBroken) }
    switch people.addresses[message.approver] {
    case nil: return .noAddress
    case .command(let path):
      let notifier = CommandNotifier(environment: environment, network: network, stop: stop, seconds: seconds)
      guard let trouble = await notifier.run(path, input: message.json.line) else { return .sent }
      return stop.reason == nil ? .notReached(trouble) : .cutOff
    case .ntfy(let topic): return await post(message, to: topic)
    }
  }

  private func post(_ message: ApproverMessage, to topic: NtfyTopic) async -> Outcome {
    do throws(SecretError) {
      let delivery = try NtfyDelivery(message, to: topic, within: seconds, environment.secrets)
      do throws(TransportError) {
        let status = try await network.writeTransport(for: delivery.endpoint).write(delivery.request).status
        return 200..<300 ~= status ? .sent : .notReached(PublisherMessages.answered(topic.url, status))
      } catch {
        return error.kind == .cancelled ? .cutOff : .notReached(PublisherMessages.notSent(topic.url, error.message))
      }
    } catch {
      return .notReached(ApproverMessages.noToken(error))
    }
  }
}
