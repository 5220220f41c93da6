import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// One action: a fresh nonce, a signature, and the one request that sets it off.
///
/// The server answers when the device is done, and cancels half way what its client does not wait for (measured). So it is
/// waited for long, and whoever asks is not cut off meanwhile.
struct ActionCall: Sendable {
  let client: EasyControlClient
  let transport: any WriteTransport

  /// How long a device may take.
  static let longestSeconds = 75
  /// For how long an action that has begun may hold up the end of a run: for its device, and for a look at it, where it moves a
  /// lock or a cover, or nobody knows what (nil).
  static func patience(moving kind: ObjectKind?) -> Duration {
    kind == .entity ? Patience.answer : .seconds(longestSeconds + 15)
  }

  /// What came of the request.
  enum Answer: Hashable, Sendable {
    /// The server has made the device's call, and that ended well.
    case done
    /// Nobody knows whether it was done; what came instead of an answer.
    case unknown(String)
    /// It was surely not done. `passes` where a fresh nonce may help.
    case refused(Message, passes: Bool)
    /// It was surely not done, as the whole system failed.
    case failed(ProviderError)
  }

  /// Does `action`, with the entity `id` or what the token is for. `commit` is called directly before the request.
  /// Throws where it is not sent.
  func perform(
    _ action: String, on id: String?, commit: @Sendable () async throws(ProviderError) -> Void = {}
  ) async throws(ProviderError) -> Answer {
    let body = JSON.object(
      [.init("action", .string(action))] + (id.map { [.init("entity_id", .string($0))] } ?? [])
    ).bytes
    let nonce = try await client.nonce()
    let request = try await client.signed(body, nonce, answerWithin: Self.longestSeconds)
    if Task.isCancelled { throw ProviderError(.cancelled, "the run ended before the action was sent") }
    try await commit()
    do throws(TransportError) {
      return await judged(try await transport.write(request))
    } catch {
      return error.mayHaveArrived ? .unknown(error.message) : .failed(ProviderError(error))
    }
  }

  private func judged(_ response: Response) async -> Answer {
    guard let refusal = GuestError(response) else { return Self.withoutCode(response) }
    let message = refusal.message(client.system)
    switch refusal.reaction {
    case .look:
      let words = refusal.hasReason ? await client.words(of: response) : nil
      return .unknown(message.text + (words.map { " and says \($0.quoted)" } ?? ""))
    case .freshNonce: return .refused(message, passes: true)
    case .refused, .mistake, .awaitApproval, .codeEnded: return .refused(message, passes: false)
    case .tokenEnded, .shutOut, .busy, .notReady:
      let error = refusal.error(response, of: client.system)
      await client.note(error)
      return .failed(error)
    }
  }

  /// What an answer without a code of the guest API means: Home Assistant itself, or something before it, has answered.
  private static func withoutCode(_ response: Response) -> Answer {
    switch response.status {
    case 200..<300:
      let isSuccess = GuestError.body(response)?["success"]?.bool == true
      return isSuccess ? .done : .unknown("the server's answer cannot be understood")
    // Nobody passed it on.
    case 300..<400, 404, 405, 429: return .failed(EasyControlMessages.failure(response))
    case 400..<500 where response.status != 408:
      return .refused(
        Message(code: "easy-control.refused", "the server refused the request (status \(response.status))"),
        passes: false)
    default: return .unknown("the server answers with status \(response.status)")
    }
  }
}
