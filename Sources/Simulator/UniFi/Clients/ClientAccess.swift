/// How a client was let in.
public enum ClientAccess: Hashable, Sendable {
  /// As one of the home.
  case usual
  /// Through the portal for guests, or still in front of it.
  case guest(isAuthorized: Bool)

  func answer(isDetail: Bool) -> JSONValue {
    switch self {
    case .usual: ["type": "DEFAULT"]
    case .guest(let isAuthorized): Self.guest(isAuthorized, isDetail: isDetail)
    }
  }

  private static func guest(_ isAuthorized: Bool, isDetail: Bool) -> JSONValue {
    var answer: JSONValue = ["type": "GUEST", "authorized": .bool(isAuthorized)]
    if isDetail, isAuthorized {
      answer["authorization"] = [
        "authorizedAt": "2026-11-20T06:30:00Z", "authorizationMethod": "VOUCHER", "expiresAt": "2026-11-21T06:30:00Z",
      ]
    }
    return answer
  }
}
