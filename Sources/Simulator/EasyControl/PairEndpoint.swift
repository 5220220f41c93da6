/// `POST /api/easy_control/pair` and `/pair/scanned`.
extension EasyControl {
  /// A device that a token is bound to.
  struct Device: Hashable, Sendable {
    var id: String
    /// Of 32 bytes.
    var key: [UInt8]
  }

  /// The device is looked at before the code, so that a mistake in it does not cost the code.
  mutating func pair(_ request: SimulatedRequest, at now: Double) throws(Refusal) -> SimulatedResponse {
    guard !isSettingUp else { throw Refusal(503, "integration_not_ready", "Integration is not ready") }
    let body = try Self.object(in: request)
    guard let code = body["pairing_code"]?.text, !code.isEmpty else {
      throw Refusal(400, "invalid_pairing_code", "pairing_code must be a non-empty string")
    }
    try limits.admit(["pair " + clientAddress, "pair code " + code], limit: options.pairLimit, at: now)
    let device = try device(in: body)
    let guest = Guest(try redeem(code, at: now), device, version: tokenVersion, &inventor, maxUses: maxUses)
    guests.append(guest)
    return .json(200, paired(guest, at: now))
  }

  private var maxUses: Int { contract == .v1 ? 10 : 0 }

  private func device(in body: JSONValue) throws(Refusal) -> Device? {
    let (id, key) = (body["device_id"] ?? .null, body["device_public_key"] ?? .null)
    guard key != .null else {
      guard !options.requiresBinding else {
        throw Refusal(400, "device_binding_required", "device_id and device_public_key are required for pairing")
      }
      return nil
    }
    if id == .null, options.requiresBinding {
      throw Refusal(400, "device_binding_required", "device_id and device_public_key are required for pairing")
    }
    guard let text = key.text, let bytes = Seal.bytes(base64url: text) else {
      throw Refusal(400, "invalid_device_public_key", "device_public_key must be base64url")
    }
    guard bytes.count == 32 else {
      throw Refusal(400, "invalid_device_public_key", "Ed25519 public key must be 32 bytes")
    }
    guard let id = id.text, !id.isEmpty else {
      throw Refusal(400, "invalid_device_id", "device_id must be a non-empty string")
    }
    return Device(id: id, key: bytes)
  }

  /// Uses up the code where nothing speaks against it. That it is over is told once.
  private mutating func redeem(_ code: String, at now: Double) throws(Refusal) -> Pass {
    let found = passes[code]
    tidy(at: now)
    guard let pass = found else {
      throw Refusal(400, "pairing_code_invalid", "Pairing code is invalid or already used")
    }
    guard passes[code] != nil else { throw Refusal(410, "pairing_code_expired", "Pairing code has expired") }
    switch pass.approval {
    case .pending: throw Refusal(202, "pending_approval", "Pairing request is awaiting admin approval")
    case .rejected: throw Refusal(403, "pairing_rejected", "Pairing request was rejected by an administrator")
    case .approved: passes[code] = nil
    }
    guard now < Double(pass.expiresAt) else {
      throw Refusal(410, "pass_expired", "Pairing was valid but pass expiration has already elapsed")
    }
    return pass
  }

  private func paired(_ guest: Guest, at now: Double) -> JSONValue {
    var answer: JSONValue = ["guest_token": .string(token(for: guest, at: now))]
    if contract == .v2 { answer["entities"] = guest.entities }
    answer["allowed_actions"] = guest.allActions
    if contract == .v2 { answer["entity_id"] = .string(guest.scopes.first?.entityID ?? "") }
    answer["expires_at"] = .number(String(guest.expiresAt))
    answer["guest_id"] = .string(guest.id)
    answer["max_uses"] = .number(String(guest.maxUses))
    answer["proof_required"] = .bool(options.requiresProof)
    answer["device_binding_required"] = .bool(options.requiresBinding)
    answer["nonce_endpoint"] = .string(Self.noncePath)
    if contract == .v2 {
      answer["states_endpoint"] = .string(Self.statesPath)
      answer["scan_ack_supported"] = true
      if let brokerConfiguration { answer["mqtt_config"] = brokerConfiguration }
    }
    return answer
  }

  mutating func scanned(_ request: SimulatedRequest, at now: Double) throws(Refusal) -> SimulatedResponse {
    let body = try Self.object(in: request)
    guard let code = body["pairing_code"]?.text, let pass = passes[code], pass.scanToken == body["scan_ack_token"]?.text
    else {
      throw Refusal(401, "invalid_scan_ack_token", "Pairing code or scan acknowledgement token is invalid")
    }
    guard now < Double(pass.codeExpiresAt) else {
      tidy(at: now)
      throw Refusal(410, "pairing_code_expired", "Pairing code has expired")
    }
    let at = pass.scannedAt ?? Int(now.rounded(.down))
    passes[code]?.scannedAt = at
    return .json(
      200,
      [
        "success": true, "status": pass.scannedAt == nil ? "acknowledged" : "already_acknowledged",
        "pairing_code": .string(code), "qr_scanned_at": .number(String(at)),
      ])
  }
}
