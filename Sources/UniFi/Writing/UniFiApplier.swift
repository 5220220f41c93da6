public import HTTPTransport
import JSONTree
public import Providers

/// Moves one switch at a time: reads the object, compares it with what the plan saw, sends it back with another
/// `enabled`, and reads it again.
///
/// The API has no lock and no version of an object; between the read and the write an edit of somebody else's is lost.
/// The two follow each other directly, which is all that can be done about it.
public struct UniFiApplier: Applier {
  let client: UniFiClient
  let transport: any WriteTransport

  /// An applier that knows what `observer` has seen, such as the site, and writes through `transport`.
  public init(after observer: UniFiObserver, write transport: any WriteTransport) {
    client = observer.client
    self.transport = transport
  }

  /// Moves the switch that `change` names.
  ///
  /// Throws where the console as a whole failed or refused the key; 403 to the update is such a case, the key of an
  /// administrator who may only look.
  public func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    if change.kind == .devicePolicy { return try await DevicePolicyWriting(self, change).outcome() }
    guard let move = SwitchUpdate(change) else { return .failed(UniFiMessages.noSuchSwitch(change)) }
    switch change.kind {
    case .aclRule: return try await carryOut(move, on: ACLRule.self)
    case .firewallPolicy: return try await carryOut(move, on: FirewallPolicy.self)
    case .wifi: return try await carryOut(move, on: WiFiBroadcast.self)
    default: return .failed(UniFiMessages.noSuchSwitch(change))
    }
  }

  private func carryOut<Object: SwitchedObject>(
    _ move: SwitchUpdate, on type: Object.Type
  ) async throws(ProviderError) -> Outcome {
    let path = Object.traits.path(move.id, site: try await client.site())
    let fresh: Found<Object> = try await client.object(at: path)
    let seen = await client.run.seenAction(of: move.id, move.kind)
    switch move.decide(on: fresh, seenAs: seen) {
    case .stop(let outcome): return outcome
    case .send(let object): return try await send(move, of: object, to: path)
    }
  }
}

// MARK: Writing

extension UniFiApplier {
  /// Members that one update may be rid of. Consoles name one at a time.
  private static let mostLeftOut = 4
  /// Nulls that it may be rid of one at a time; after these all go.
  private static let mostNulls = 3

  /// What became of an update.
  private enum Update {
    /// Taken, says the console.
    case accepted
    /// Sent, and nobody knows.
    case unknown(ProviderError)
    /// Not taken.
    case refused(UniFiRefusal)
  }

  private func send<Object: SwitchedObject>(
    _ move: SwitchUpdate, of object: Object, to path: String
  ) async throws(ProviderError) -> Outcome {
    switch try await deliver(object.body(enabled: move.to), of: Object.self, to: path) {
    case .sent(let leftOut, let doubt): await readBack(move, of: object, at: path, leftOut, doubt: doubt)
    case .refused(let refusal): try outcome(of: refusal, move)
    }
  }

  /// What became of an update, with what was left out of it.
  enum Delivery {
    /// Taken, says the console, unless there is a doubt.
    case sent(leftOut: [String], doubt: ProviderError?)
    /// Not taken.
    case refused(UniFiRefusal)
  }

  /// Puts `body` to `path`, without what the console refuses by name and nothing hangs on.
  func deliver<Object: SwitchedObject>(
    _ body: JSON, of type: Object.Type, to path: String
  ) async throws(ProviderError) -> Delivery {
    var body = body
    var leftOut: [String] = []
    var nulls = 0
    while true {
      switch try await put(body, to: path) {
      case .accepted: return .sent(leftOut: leftOut, doubt: nil)
      case .unknown(let doubt): return .sent(leftOut: leftOut, doubt: doubt)
      case .refused(let refusal):
        if let rest = refusal.withoutRefusedNull(body, allAtOnce: nulls == Self.mostNulls) {
          body = rest
          nulls += 1
          continue
        }
        guard leftOut.count < Self.mostLeftOut, let path = refusal.unknownMember,
          let member = Object.expendable(path, in: body)
        else { return .refused(refusal) }
        body = body.removing([member])
        leftOut.append(member)
      }
    }
  }

  private func put(_ body: JSON, to path: String) async throws(ProviderError) -> Update {
    switch try await exchange(.put(path, headers: client.headers, body: body.bytes)) {
    case .success(let answer): Self.update(from: answer)
    case .failure(let doubt): .unknown(doubt)
    }
  }

  /// What the console answers to `request`; a failure where it may have arrived and nobody knows. Throws where it has not.
  func exchange(_ request: WriteRequest) async throws(ProviderError) -> Result<UniFiAnswer, ProviderError> {
    do throws(TransportError) {
      let response = try await client.attempt { () async throws(TransportError) in try await transport.write(request) }
      return .success(await client.answer(response))
    } catch {
      let message = UniFiMessages.transport(error, from: client.settings.system)
      guard error.mayHaveArrived else { throw message }
      return .failure(message)
    }
  }

  private static func update(from answer: UniFiAnswer) -> Update {
    switch answer {
    case .json: .accepted
    case .garbled(let error): error.kind == .notReady ? .unknown(error) : .accepted
    case .refused(let refusal): refusal.isAboutServer ? .unknown(refusal.error) : .refused(refusal)
    }
  }

  private func outcome(of refusal: UniFiRefusal, _ move: SwitchUpdate) throws(ProviderError) -> Outcome {
    if refusal.meansGone { return .superseded(UniFiMessages.gone(move.name)) }
    if refusal.isAboutWholeSystem { throw refusal.error }
    return .failed(UniFiMessages.updateRefused(move, refusal))
  }

  /// Looks whether the update shows. A write is never repeated on a doubt, only looked for.
  private func readBack<Object: SwitchedObject>(
    _ move: SwitchUpdate, of object: Object, at path: String, _ leftOut: [String], doubt: ProviderError?
  ) async -> Outcome {
    do throws(ProviderError) {
      return move.judge(try await client.object(at: path), before: object, leftOut, doubt: doubt)
    } catch {
      return .unverified(UniFiMessages.notReadBack(move.name, error, doubt: doubt))
    }
  }
}
