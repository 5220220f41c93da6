/// What a guest signs to show that it holds the device key.
struct ActionProof {
  var nonce: String
  /// Seconds since 1970 by the guest's clock.
  var time: Int
  var method: String
  var path: String
  /// Hex, in lower case.
  var bodyHash: String
  var tokenID: String
  var deviceID: String
  /// Of 64 bytes.
  var signature: [UInt8]

  /// The proof in the two header fields of `request`.
  init(_ request: SimulatedRequest) throws(Refusal) {
    guard let payload = request.header("X-Easy-Control-Proof"), !payload.isEmpty,
      let signature = request.header("X-Easy-Control-Proof-Signature"), !signature.isEmpty
    else { throw Refusal(401, "action_proof_required", "Missing action proof headers") }
    guard let bytes = Seal.bytes(base64url: payload), let fields = JSONValue.parsing(bytes), fields.fields != nil else {
      throw Self.invalid("Invalid proof payload")
    }
    nonce = try Self.text("nonce", fields)
    // Neither a fraction nor an exponent, even where the number is whole.
    guard case .number(let spelling)? = fields["ts"], let time = Int(spelling) else {
      throw Self.invalid("ts must be an integer")
    }
    self.time = time
    method = try Self.text("method", fields).uppercased()
    path = try Self.text("path", fields)
    bodyHash = try Self.text("body_sha256", fields).lowercased()
    tokenID = try Self.text("jti", fields)
    deviceID = try Self.text("device_id", fields)
    guard let bytes = Seal.bytes(base64url: signature), bytes.count == 64 else {
      throw Self.invalid("Invalid proof signature")
    }
    self.signature = bytes
  }

  /// Seven lines, the last without an end.
  var signedBytes: [UInt8] {
    Array([method, path, String(time), nonce, tokenID, deviceID, bodyHash].joined(separator: "\n").utf8)
  }

  static func invalid(_ message: String) -> Refusal { Refusal(401, "action_proof_invalid", message) }

  private static func text(_ name: String, _ fields: JSONValue) throws(Refusal) -> String {
    guard let text = fields[name]?.text, !text.isEmpty else { throw invalid("\(name) must be a non-empty string") }
    return text
  }
}

extension EasyControl {
  /// Holds the proof of `request` to the guest's token. The nonce is used up before the signature is looked at.
  mutating func checkProof(_ request: SimulatedRequest, of guest: Guest, at now: Double) throws(Refusal) {
    guard guest.device != nil || options.requiresProof else { return }
    let proof = try ActionProof(request)
    guard let device = guest.device else { throw ActionProof.invalid("Token is not bound to a device key") }
    guard abs(Double(proof.time) - now.rounded(.down)) <= Double(options.allowedSkew) else {
      throw Refusal(401, "action_proof_clock_skew", "Action proof timestamp is outside allowed skew")
    }
    guard proof.method == request.method else {
      throw ActionProof.invalid("Action proof method does not match request")
    }
    guard proof.path == Self.actionPath else { throw ActionProof.invalid("Action proof path does not match request") }
    guard proof.tokenID == guest.tokenID else { throw ActionProof.invalid("Action proof jti does not match token") }
    guard proof.bodyHash == Seal.hex(Seal.sha256(request.body)) else {
      throw ActionProof.invalid("Action proof body hash does not match request body")
    }
    guard proof.deviceID == device.id else {
      throw ActionProof.invalid("Action proof device_id does not match token")
    }
    try nonces.use(proof.nonce, for: guest.tokenID, at: now)
    guard Seal.isSigned(proof.signedBytes, by: device.key, proof.signature) else {
      throw ActionProof.invalid("Action proof signature is invalid")
    }
  }
}
