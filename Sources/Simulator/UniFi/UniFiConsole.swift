/// A pretend UniFi OS console: the Network application's Integration API, version 1.
public struct UniFiConsole: PretendSystem {
  /// The version of the Network application.
  public var version: UniFiVersion
  /// The keys that are accepted.
  public var keys: [UniFiKey]
  /// What the key sees.
  public var sites: [UniFiSite]
  /// The applications and categories it can tell apart.
  public var catalogue = ApplicationCatalogue.usual()
  /// Whether policies may only name what the catalogue has.
  public var refusesUnknownApplications = false
  /// The clock by which schedules run: from seconds since 1970 to what its wall shows. In Greenwich unless told
  /// otherwise; no answer tells its time zone.
  public var clock: @Sendable (Double) -> LocalTime = { LocalTime.greenwich($0) }
  /// Whether the hours after midnight of a weekly schedule belong to the day before. Not known of real consoles.
  public var weeklyHoursFollowTheDayBefore = true
  /// Whether a filter on a domain is about the names below it as well. Not known of real consoles.
  public var domainsMeetSubdomains = true
  /// Still starting: everything is answered with status 200 and a page.
  public var isBooting = false
  /// Which of the two known bodies a missing or wrong key gets.
  public var unauthorizedBody = UnauthorizedBody.edge
  /// Send unset optional members as null instead of leaving them out.
  public var sendsUnsetAsNull = false
  /// Members that no document knows, sent with every object.
  public var extraMembers: [JSONValue.Field] = []
  /// Whether the extra members are taken back in a body; otherwise they are unknown properties there.
  public var takesExtraMembersBack = false
  /// Whether the extra members are in every object within a firewall policy as well.
  public var extraMembersReachInside = false
  /// What becomes of the firewall policies that are made from now on.
  public var newPolicies = NewPolicies()
  /// How what is sent of a firewall policy is rewritten.
  public var policyNormalisation = PolicyNormalisation()
  /// Leave out the ids of all policies that users made, so that none of them can be addressed.
  public var idlessPolicies = false
  /// Answer as if no site had been moved to the zone-based firewall.
  public var hidesZoneFirewall = false
  var randomness: Randomness

  /// The two shapes of a 401.
  public enum UnauthorizedBody: Hashable, Sendable {
    /// From the console in front of the application.
    case edge
    /// From the application itself.
    case application
  }

  /// A console with one empty default site unless told otherwise.
  public init(
    version: UniFiVersion = "10.5.66", keys: [UniFiKey] = [UniFiKey("simulated-key")],
    sites: [UniFiSite] = [UniFiSite()], seed: UInt64 = 1
  ) {
    self.version = version
    self.keys = keys
    self.sites = sites
    randomness = Randomness(seed: seed)
  }

  /// Answers as the console and the Network application behind it do.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    if isBooting { return .html(200, UniFiBodies.loadingPage) }
    let target = RequestTarget(request.target)
    guard target.path.hasPrefix("/proxy/network/") else { return .html(200, UniFiBodies.webApp) }
    // Asked by browsers before anything else, so without a key.
    if request.method == "OPTIONS" { return Self.crossOrigin }
    guard let role = role(of: request) else { return unauthorized(request, target, at: now) }
    let path = String(target.path.dropFirst("/proxy/network".count))
    guard path.hasPrefix("/integration/") else { return .html(404, UniFiBodies.tomcatNotFound) }
    do {
      return try answer(request, target, path, role)
    } catch {
      return refuse(error, path, at: now)
    }
  }

  private func role(of request: SimulatedRequest) -> UniFiKey.Role? {
    keys.first { $0.key == request.header("X-API-KEY") }?.role
  }

  private mutating func unauthorized(
    _ request: SimulatedRequest, _ target: RequestTarget, at now: Double
  ) -> SimulatedResponse {
    switch unauthorizedBody {
    case .edge: return .json(401, UniFiBodies.edgeUnauthorized)
    case .application:
      let what = request.header("X-API-KEY") == nil ? "missing" : "invalid"
      let path = String(target.path.dropFirst("/proxy/network".count))
      return refuse(UniFiRefusal(401, "api.authentication.\(what)-credentials", "Unauthorized"), path, at: now)
    }
  }

  private mutating func refuse(_ refusal: UniFiRefusal, _ path: String, at now: Double) -> SimulatedResponse {
    let body = UniFiBodies.error(refusal, path: path, at: now, requestID: randomness.uuid(), version: version)
    let allow = refusal.allow.isEmpty ? [] : [(name: "Allow", value: refusal.allow.joined(separator: ", "))]
    return .json(refusal.status, body, headers: allow)
  }

  private static let crossOrigin = SimulatedResponse(
    status: 204,
    headers: [
      ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", "GET,POST,PUT,PATCH,DELETE,OPTIONS"),
      ("Access-Control-Allow-Headers", "*"),
    ])
}
