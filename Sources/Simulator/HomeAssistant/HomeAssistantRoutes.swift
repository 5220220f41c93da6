/// The endpoints of a Home Assistant. Paths are exact, and are looked at before the token is.
enum HomeAssistantRoute: Hashable {
  case root, config, coreState, states, services, errorLog, template
  case state(String)
  case service(domain: String, service: String)

  init?(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      RequestTarget.decoded($0, plusIsSpace: false)
    }
    guard parts.first == "api" else { return nil }
    switch parts.dropFirst().joined(separator: "\n") {
    case "" where parts.count == 2: self = .root
    case "config": self = .config
    case "core\nstate": self = .coreState
    case "states": self = .states
    case "services": self = .services
    case "error_log": self = .errorLog
    case "template": self = .template
    default:
      if parts.count == 3, parts[1] == "states", !parts[2].isEmpty {
        self = .state(parts[2].lowercased())
      } else if parts.count == 4, parts[1] == "services", !parts[2].isEmpty, !parts[3].isEmpty {
        self = .service(domain: parts[2], service: parts[3])
      } else {
        return nil
      }
    }
  }

  var methods: [String] {
    switch self {
    case .root, .config, .coreState, .states, .services, .errorLog: ["GET", "OPTIONS"]
    case .template, .service: ["OPTIONS", "POST"]
    case .state: ["DELETE", "GET", "OPTIONS", "POST"]
    }
  }
}

extension HomeAssistant {
  private static let largestBody = 16 << 20

  mutating func answer(_ request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    if let refusal = refusedAtTheDoor(request) { return refusal }
    let target = RequestTarget(request.target)
    if target.path.split(separator: "/").contains("..") { return .homeAssistant(400) }
    guard let route = HomeAssistantRoute(target.path) else { return .homeAssistant(404) }
    guard route.methods.contains(request.method) else {
      return .homeAssistant(405, allow: route.methods.joined(separator: ","))
    }
    if request.method == "OPTIONS" {
      return .plainText(403, "CORS preflight request failed: origin header is not specified in the request")
    }
    let authorization = request.header("Authorization") ?? ""
    guard authorization.utf8.allSatisfy({ $0 < 0x80 }) else { return .internalServerError }
    guard let user = user(of: request) else { return refuse(request) }
    guard request.body.count <= Self.largestBody else { return .homeAssistant(413) }
    return answer(route, request, target, user, at: now)
  }

  private mutating func answer(
    _ route: HomeAssistantRoute, _ request: SimulatedRequest, _ target: RequestTarget, _ user: HomeAssistantUser,
    at now: Double
  ) -> SimulatedResponse {
    switch route {
    case .root: return .message(200, "API running.")
    case .config: return .json(200, config)
    case .coreState: return .json(200, coreState)
    case .states: return .json(200, .array(shown.map(json)))
    case .services: return .json(200, services)
    case .state(let id) where request.method == "GET":
      return shown(id).map { .json(200, json($0)) } ?? .message(404, "Entity not found.")
    case .service(let domain, let service):
      let name = ServiceName(domain: domain, service: service)
      return call(name, request, isAskedToRespond: target.parameter("return_response") != nil, user, at: now)
    case .errorLog, .template, .state:
      guard user.kind == .administrator else { return refuse(request) }
      guard case .state(let id) = route else { return .plainText(501, "The simulator does not offer this endpoint") }
      return request.method == "DELETE" ? unpaint(id) : paint(id, request.body, user, at: now)
    }
  }
}
