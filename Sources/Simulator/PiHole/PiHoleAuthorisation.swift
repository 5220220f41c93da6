/// Who may ask.
extension PiHole {
  enum Admission {
    /// No password is set.
    case open
    case seat(Int)
    case refused
  }

  /// The session a request belongs to, prolonged.
  mutating func authorise(_ call: PiHoleCall) -> Admission {
    guard password != nil else { return .open }
    guard let presented = call.presented, let seat = seats.seat(of: presented.sid) else { return .refused }
    if presented.isCookie, !isUnderAuth(call), call.request.header("X-CSRF-TOKEN") != seats.seats[seat]?.csrf {
      return .refused
    }
    if falseRefusals > 0 {
      falseRefusals -= 1
      return .refused
    }
    seats.renew(seat, at: call.now)
    return .seat(seat)
  }

  private func isUnderAuth(_ call: PiHoleCall) -> Bool {
    call.target.path == "/api/auth" || call.target.path == "/api/auth/"
  }

  /// Adds the session's cookie, or somebody else's where they are mixed up.
  func withCookie(_ answer: PiHoleAnswer, seat: Int?) -> PiHoleAnswer {
    var answer = answer
    guard answer.cookie == .none, answer.location == nil else { return answer }
    let other = mixesUpCookies ? seats.seats.keys.sorted().first { $0 != seat } : nil
    if let sid = (other ?? seat).flatMap({ seats.seats[$0]?.sid }) {
      answer.cookie = .session(sid: sid, maximumAge: Int(seats.timeout))
    }
    return answer
  }
}
