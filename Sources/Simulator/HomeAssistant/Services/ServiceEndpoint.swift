/// `POST /api/services/DOMAIN/SERVICE`.
extension HomeAssistant {
  mutating func call(
    _ name: ServiceName, _ request: SimulatedRequest, isAskedToRespond: Bool, _ user: HomeAssistantUser, at now: Double
  ) -> SimulatedResponse {
    do throws(ServiceFailure) {
      let isScript = name.domain == "script" && board[name.text]?.isThere ?? false
      guard isLoaded(name.domain), let rule = isScript ? .script : ServiceTable.rule(name) else { throw .badRequest }
      let body = try ServiceBody(request.body, rule)
      guard rule.right == .everybody || user.kind == .administrator || (rule.right == .users && user.kind == .user)
      else { throw .forbidden }
      if isAskedToRespond, generation != .old {
        return .message(400, "Service does not support responses. Remove return_response from request.")
      }
      return serve(PendingCall(name: name, rule: rule, body: body, context: newContext(user.id), now: now))
    } catch {
      return error.response(generation) ?? refuse(request)
    }
  }

  /// `GET /api/services`, without descriptions.
  var services: JSONValue {
    let domains = ["homeassistant"] + Set(board.all.map(\.domain)).sorted().filter(isLoaded)
    return .array(
      domains.filter { !ServiceTable.names(of: $0).isEmpty }.map { domain in
        let services = ServiceTable.names(of: domain).map { JSONValue.Field($0, ["fields": [:]]) }
        return ["domain": .string(domain), "services": .object(services)]
      })
  }

  /// While the server starts, helpers are set up one domain after another.
  func isLoaded(_ domain: String) -> Bool {
    if domain == "homeassistant" { return true }
    let isLate = Start.helperDomains.contains(domain) || domain == "automation"
    guard !recoveryMode else { return false }
    let start = domain + "."
    return board.all.contains { $0.id.hasPrefix(start) && ($0.isThere || !isLate || phase != .notRunning) }
  }

  private mutating func serve(_ call: PendingCall) -> SimulatedResponse {
    var call = call
    let named = entities(call)
    note(
      ServiceCall(service: call.name.text, entities: named.all, at: call.now, hasCode: call.body.fields["code"] != nil))
    watched = (call.context.id, [])
    switch call.rule.verb {
    case .restart: restart(at: call.now)
    case .shutDown: stop(at: call.now)
    case .each(let service): tellEach(service, named, &call)
    default: tell(call.name.domain, named, &call)
    }
    let changes = changes(call)
    watched = nil
    var response = call.failure?.response(generation) ?? .json(200, .array(changes))
    if call.seconds > 0 { response.delivery = .delayed(milliseconds: Int((min(call.seconds, 1e9) * 1000).rounded())) }
    return response
  }

  /// What the call will have changed when it is answered: a copy of the server goes on until then. The server itself
  /// gets there only when it is asked again, so a client that has gone away makes no difference.
  private mutating func changes(_ call: PendingCall) -> [JSONValue] {
    guard call.seconds > 0 else {
      advance(to: call.now)
      return watched?.changes ?? []
    }
    var future = self
    future.advance(to: call.now + min(call.seconds, Self.remembersCaller))
    advance(to: call.now)
    return future.watched?.changes ?? []
  }
}

/// A service call under way.
struct PendingCall {
  var name: ServiceName
  var rule: ServiceRule
  var body: ServiceBody
  var context: ChangeContext
  /// Seconds since 1970.
  var now: Double
  /// How long it takes.
  var seconds = 0.0
  var failure: ServiceFailure?
}
