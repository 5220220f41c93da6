import CivilTime
import HTTPTransport
import JSONTree
import Policies
import Providers
import Text

/// Asks one guest API. Once the token has ended nothing more is sent with it: that does not pass.
actor EasyControlClient {
  nonisolated let system: Name
  private let url: BaseURL
  private let secret: Secret
  private let transport: any ReadTransport
  private let sleep: Sleep
  private let now: @Sendable () -> Instant
  private var end: ProviderError?
  /// How many readings of states have begun.
  private var readings = 0
  private var latest: Reading?

  /// One for `connection`.
  init(_ connection: Connection) {
    system = connection.system.name
    url = connection.system.url
    secret = connection.secret ?? Secret("")
    transport = connection.transport
    sleep = connection.sleep
    now = connection.now
  }

  /// How long is waited before it is asked again where nothing was found: while Home Assistant starts, every path is
  /// missing for some seconds (measured). Home Assistant says so then, without a code of Easy Control's.
  static let pausesWhileStarting = [Duration.seconds(3), .seconds(7)]

  /// What this machine was paired with. Throws once the token has ended, and where there is nothing that may be sent.
  func device() throws(ProviderError) -> PairedDevice {
    if let end { throw end }
    return try PairedDevice(secret, for: url, of: system)
  }

  /// What the token may do. Costs no use, and does not count towards a limit.
  func grant() async throws(ProviderError) -> Grant {
    let token = try device().token
    let body = token.reveal { JSON.object([.init("guest_token", .string($0))]).bytes }
    // It shows the token and changes nothing, as opening a session does.
    let answer = try value(of: try await exchange(.openSession("/token/validate", body: body)), within: .small)
    guard let grant = Grant(answer) else { throw EasyControlMessages.notUnderstood("what the guest may do") }
    return grant
  }

  /// How many entities of a pass are taken: a pass is for a few doors, lights and switches.
  static let mostEntities = 5000

  /// How everything stands that the token is for and that has states, at one moment.
  struct Reading: Sendable {
    /// Of those that began, which one it is.
    let number: Int
    let states: [EntityState]
  }

  /// A reading that began after as many as `seen` had: that of whoever else has looked, or a new one.
  func reading(after seen: Int) async throws(ProviderError) -> Reading {
    if let latest, latest.number > seen { return latest }
    return try await reading()
  }

  /// A new reading.
  func reading() async throws(ProviderError) -> Reading {
    readings += 1
    let number = readings
    let reading = Reading(number: number, states: try await states())
    if number > latest?.number ?? 0 { latest = reading }
    return reading
  }

  /// How everything stands that the token is for and that has states; throws where there is more than is taken.
  func states() async throws(ProviderError) -> [EntityState] {
    let response = try await exchange(.get("/states", headers: [try authorisation()]))
    let list = try value(of: response, within: .list)["entities"]
    // Counted first: of thousands nothing is made.
    if let count = list?.elementCount, count > Self.mostEntities {
      throw EasyControlMessages.tooMany(count, most: Self.mostEntities)
    }
    guard let entities = list?.elements else { throw EasyControlMessages.notUnderstood("its entities") }
    let token = try device().token
    return entities.compactMap { EntityState($0)?.hiding(token) }
  }

  /// What one action needs. It is good for seconds.
  func nonce() async throws(ProviderError) -> Nonce {
    let response = try await exchange(.get("/action/nonce", headers: [try authorisation()]))
    guard var nonce = Nonce(try value(of: response, within: .small)) else {
      throw EasyControlMessages.notUnderstood("a permission for one action")
    }
    nonce.clockLead = response.header("Date").flatMap(WireDate.instant).map { $0 - now() } ?? 0
    return nonce
  }

  /// The request for an action with `body`, signed by the server's clock.
  func signed(_ body: [UInt8], _ nonce: Nonce, answerWithin seconds: Int) throws(ProviderError) -> WriteRequest {
    let device = try device()
    let proof = ActionProof(nonce: nonce, time: now() + nonce.clockLead, deviceID: device.deviceID, body: body)
    return .post(
      "/action", headers: [try authorisation()] + proof.headers(signedWith: device.key), body: body,
      answerWithin: seconds)
  }

  /// What a refusal says in words, without the token, should the server repeat it; nil where it says nothing.
  func words(of response: Response) -> String? {
    guard let words = GuestError.body(response)?["message"]?.string, !words.isEmpty, let token = try? device().token
    else { return nil }
    return token.hidden(in: words).shortened(to: 200)
  }

  /// Notes what `error` says of the token.
  func note(_ error: ProviderError) {
    if error.isFinal { end = error }
  }

  private func authorisation() throws(ProviderError) -> HeaderField {
    try device().token.reveal { HeaderField("Authorization", Secret("Bearer \($0)")) }
  }

  private func exchange(_ request: ReadRequest) async throws(ProviderError) -> Response {
    var pauses = Self.pausesWhileStarting[...]
    while true {
      let response: Response
      do throws(TransportError) {
        response = try await transport.read(request)
      } catch {
        throw ProviderError(error)
      }
      guard response.status == 404, GuestError(response) == nil, let pause = pauses.popFirst() else { return response }
      await sleep(pause)
    }
  }

  private func value(of response: Response, within budget: JSONBudget) throws(ProviderError) -> JSONText {
    if let refusal = GuestError(response) {
      let error = refusal.error(response, of: system)
      note(error)
      throw error
    }
    return try response.json(within: budget)
  }
}

extension Response {
  /// The answer's JSON; throws where it is none, or where it is a refusal without a code of Easy Control.
  func json(within budget: JSONBudget) throws(ProviderError) -> JSONText {
    guard (200..<300).contains(status) else { throw EasyControlMessages.failure(self) }
    if isWebPage { throw EasyControlMessages.webPage }
    do throws(JSONSyntaxError) {
      return try JSONText(checking: body, within: budget)
    } catch {
      throw EasyControlMessages.notJSON(error)
    }
  }
}
