/// `POST /api/auth`.
extension PiHole {
  /// Hashing a password takes about as long on a desktop.
  private static let hashing = 0.36079692840576172

  mutating func login(_ call: PiHoleCall) -> (PiHoleAnswer, took: Double) {
    let body: JSONValue
    switch call.body() {
    case .failure(let problem): return (problem.answer, Self.quick)
    case .success(let value): body = value
    }
    guard let field = body["password"] else {
      return (.error(400, "bad_request", "No password found in JSON payload"), Self.quick)
    }
    guard let given = field.text else {
      return (.error(400, "bad_request", "Field password has to be of type 'string'"), Self.quick)
    }
    guard password != nil else {
      let message = given.isEmpty ? "no password set" : "password incorrect"
      return (.ok(session(isValid: true, message: message)), Self.quick)
    }
    guard !given.isEmpty else { return (wrongPassword(call), Self.quick) }
    if checkMilliseconds > 0 { return (checkSlowly(given, body, call), Self.quick) }
    return (decide(check(given, at: call.now), body, call), Self.hashing)
  }

  private enum Check {
    case right(isApp: Bool)
    case wrong, throttled
  }

  /// With an app password there are two checks, and a second one that is throttled looks like a wrong password.
  private mutating func check(_ given: String, at now: Double) -> Check {
    if let throttledUntil, now < throttledUntil { return .throttled }
    guard throttle.allows(at: now) else { return .throttled }
    if appPassword != nil, !throttle.allows(at: now) { return .wrong }
    if given == password { return .right(isApp: false) }
    return given == appPassword ? .right(isApp: true) : .wrong
  }

  /// How long a check is held up that is one too many.
  private static let throttleMilliseconds = 250

  /// The same with the time that each check takes, during which others begin theirs: of three who come together with
  /// the app password each is counted once, then each a second time, and nobody gets in. A password that is right does
  /// not count.
  private mutating func checkSlowly(_ given: String, _ body: JSONValue, _ call: PiHoleCall) -> PiHoleAnswer {
    let expected = [password, appPassword].compactMap(\.self)
    if call.request.step > 0, given == expected[call.request.step - 1] {
      throttle.forgive()
      return decide(.right(isApp: call.request.step == 2), body, call)
    }
    guard call.request.step < expected.count else { return wrongPassword(call) }
    let isThrottled = throttledUntil.map { call.now < $0 } ?? false
    var answer: PiHoleAnswer
    if isThrottled || !throttle.allows(at: call.now) {
      answer = call.request.step == 0 ? .rateLimited : wrongPassword(call)
      answer.pause = .delayed(milliseconds: Self.throttleMilliseconds)
    } else {
      answer = .noContent("application/json")
      answer.pause = .unfinished(milliseconds: checkMilliseconds)
    }
    return answer
  }

  private mutating func decide(_ check: Check, _ body: JSONValue, _ call: PiHoleCall) -> PiHoleAnswer {
    switch check {
    case .throttled: return .rateLimited
    case .wrong: return wrongPassword(call)
    case .right(let isApp):
      if !isApp, let problem = secondFactor(body) { return problem }
      return takeSeat(isApp: isApp, call)
    }
  }

  /// A wrong password together with a valid session is answered as if all were well.
  private mutating func wrongPassword(_ call: PiHoleCall) -> PiHoleAnswer {
    if case .seat(let seat) = authorise(call) { return granted(seat, "password incorrect") }
    return refused("password incorrect", cookie: .deleted)
  }

  /// Every login takes a new seat. When there is none, a valid session is handed out again.
  private mutating func takeSeat(isApp: Bool, _ call: PiHoleCall) -> PiHoleAnswer {
    let message = isApp ? "app-password correct" : "password correct"
    if let seat = seats.take(at: call.now, isApp: isApp, &randomness) { return granted(seat, message) }
    if case .seat(let seat) = authorise(call) { return granted(seat, message) }
    return .seatsExceeded
  }

  private mutating func secondFactor(_ body: JSONValue) -> PiHoleAnswer? {
    guard let totp else { return nil }
    guard let given = body["totp"] else { return .error(400, "bad_request", "No 2FA token found in JSON payload") }
    guard given.whole == totp else { return .error(401, "unauthorized", "Invalid 2FA token") }
    guard lastTOTP != totp else {
      return .error(401, "unauthorized", "Reused 2FA token", hint: "wait for new token")
    }
    lastTOTP = totp
    return nil
  }
}
