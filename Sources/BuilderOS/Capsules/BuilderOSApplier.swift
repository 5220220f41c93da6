import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// Asks capsules to start and to stop, each once.
///
/// Nothing tells what came of it but the answer. Without one, or with one that does not say, it may have been done or
/// not: it is not asked again.
struct BuilderOSApplier: Applier {
  private let client: BuilderOSClient
  private let transport: any WriteTransport

  init(client: BuilderOSClient, write transport: any WriteTransport) {
    self.client = client
    self.transport = transport
  }

  /// For how many seconds an answer is waited for: nobody says how long an action may take.
  static let answerSeconds = 60

  /// No later look would tell, but nothing stands half way meanwhile: a host that never answers holds up no run.
  func patience(for change: Change) -> Duration { Patience.answer }

  /// Asks the capsule that `change` names to start or to stop, if it is still there.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    guard let id = change.id, let path = Capsule.actions(of: id), let isStart = change.to.position.asSwitch else {
      return .failed(BuilderOSMessages.noSuchAction(change))
    }
    let body = JSON.object([JSON.Member("action", .string(isStart ? "start" : "stop"))])
    let header = try client.authorisation()
    guard try await client.capsules().contains(where: { $0.id == id }) else {
      return .superseded(BuilderOSMessages.gone)
    }
    let response: Response
    do throws(TransportError) {
      response = try await transport.write(
        .post(path, headers: [header], body: body.bytes, answerWithin: Self.answerSeconds))
    } catch {
      guard error.mayHaveArrived else { throw ProviderError(error) }
      return .unverified(BuilderOSMessages.answerLost(error))
    }
    return try outcome(of: response)
  }

  /// What the answer says. Who says no with a 4xx has done nothing; a 5xx may come from a host that has.
  private func outcome(of response: Response) throws(ProviderError) -> Outcome {
    switch response.status {
    case 200..<300: return done(response)
    case 401, 403: throw BuilderOSMessages.refused(response.status)
    case 404: return .failed(BuilderOSMessages.noActions(response, client.words(response)))
    // It gave up waiting for the request, or something before it did.
    case 408: return .unverified(BuilderOSMessages.unclear(response, client.words(response)))
    case 429: throw BuilderOSMessages.busy(response)
    case 400..<500: return .failed(BuilderOSMessages.saysNo(response, client.words(response)))
    default: return .unverified(BuilderOSMessages.unclear(response, client.words(response)))
    }
  }

  /// A success may say in its body that it is none.
  private func done(_ response: Response) -> Outcome {
    let text = try? JSONText(checking: response.body, within: .action)
    switch text?["success"]?.bool {
    case true: return .applied([BuilderOSMessages.taken])
    case false:
      return .failed(BuilderOSMessages.failed(text?["message"]?.string.flatMap(client.quotable)))
    case nil: return .unverified(BuilderOSMessages.noWord)
    }
  }
}
