import CivilTime
import HTTPTransport
import JSONTree
import Policies
import Providers
import Text

/// Asks one Home Assistant. After the first refusal of the token it sends nothing more: each counts towards a ban of this
/// machine's address, which only people can lift, and what succeeds in between does not set the count back.
actor HomeAssistantClient {
  nonisolated let system: Name
  private let secret: Secret
  private let transport: any ReadTransport
  private let now: @Sendable () -> Instant
  private var refusal: ProviderError?
  /// Whether it was accepted: what is refused after that is not the token.
  private var isAccepted = false

  /// One that asks `system` through `transport`.
  init(
    system: Name, secret: Secret, transport: any ReadTransport, now: @escaping @Sendable () -> Instant
  ) {
    self.system = system
    self.secret = secret
    self.transport = transport
    self.now = now
  }

  /// What was read of an entity.
  enum Found: Sendable {
    case entity(EntityState)
    /// There is none of this id, or it is no entity that can be switched.
    case none
  }

  /// What tells the state of the server itself.
  struct Server: Sendable {
    var version: String
    var place: String?
  }

  /// When the token ends; nil where that is not known.
  var tokenEnds: Instant? { (try? AccessToken(secret, now: Instant(secondsSinceEpoch: 0)))?.ends }

  /// The server, where it runs as it should. While it starts, and after it found its configuration broken, it answers as
  /// if entities were gone or off (measured), so that nothing may be concluded then.
  func server() async throws(ProviderError) -> Server {
    let answer = try await read("/config", within: .config)
    guard let version = answer["version"]?.string, let state = answer["state"]?.string else {
      throw HomeAssistantMessages.notUnderstood("its own state")
    }
    guard state == "RUNNING" else { throw HomeAssistantMessages.notRunning(quotable(state)) }
    if answer["recovery_mode"]?.bool == true { throw HomeAssistantMessages.recoveryMode }
    return Server(
      version: quotable(version).shortened(to: 64), place: answer["location_name"]?.string.map { quotable($0) })
  }

  /// Whether the server still runs; throws where it does not.
  func mustRun() async throws(ProviderError) {
    let state = try await read("/core/state", within: .small)["state"]?.string
    guard let state else { throw HomeAssistantMessages.notUnderstood("its state") }
    guard state == "RUNNING" else { throw HomeAssistantMessages.notRunning(quotable(state)) }
  }

  /// How many entities of the kinds that are asked for are taken. Homes with thousands of entities have mostly sensors.
  static let mostEntities = 5000

  /// Every entity that can be switched and is of one of these kinds; throws where there are more than are taken.
  func entities(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> [EntityState] {
    guard let elements = try await read("/states", within: .list).elements else {
      throw HomeAssistantMessages.notUnderstood("the list of its entities")
    }
    var entities: [EntityState] = []
    var members = 0
    for element in elements {
      // One that does not say its state is there: what is said elsewhere of it does not hold.
      guard let entity = EntityState(element, otherwise: "unknown"), kinds.contains(entity.id.domain.kind) else {
        continue
      }
      members += entity.members.count
      guard entities.count < Self.mostEntities else { throw HomeAssistantMessages.tooMany(most: Self.mostEntities) }
      guard members <= GroupWalk.mostSteps else {
        throw HomeAssistantMessages.tooManyMembers(most: GroupWalk.mostSteps)
      }
      entities.append(entity.hiding(secret))
    }
    return entities
  }

  /// The entity with this id.
  func entity(_ id: EntityID) async throws(ProviderError) -> Found {
    let response = try await exchange("/states/\(id.text)")
    // Two sorts of 404: the entity's is JSON, that of a path without anything is text.
    if response.status == 404, Self.json(response, .small)?["message"]?.string != nil { return .none }
    let text = try value(of: response, within: .small)
    guard let entity = EntityState(text), entity.id == id else {
      throw HomeAssistantMessages.notUnderstood("the state of \(id.text)")
    }
    return .entity(entity.hiding(secret))
  }

  /// The header that every request has. Throws once the token was refused.
  func authorisation() throws(ProviderError) -> HeaderField {
    if let refusal { throw refusal }
    return try AccessToken(secret, now: now()).header
  }

  /// Notes what an answer, be it to a call, says of the token; throws where that ends everything.
  func judge(_ response: Response, isCall: Bool = false) throws(ProviderError) {
    switch response.status {
    case 401:
      let error = isCall && isAccepted ? HomeAssistantMessages.mayOnlyRead : HomeAssistantMessages.tokenRefused
      refusal = error
      throw error
    case 403: throw HomeAssistantMessages.banned
    case 200..<300: isAccepted = true
    default: break
    }
  }

  /// `words` of the server without the token and the code, should it repeat them.
  nonisolated func quotable(_ words: String, hiding code: Secret? = nil) -> String {
    [secret, code].compactMap(\.self).reduce(words) { $1.hidden(in: $0) }
  }

  private func read(_ path: String, within budget: JSONBudget) async throws(ProviderError) -> JSONText {
    try value(of: try await exchange(path), within: budget)
  }

  private func exchange(_ path: String) async throws(ProviderError) -> Response {
    let header = try authorisation()
    let response: Response
    do throws(TransportError) {
      response = try await transport.read(.get(path, headers: [header]))
    } catch {
      throw ProviderError(error)
    }
    try judge(response)
    return response
  }

  private func value(of response: Response, within budget: JSONBudget) throws(ProviderError) -> JSONText {
    guard (200..<300).contains(response.status) else { throw HomeAssistantMessages.failure(response) }
    if response.isWebPage { throw HomeAssistantMessages.webPage }
    do throws(JSONSyntaxError) {
      return try JSONText(checking: response.body, within: budget)
    } catch {
      throw error.isOverBudget ? HomeAssistantMessages.tooMuch(error.description) : HomeAssistantMessages.notJSON(error)
    }
  }

  private static func json(_ response: Response, _ budget: JSONBudget) -> JSONText? {
    try? JSONText(checking: response.body, within: budget)
  }
}

extension JSONBudget {
  /// For what the server says of itself: with hundreds of integrations it lists a few thousand words.
  static let config = JSONBudget(bytes: 1 << 20, values: 65_536)
}
