/// Tokens: JSON Web Tokens with HS256, which only the server can check.
extension EasyControl {
  /// The token of `guest` as it is given out at `now`.
  func token(for guest: Guest, at now: Double) -> String {
    let issued = JSONValue.number(String(Int(now.rounded(.down))))
    var claims: JSONValue = [
      "iss": "easy_control", "aud": "localkey_ios", "jti": .string(guest.tokenID), "guest_id": .string(guest.id),
      "iat": issued, "nbf": issued, "exp": .number(String(guest.expiresAt)),
      "max_uses": .number(String(guest.maxUses)), "token_version": .number(String(guest.tokenVersion)),
      "entity_id": .string(guest.scopes.first?.entityID ?? ""),
      "allowed_action": .string(guest.scopes.first?.actions.first ?? ""),
    ]
    if contract == .v2 { claims["entities"] = guest.entities }
    if let device = guest.device {
      claims["device_id"] = .string(device.id)
      claims["cnf"] = ["jkt": .string(Seal.base64url(Seal.sha256(device.key)))]
    }
    return sign(claims)
  }

  /// A token with any claims, signed as the server signs.
  public func sign(_ claims: JSONValue) -> String {
    let header: JSONValue = ["alg": "HS256", "kid": "1", "typ": "JWT"]
    let parts = [header, claims].map { Seal.base64url($0.encoded) }.joined(separator: ".")
    return parts + "." + Seal.base64url(Seal.mac(Array(parts.utf8), key: signingKey))
  }

  /// The claims of `token`; nil where the server did not sign it.
  public func claims(of token: String) -> JSONValue? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let mac = Seal.bytes(base64url: parts[2]),
      mac == Seal.mac(Array((parts[0] + "." + parts[1]).utf8), key: signingKey)
    else { return nil }
    return Seal.bytes(base64url: parts[1]).flatMap { JSONValue.parsing($0) }
  }

  /// Whose token it is, as a place in `guests`.
  func guest(bringing token: String, at now: Double) throws(Refusal) -> Int {
    guard let claims = claims(of: token), let tokenID = claims["jti"]?.text,
      let place = guests.firstIndex(where: { $0.tokenID == tokenID })
    else { throw Refusal(401, "unauthorized", "Token is invalid, revoked, or expired") }
    guard claims["aud"] == "localkey_ios" else {
      throw Refusal(401, "token_audience_invalid", "Token audience is invalid")
    }
    guard claims["iss"] == "easy_control" else { throw Refusal(401, "token_issuer_invalid", "Token issuer is invalid") }
    guard now >= claims["nbf"]?.double ?? 0 else {
      throw Refusal(401, "token_not_yet_valid", "Token is not valid yet")
    }
    guard now < claims["exp"]?.double ?? 0 else { throw Refusal(401, "token_expired", "Token has expired") }
    let guest = guests[place]
    guard !guest.isRevoked, claims["token_version"]?.double == Double(tokenVersion) else {
      throw Refusal(401, "token_revoked", "Token has been revoked")
    }
    guard guest.remainingUses != 0 else {
      throw Refusal(401, "token_max_uses_exceeded", "Token usage limit exceeded")
    }
    return place
  }
}
