import Documents
import HTTPTransport
import JSONTree
import Providers
import Synchronization
import Text

/// Calls services, each as its turn comes.
struct ServiceCaller: Sendable {
  private let client: HomeAssistantClient
  private let transport: any WriteTransport
  private let sleep: Sleep
  private let turns = CallTurns()

  init(client: HomeAssistantClient, transport: any WriteTransport, sleep: @escaping Sleep) {
    self.client = client
    self.transport = transport
    self.sleep = sleep
  }

  /// One service of one device.
  struct Call: Sendable {
    var service: EntityDomain.Service
    var device: EntityID
    /// Sent along.
    var code: Secret?
  }

  /// Makes these calls, which are one change, none waiting for the answer to another. Nil where all were taken; else what
  /// there is to doubt. `begin` is called when the first one's turn has come, directly before it is sent: of a group of
  /// which some were called, all are. Throws where the whole server is at fault, and where nothing was sent.
  func make(
    _ calls: [Call], begin: @Sendable () throws(ProviderError) -> Void
  ) async throws(ProviderError) -> CallDoubt? {
    let failure = FirstFailure()
    let doubts = await withTaskGroup(of: CallDoubt?.self) { group in
      var hasBegun = false
      for call in calls {
        let turn = await turns.take(isDoor: call.device.domain.kind != .entity)
        if !hasBegun { failure.note { () throws(ProviderError) in try begin() } }
        guard failure.error == nil else {
          await turns.end(turn)
          break
        }
        hasBegun = true
        group.addTask {
          var doubt: CallDoubt?
          do throws(ProviderError) { doubt = try await make(call, turn) } catch { failure.note(error) }
          await turns.end(turn)
          return doubt
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
    }
    if let error = failure.error { throw error }
    // What was refused is looked for briefly; what may be on its way, longer.
    return doubts.first { !$0.isRefusal } ?? doubts.first
  }

  private func make(_ call: Call, _ turn: Int) async throws(ProviderError) -> CallDoubt? {
    let header = try await client.authorisation()
    let response: Response
    do throws(TransportError) {
      response = try await posting(call, header, turn)
    } catch {
      guard error.mayHaveArrived else { throw ProviderError(error) }
      return CallDoubt(reason: error.message, isRefusal: false)
    }
    try await client.judge(response, isCall: true)
    await turns.prove()
    return CallDoubt(response, client, hiding: call.code)
  }

  /// Sends `call`. Where nothing is known of the token yet, the next one's turn comes a second later at the latest.
  private func posting(_ call: Call, _ header: HeaderField, _ turn: Int) async throws(TransportError) -> Response {
    let path = "/services/\(call.device.domain.word)/\(call.service.name)"
    if await turns.isProven { return try await post(path, call.device, header, code: call.code) }
    return try await withTaskGroup(of: Void.self) { group -> Result<Response, TransportError> in
      group.addTask {
        await sleep(CallTurns.untilPassedOn)
        if !Task.isCancelled { await turns.passOn(turn) }
      }
      defer { group.cancelAll() }
      do throws(TransportError) {
        return .success(try await post(path, call.device, header, code: call.code))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Asks the integration behind an entity for a fresh reading; whatever comes of it, the state tells. Where that would take
  /// a turn from a call, it is left out: a device that is out of reach keeps this waiting as well.
  func refresh(_ id: EntityID) async {
    guard let turn = await turns.takeIfFree() else { return }
    if let header = try? await client.authorisation(),
      let response = try? await post("/services/homeassistant/update_entity", id, header)
    {
      try? await client.judge(response, isCall: true)
    }
    await turns.end(turn)
  }

  private func post(
    _ path: String, _ id: EntityID, _ header: HeaderField, code: Secret? = nil
  ) async throws(TransportError) -> Response {
    let codes = code.map { code in [JSON.Member("code", .string(code.reveal { $0 }))] } ?? []
    let body = JSON.object([JSON.Member("entity_id", .string(id.text))] + codes)
    return try await transport.write(.post(path, headers: [header], body: body.bytes))
  }
}

/// The first error of several calls that are under way at once.
private final class FirstFailure: Sendable {
  private let held = Mutex<ProviderError?>(nil)

  var error: ProviderError? { held.withLock(\.self) }
  func note(_ error: ProviderError) { held.withLock { $0 = $0 ?? error } }

  /// Notes what `body` throws.
  func note(_ body: () throws(ProviderError) -> Void) {
    do throws(ProviderError) { try body() } catch { note(error) }
  }
}

/// Why it is not known from a call's answer whether it was carried out.
struct CallDoubt: Hashable, Sendable {
  /// What came.
  let reason: String
  /// Whether the server said no, rather than nothing.
  let isRefusal: Bool

  init(reason: String, isRefusal: Bool) {
    self.reason = reason
    self.isRefusal = isRefusal
  }

  /// Nil where the answer says that the call was taken.
  init?(_ response: Response, _ client: HomeAssistantClient, hiding code: Secret?) {
    if (200..<300).contains(response.status) { return nil }
    // Newer servers say why in `message`, earlier ones have the reason in their log only.
    let words = (try? JSONText(checking: response.body, within: .small))?["message"]?.string
    reason =
      words.map { "the server says \(client.quotable($0, hiding: code).shortened(to: 200).quoted)" }
      ?? "the server answers with status \(response.status)"
    // 504 is an integration that timed out, or a proxy that did: its device may be on its way.
    isRefusal = ![502, 503, 504].contains(response.status)
  }
}
