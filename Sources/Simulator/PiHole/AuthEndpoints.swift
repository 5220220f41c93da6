/// `/api/auth`: these answer with a session object, even for 401.
extension PiHole {

  mutating func authStatus(_ call: PiHoleCall) -> PiHoleAnswer {
    switch authorise(call) {
    case .open: .ok(session(isValid: true, message: "no password set"))
    case .seat(let seat): granted(seat, "correct password")
    case .refused: refused(call.presented == nil ? "no SID provided" : "session unknown", cookie: .deleted)
    }
  }

  mutating func logout(_ call: PiHoleCall) -> PiHoleAnswer {
    switch authorise(call) {
    case .open: return PiHoleAnswer(status: 401, body: session(isValid: true, message: "no password set"))
    case .refused: return refused(call.presented == nil ? "no SID provided" : "session unknown", cookie: .none)
    case .seat(let seat):
      seats.leave(seat)
      var answer = PiHoleAnswer.noContent("text/html")
      answer.cookie = .deleted
      return answer
    }
  }

  func granted(_ seat: Int, _ message: String) -> PiHoleAnswer {
    guard let session = seats.seats[seat] else { return .unauthorized }
    var answer = PiHoleAnswer.ok(self.session(isValid: true, session, message: message))
    // The age is that of the default timeout here, whatever the timeout is.
    answer.cookie = .session(sid: session.sid, maximumAge: 1800)
    return answer
  }

  func refused(_ message: String, cookie: PiHoleAnswer.Cookie) -> PiHoleAnswer {
    PiHoleAnswer(status: 401, body: session(isValid: false, message: message), cookie: cookie)
  }

  func session(isValid: Bool, _ session: PiHoleSeats.Session? = nil, message: String) -> JSONValue {
    var object: JSONValue = [
      "valid": .bool(isValid), "totp": .bool(totp != nil), "sid": session.map { .string($0.sid) } ?? .null,
    ]
    if let session { object["csrf"] = .string(session.csrf) }
    object["validity"] = session == nil ? -1 : .spelled(seats.timeout)
    object["message"] = .string(message)
    return ["session": object]
  }
}
