/// The nonces that were given out, and by whom they may be used, once.
struct NonceBook: Sendable {
  private struct Entry {
    var tokenID: String
    var expiresAt: Int
    var isUsed = false
  }

  private var entries: [String: Entry] = [:]

  /// Notes a new nonce. Those that are over are forgotten.
  mutating func add(_ nonce: String, for tokenID: String, until expiresAt: Int, at now: Double) {
    entries = entries.filter { now < Double($0.value.expiresAt) }
    entries[nonce] = Entry(tokenID: tokenID, expiresAt: expiresAt)
  }

  /// Uses up a nonce. One that is over is told once, and unknown from then on.
  mutating func use(_ nonce: String, for tokenID: String, at now: Double) throws(Refusal) {
    guard let entry = entries[nonce] else {
      throw Refusal(401, "action_proof_invalid", "Action proof nonce is invalid")
    }
    guard now < Double(entry.expiresAt) else {
      entries[nonce] = nil
      throw Refusal(401, "action_nonce_expired", "Action proof nonce has expired")
    }
    guard !entry.isUsed else {
      throw Refusal(401, "action_proof_replay", "Action proof nonce has already been used")
    }
    guard entry.tokenID == tokenID else {
      throw Refusal(401, "action_proof_replay", "Action proof nonce was issued for another token")
    }
    entries[nonce]?.isUsed = true
  }
}

/// `GET /api/easy_control/action/nonce`.
extension EasyControl {
  mutating func nonce(_ request: SimulatedRequest, at now: Double) throws(Refusal) -> SimulatedResponse {
    let place = try guest(of: request, at: now)
    try limits.admit(["nonce " + clientAddress], limit: options.nonceLimit, at: now)
    let nonce = inventor.next(.nonce)
    let expiresAt = Int(now.rounded(.down)) + options.nonceLifetime
    let tokenID = guests[place].tokenID
    nonces.add(nonce, for: tokenID, until: expiresAt, at: now)
    return .json(
      200, ["nonce": .string(nonce), "expires_at": .number(String(expiresAt)), "jti": .string(tokenID)])
  }
}
