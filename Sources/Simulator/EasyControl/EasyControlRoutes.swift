/// From a request to the endpoint that answers it.
extension EasyControl {
  static let actionPath = "/api/easy_control/action"
  static let noncePath = actionPath + "/nonce"
  static let statesPath = "/api/easy_control/states"

  private enum Endpoint {
    case pair, scanned, nonce, action, states, validate
  }

  /// Path, method and endpoint; contract 1 does not have all of them.
  private var routes: [(path: String, method: String, endpoint: Endpoint)] {
    let both: [(String, String, Endpoint)] = [
      ("/api/easy_control/pair", "POST", .pair), (Self.noncePath, "GET", .nonce), (Self.actionPath, "POST", .action),
      ("/api/easy_control/token/validate", "POST", .validate),
    ]
    let later: [(String, String, Endpoint)] = [
      ("/api/easy_control/pair/scanned", "POST", .scanned), (Self.statesPath, "GET", .states),
    ]
    return contract == .v1 ? both : both + later
  }

  mutating func answer(_ request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    if let startsUntil, now < startsUntil { return Refusal.notFound.answer() }
    let path = RequestTarget(request.target).path
    guard let route = routes.first(where: { $0.path == path }) else { return Refusal.notFound.answer() }
    guard request.method == route.method else {
      var answer = Refusal(405, "", "405: Method Not Allowed").answer()
      answer.headers.append(("Allow", [route.method, "OPTIONS"].sorted().joined(separator: ",")))
      return answer
    }
    if options.localOnly, !isPrivate(clientAddress) {
      let message = "Guest access is restricted to configured local networks"
      return Refusal(403, "forbidden_remote", message).answer()
    }
    if route.endpoint == .action { return action(request, at: now) }
    do throws(Refusal) {
      return switch route.endpoint {
      case .pair: try pair(request, at: now)
      case .scanned: try scanned(request, at: now)
      case .nonce: try nonce(request, at: now)
      case .states: try states(request, at: now)
      case .validate, .action: try validate(request, at: now)
      }
    } catch {
      return error.answer()
    }
  }

  private func isPrivate(_ address: String) -> Bool {
    let parts = address.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 4 else { return false }
    return parts[0] == 10 || (parts[0] == 172 && (16...31).contains(parts[1])) || (parts[0] == 192 && parts[1] == 168)
  }

  /// The body as an object; of repeated members the last counts.
  static func object(in request: SimulatedRequest) throws(Refusal) -> JSONValue {
    guard let body = JSONValue.parsing(request.body) else { throw .notJSON }
    guard body.fields != nil else { throw .notAnObject }
    return body.lastOfRepeated
  }
}
