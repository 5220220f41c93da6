/// A pretend Pi-hole: the REST API of FTL.
public struct PiHole: PretendSystem {
  /// The only password, or nil: then everything is open.
  public var password: String?
  /// A second password for programs; every login is then checked twice, and that counts twice.
  public var appPassword: String?
  /// The token that is right now, where two factors are needed.
  public var totp: Int?
  /// Whether it blocks.
  public var blocking: BlockingSwitch
  /// The sessions.
  public var seats: PiHoleSeats
  /// The resolver has failed: blocking cannot be changed.
  public var resolverHasFailed = false
  /// `Set-Cookie` carries the session of somebody else, as it may under load.
  public var mixesUpCookies = false
  /// The next so many requests with a valid session are refused, as may happen after a restart.
  public var falseRefusals = 0
  /// Every login waits so long, as hashing does.
  public var loginMilliseconds = 0
  /// The port on which TLS is served; 0 where it is not.
  public var httpsPort = 443
  /// The version of FTL.
  public var version = "v6.4.1"
  /// When it was started, in seconds since 1970.
  public var startedAt: Double
  var throttle: LoginThrottle
  var outage: Outage?
  var lastTOTP: Int?
  var randomness: Randomness

  static let bodyLimit = 64 * 1024

  /// A Pi-hole that blocks; `loginsPerSecond` is how many passwords are checked in a second of the clock.
  public init(
    password: String? = "simulated-password", blocking: BlockingSwitch = BlockingSwitch(),
    seats: PiHoleSeats = PiHoleSeats(), loginsPerSecond: Int = 3, startedAt: Double = 0, seed: UInt64 = 1
  ) {
    self.password = password
    self.blocking = blocking
    self.seats = seats
    self.startedAt = startedAt
    throttle = LoginThrottle(limit: loginsPerSecond)
    randomness = Randomness(seed: seed)
  }

  /// Answers as FTL does.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    advance(to: now)
    if let outage, outage.covers(now) { return SimulatedResponse(status: 503, delivery: .lost) }
    let target = RequestTarget(request.target)
    if let early = Self.webServer(request, target) { return early }
    let (answer, took) = answer(PiHoleCall(request, target, now: now))
    var response = answer.response(to: request, took: took)
    if took > Self.quick, loginMilliseconds > 0 { response.delivery = .delayed(milliseconds: loginMilliseconds) }
    return response
  }

  static let quick = 2.4557113647460938e-05

  /// What the web server answers without asking the API.
  private static func webServer(_ request: SimulatedRequest, _ target: RequestTarget) -> SimulatedResponse? {
    guard ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].contains(request.method) else {
      return PiHoleFields.page(400, "Bad Request", "Bad request")
    }
    if target.path == "/" { return PiHoleFields.page(403, "Forbidden", "Error: Directory listing denied") }
    return request.method == "OPTIONS" ? options(request, target.path) : nil
  }

  private static func options(_ request: SimulatedRequest, _ path: String) -> SimulatedResponse {
    if request.header("Origin") != nil, let method = request.header("Access-Control-Request-Method") {
      return SimulatedResponse(
        status: 200,
        headers: [
          ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", method),
          ("Access-Control-Max-Age", "60"),
        ])
    }
    return SimulatedResponse(
      status: 204, headers: [("Allow", PiHoleRoute.methods(path).joined(separator: ", "))])
  }
}

/// One request to the API.
struct PiHoleCall {
  var request: SimulatedRequest
  var target: RequestTarget
  var presented: PresentedSession?
  var now: Double

  init(_ request: SimulatedRequest, _ target: RequestTarget, now: Double) {
    self.request = request
    self.target = target
    self.now = now
    presented = PresentedSession(request, target)
  }

  /// The body as JSON; a body that is too large counts as none.
  func body() -> Result<JSONValue, PiHoleProblem> {
    guard !request.body.isEmpty, request.body.count <= PiHole.bodyLimit else {
      return .failure(PiHoleProblem(answer: .noBody))
    }
    do throws(JSONReader.Failure) {
      return .success(try JSONReader.read(request.body, .piHole))
    } catch {
      let rest = request.body.dropFirst(error.offset).prefix { $0 != 0 }
      return .failure(PiHoleProblem(answer: .badJSON(Array(rest))))
    }
  }
}

/// A request that is answered with an error.
struct PiHoleProblem: Error {
  var answer: PiHoleAnswer
}

extension PiHole {
  /// Route and method first, then the session, then the body.
  private mutating func answer(_ call: PiHoleCall) -> (PiHoleAnswer, took: Double) {
    let path = call.target.path
    if path.hasPrefix("/admin/api") { return (.elsewhere, Self.quick) }
    if path.hasPrefix("/admin") { return (webPage(call), Self.quick) }
    guard let route = PiHoleRoute.find(call.request.method, path) else { return (.notFound(path), Self.quick) }
    if case .login = route.endpoint { return login(call) }
    guard route.needsSession else { return (dispatch(route, call, seat: nil), Self.quick) }
    switch authorise(call) {
    case .refused: return (withCookie(.unauthorized, seat: nil), Self.quick)
    case .open: return (dispatch(route, call, seat: nil), Self.quick)
    case .seat(let seat):
      return (withCookie(dispatch(route, call, seat: seat), seat: seat), Self.quick)
    }
  }

  /// The web page is not there.
  private mutating func webPage(_ call: PiHoleCall) -> PiHoleAnswer {
    guard case .seat(let seat) = authorise(call) else { return .page }
    return withCookie(.page, seat: seat)
  }

  private mutating func dispatch(_ route: PiHoleRoute, _ call: PiHoleCall, seat: Int?) -> PiHoleAnswer {
    switch route.endpoint {
    case .authStatus: return authStatus(call)
    case .login: return .notFound(call.target.path)
    case .logout: return logout(call)
    case .authSessions: return sessions(current: seat)
    case .authSession: return deleteSession(call)
    case .blocking: return blockingAnswer(at: call.now)
    case .setBlocking: return setBlocking(call)
    case .infoLogin: return infoLogin()
    case .infoClient: return infoClient(call.request)
    case .infoVersion: return infoVersion()
    case .infoFTL: return infoFTL(at: call.now)
    case .infoMessages: return .ok(["messages": []])
    case .infoMessagesCount: return .ok(["count": 0])
    case .restart: return restartSoon(at: call.now)
    case .notOffered(let needsBody):
      if needsBody, case .failure(let problem) = call.body() { return problem.answer }
      return .notOffered(call.target.path)
    }
  }
}
