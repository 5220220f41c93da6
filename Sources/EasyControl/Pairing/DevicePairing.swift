import Documents
import Hashing
import HTTPTransport
import JSONTree
import Policies
import Providers

/// Exchanges a pairing code for a token that is bound to a new key of this machine.
///
/// An administrator may have to approve it first; until then the code is not used up, and the same is asked again as slowly
/// as the limit of ten pairings a minute makes sensible. Once an answer was lost, the code may be used up, and that is said.
struct DevicePairing: Sendable {
  let request: PairingRequest
  let key: SigningKey

  /// A code is good for so long.
  static let longestSeconds = 300
  /// How long is waited before the same is asked again: seconds.
  static let pauses = [7, 7, 8, 9, 10, 12, 14, 15]

  private var system: Name { request.system.name }

  /// Pairs, or throws: then there is nothing to keep.
  func pair() async throws(ProviderError) -> Paired {
    let code = request.code.reveal { $0.filter { !$0.isWhitespace }.uppercased() }
    // What cannot be one is not sent: the answer would be that it has been used.
    guard Self.isCode(code) else { throw EasyControlMessages.noCode }
    var waited = 0
    var number = 0
    var lost: TransportError?
    var isBusy = false
    // While Home Assistant starts, nothing is there for some seconds.
    var starts = EasyControlClient.pausesWhileStarting.map { Int($0.components.seconds) }[...]
    while true {
      let pause: Int
      switch await ask(code) {
      case .paired(let paired): return paired
      case .refused(let error):
        if error.message.code == "easy-control.pairing-code-invalid", lost != nil {
          throw EasyControlMessages.answerLost
        }
        guard case .busy(let seconds?) = error.kind else { throw error }
        (pause, isBusy) = (seconds, true)
      case .starting(let error, let seconds):
        guard let start = starts.popFirst(), waited + max(start, seconds) <= Self.longestSeconds else { throw error }
        pause = max(start, seconds)
        request.askingAgain(error.message, pause)
      case .pending:
        isBusy = false
        // An answer that was lost before was no token either.
        lost = nil
        if number == 0 { request.waiting(Self.longestSeconds) }
        pause = Self.pauses[min(number, Self.pauses.count - 1)]
        number += 1
      case .lost(let error):
        // The next answer tells: a code that is still good was not used up.
        guard lost == nil else { throw ProviderError(error) }
        lost = error
        pause = Self.pauses[0]
      }
      // A server that only asks to wait has not used up the code.
      guard waited + pause <= Self.longestSeconds else {
        throw isBusy ? EasyControlMessages.stillBusy(pause) : EasyControlMessages.notApproved
      }
      await request.sleep(.seconds(pause))
      if Task.isCancelled { throw ProviderError(.cancelled, "the pairing was cancelled") }
      waited += pause
    }
  }

  /// Whether the server can have made `text`.
  private static func isCode(_ text: String) -> Bool {
    text.utf8.count == codeLength && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }

  /// A code has so many letters and digits.
  private static let codeLength = 10

  private enum Answer {
    case paired(Paired)
    case pending
    /// Nothing is there to pair with, or it is not ready, and the server asks to wait for so many seconds.
    case starting(ProviderError, after: Int)
    case lost(TransportError)
    case refused(ProviderError)
  }

  private func ask(_ code: String) async -> Answer {
    let body = JSON.object([
      .init("pairing_code", .string(code)), .init("device_id", .string(PairedDevice.deviceID(of: key))),
      .init("device_public_key", .string(Digest.base64url(key.publicKey))),
    ])
    let response: Response
    do throws(TransportError) {
      response = try await request.transport.write(.post("/pair", body: body.bytes))
    } catch {
      return error.mayHaveArrived ? .lost(error) : .refused(ProviderError(error))
    }
    if let refusal = GuestError(response) {
      let error = refusal.error(response, of: system)
      return switch refusal.reaction {
      case .awaitApproval: .pending
      case .notReady: .starting(error, after: response.retryAfterSeconds ?? 0)
      default: .refused(error)
      }
    }
    if [404, 503].contains(response.status) {
      return .starting(EasyControlMessages.failure(response), after: response.retryAfterSeconds ?? 0)
    }
    do throws(ProviderError) {
      return .paired(try paired(try response.json(within: .small)))
    } catch {
      // Whoever says that it was done has used up the code.
      return .refused((200..<300).contains(response.status) ? EasyControlMessages.pairedUnheard(error) : error)
    }
  }

  /// What is kept of the answer; credentials for other servers that it may bring are not.
  private func paired(_ answer: JSONText) throws(ProviderError) -> Paired {
    guard let token = answer["guest_token"]?.string, PairedDevice.isPlain(token, atMost: 16_384),
      let grant = Grant(answer)
    else { throw EasyControlMessages.notUnderstood("the pairing") }
    let device = PairedDevice(address: request.system.url, key: key, token: Secret(token))
    return Paired(secret: device.secret, rights: grant.rights)
  }
}
