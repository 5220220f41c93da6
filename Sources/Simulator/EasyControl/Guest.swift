extension EasyControl {
  /// Somebody who has paired.
  public struct Guest: Hashable, Sendable {
    /// `guest_` and 32 hex digits.
    public var id: String
    /// The name of the token, its `jti`.
    public var tokenID: String
    /// What it may do, the default first.
    public var scopes: [Scope]
    /// Seconds since 1970.
    public var expiresAt: Int
    /// 0: without limit.
    public var maxUses: Int
    /// How many actions succeeded.
    public var uses = 0
    /// An administrator has ended it.
    public var isRevoked = false
    var device: Device?
    var tokenVersion: Int

    init(_ pass: Pass, _ device: Device?, version: Int, _ inventor: inout Inventor, maxUses: Int) {
      id = inventor.next(.guestID)
      tokenID = inventor.next(.tokenID)
      scopes = pass.scopes
      expiresAt = pass.expiresAt
      self.maxUses = maxUses
      self.device = device
      tokenVersion = version
    }

    /// -1: without limit.
    var remainingUses: Int { maxUses == 0 ? -1 : maxUses - uses }

    var entities: JSONValue {
      .array(
        scopes.map {
          let actions = $0.actions.map { JSONValue.string($0) }
          return [
            "entity_id": .string($0.entityID), "allowed_actions": .array(actions),
            "allowed_action": actions.first ?? .null,
          ]
        })
    }

    /// One list after the other, so that an action may be there twice.
    var allActions: JSONValue { .array(scopes.flatMap(\.actions).map { .string($0) }) }
  }

  /// Who brings the bearer token of `request`, as a place in `guests`.
  func guest(
    of request: SimulatedRequest, at now: Double, missing code: String = "missing_bearer_token",
    _ message: String = "Authorization header with Bearer token is required"
  ) throws(Refusal) -> Int {
    guard let token = Self.bearer(request) else { throw Refusal(401, code, message) }
    return try guest(bringing: token, at: now)
  }

  static func bearer(_ request: SimulatedRequest) -> String? {
    let words = (request.header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    var token = words[1]
    while token.first == " " { token.removeFirst() }
    while token.last == " " { token.removeLast() }
    return token.isEmpty ? nil : String(token)
  }
}

/// `POST /api/easy_control/token/validate`: costs nothing and is not limited.
extension EasyControl {
  func validate(_ request: SimulatedRequest, at now: Double) throws(Refusal) -> SimulatedResponse {
    guard let token = try Self.object(in: request)["guest_token"]?.text, !token.isEmpty else {
      throw Refusal(400, "invalid_guest_token", "guest_token must be a non-empty string")
    }
    let guest = guests[try guest(bringing: token, at: now)]
    var answer: JSONValue = ["guest_id": .string(guest.id)]
    if contract == .v2 { answer["entities"] = guest.entities }
    answer["allowed_actions"] = guest.allActions
    answer["entity_id"] = .string(guest.scopes.first?.entityID ?? "")
    answer["expires_at"] = .number(String(guest.expiresAt))
    answer["remaining_uses"] = .number(String(guest.remainingUses))
    return .json(200, answer)
  }
}
