/// From a request to the endpoint that answers it.
extension PiHole {
  /// Route and method first, then the session, then the body.
  mutating func answer(_ call: PiHoleCall) -> (PiHoleAnswer, took: Double) {
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
      // First the answer: a copy of the Pi-hole that waits for it would have every table copied.
      let answer = dispatch(route, call, seat: seat)
      return (withCookie(answer, seat: seat), Self.quick)
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
    case .config: return config(call)
    case .clientSuggestions: return .ok(["clients": []])
    case .gravity(let table): return answer(table, call)
    case .batchDelete(let table): return batchDelete(table, call)
    case .notOffered(let needsBody):
      if needsBody, case .failure(let problem) = call.body() { return problem.answer }
      return .notOffered(call.target.path)
    }
  }
}

extension PiHole {
  private mutating func answer(_ table: GravityTable.Name, _ call: PiHoleCall) -> PiHoleAnswer {
    switch call.request.method {
    case "GET": readGravity(table, call)
    case "DELETE": deleteGravity(table, call)
    default: writeGravity(table, call)
    }
  }
}
