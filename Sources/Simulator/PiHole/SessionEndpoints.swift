/// `/api/auth/sessions` and `/api/auth/session/{id}`.
extension PiHole {
  func sessions(current: Int?) -> PiHoleAnswer {
    let list = seats.seats.keys.sorted().compactMap { seat in
      seats.seats[seat].map { Self.describe(seat, $0, isCurrent: seat == current) }
    }
    return .ok(["sessions": .array(list)])
  }

  private static func describe(_ seat: Int, _ session: PiHoleSeats.Session, isCurrent: Bool) -> JSONValue {
    [
      "id": .number(String(seat)), "current_session": .bool(isCurrent), "valid": true,
      "tls": ["login": false, "mixed": false], "login_at": .spelled(session.loginAt.rounded(.down)),
      "last_active": .spelled(session.lastActive.rounded(.down)),
      "valid_until": .spelled(session.validUntil.rounded(.down)), "remote_addr": "127.0.0.1", "user_agent": nil,
      "x_forwarded_for": nil, "app": .bool(session.isApp), "cli": false,
    ]
  }

  mutating func deleteSession(_ call: PiHoleCall) -> PiHoleAnswer {
    let parts = call.target.path.split(separator: "/")
    guard parts.count == 4, let seat = Int(parts[3]) else {
      return .error(400, "bad_request", "Missing or invalid session ID")
    }
    guard (0..<seats.limit).contains(seat) else { return .error(400, "bad_request", "Session ID out of bounds") }
    guard seats.seats[seat] != nil else { return .error(400, "bad_request", "Session ID not in use") }
    seats.leave(seat)
    return .noContent("application/json; charset=utf-8")
  }
}
