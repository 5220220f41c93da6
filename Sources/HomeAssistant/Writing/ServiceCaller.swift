import Documents
import HTTPTransport
import JSONTree
import Providers
import Text

/// Calls services. Until one call has shown that the token may do this, there is one at a time: each refusal counts
/// towards a ban.
actor ServiceCaller {
  private let client: HomeAssistantClient
  private let transport: any WriteTransport
  private var isProven = false
  private var isTrying = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(client: HomeAssistantClient, transport: any WriteTransport) {
    self.client = client
    self.transport = transport
  }

  /// Calls `service` for one entity. Nil where it was taken; else what there is to doubt. `commit` is called when its turn
  /// has come, directly before the call. Throws where the whole server is at fault, and where nothing was sent.
  func call(
    _ service: EntityDomain.Service, of id: EntityID, code: Secret? = nil,
    commit: @Sendable () throws(ProviderError) -> Void
  ) async throws(ProviderError) -> CallDoubt? {
    await takeTurn()
    defer { endTurn() }
    try commit()
    let header = try await client.authorisation()
    let response: Response
    do throws(TransportError) {
      response = try await post("/services/\(id.domain.word)/\(service.name)", id, header, code: code)
    } catch {
      guard error.mayHaveArrived else { throw ProviderError(error) }
      return CallDoubt(reason: error.message, isRefusal: false)
    }
    try await client.judge(response)
    isProven = true
    return CallDoubt(response, client, hiding: code)
  }

  /// Asks the integration behind an entity for a fresh reading; whatever comes of it, the state tells.
  func refresh(_ id: EntityID) async {
    guard let header = try? await client.authorisation(),
      let response = try? await post("/services/homeassistant/update_entity", id, header)
    else { return }
    try? await client.judge(response)
  }

  private func post(
    _ path: String, _ id: EntityID, _ header: HeaderField, code: Secret? = nil
  ) async throws(TransportError) -> Response {
    let codes = code.map { code in [JSON.Member("code", .string(code.reveal { $0 }))] } ?? []
    let body = JSON.object([JSON.Member("entity_id", .string(id.text))] + codes)
    return try await transport.write(.post(path, headers: [header], body: body.bytes))
  }

  private func takeTurn() async {
    while !isProven && isTrying { await withCheckedContinuation { waiting.append($0) } }
    isTrying = true
  }

  private func endTurn() {
    isTrying = false
    let all = waiting
    waiting = []
    for one in all { one.resume() }
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
