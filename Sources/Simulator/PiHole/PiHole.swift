/// A pretend Pi-hole: the REST API of FTL.
public struct PiHole: PretendSystem {
  /// The only password, or nil: then everything is open.
  public var password: String?
  /// A second password for programs; every login is then checked twice, and that counts twice.
  public var appPassword: String?
  /// What the configuration shows of the password.
  public var passwordHash = "$BALLOON-SHA256$v=1$s=1024,t=32$c2ltdWxhdGVkIHNhbHQ=$c2ltdWxhdGVkIGhhc2g="
  /// The token that is right now, where two factors are needed.
  public var totp: Int?
  /// Whether it blocks.
  public var blocking: BlockingSwitch
  /// The sessions.
  public var seats: PiHoleSeats
  /// Groups, clients, domains and lists.
  public var gravity: Gravity
  /// Another program holds the database.
  public var lock: GravityLock?
  /// The server knows how to convert names in other scripts.
  public var hasUTF8Locale = true
  /// The resolver has failed: blocking cannot be changed, and there is no database.
  public var resolverHasFailed = false
  /// The file of the database is gone or damaged; blocking can be changed all the same.
  public var databaseIsGone = false
  /// `Set-Cookie` carries the session of somebody else, as it may under load.
  public var mixesUpCookies = false
  /// The next so many requests with a valid session are refused, as may happen after a restart.
  public var falseRefusals = 0
  /// The first request with a valid session after every restart is refused.
  public var refusesOnceAfterRestart = false
  /// Every login until this instant is throttled, in seconds since 1970.
  public var throttledUntil: Double?
  /// Restarting and flushing are allowed.
  public var allowsDestructive = true
  /// Every login waits so long, as hashing does.
  public var loginMilliseconds = 0
  /// How long one check of a password takes while others are served; 0 where it takes no time, so that no two logins
  /// are ever under way at once.
  public var checkMilliseconds = 0
  /// The port on which TLS is served; 0 where it is not.
  public var httpsPort = 443
  /// The version of FTL.
  public var version = "v6.4.1"
  /// The file with the versions is there; without it FTL answers twice on one connection.
  public var hasVersionsFile = true
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
    gravity = Gravity(at: startedAt)
    throttle = LoginThrottle(limit: loginsPerSecond)
    randomness = Randomness(seed: seed)
  }

  /// Answers as FTL does.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    advance(to: now)
    if let outage, outage.covers(now) { return SimulatedResponse(status: 503, delivery: .lost) }
    let target = RequestTarget(request.target)
    if let early = Self.webServer(request, target) { return early }
    let (answer, took) = self.answer(PiHoleCall(request, target, now: now))
    var response = answer.response(to: request, took: took)
    if let stray = answer.stray { response.delivery = .followed(by: stray.encoded) }
    if let pause = answer.pause { response.delivery = pause }
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
