import CSodium
import Simulator
import Testing

/// A guest with a device key of its own, which asks a pretend Easy Control server in memory.
struct EasyControlGuest {
  var server: EasyControl
  /// Seconds since 1970, for both.
  var now: Double
  var token = ""
  var tokenID = ""
  /// Changes a proof before it is signed.
  var forge: @Sendable (inout JSONValue) -> Void = { _ in }
  private let publicKey: [UInt8]
  private let secretKey: [UInt8]

  static let deviceID = "reconciler-01"
  static let path = "/api/easy_control/"

  /// The key is made of `seed`, 32 bytes.
  init(_ server: EasyControl, at now: Double = 1_700_000_000, seed: [UInt8] = Array(0..<32)) {
    self.server = server
    self.now = now
    var (publicKey, secretKey) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 64))
    crypto_sign_seed_keypair(&publicKey, &secretKey, seed)
    (self.publicKey, self.secretKey) = (publicKey, secretKey)
  }

  /// Such as `200` or `401 token_expired`.
  static func word(_ answer: SimulatedResponse) -> String {
    [String(answer.status), answer.json?["error"]?.text].compactMap(\.self).joined(separator: " ")
  }

  /// One request, waited for to its end.
  @discardableResult
  mutating func ask(
    _ method: String, _ path: String, _ body: JSONValue? = nil, bearer: String? = nil,
    _ headers: [(name: String, value: String)] = []
  ) -> SimulatedResponse {
    let authorization = bearer.map { [(name: "Authorization", value: "Bearer " + $0)] } ?? []
    return send(
      SimulatedRequest(
        method: method, target: Self.path + path, headers: authorization + headers, body: body?.encoded ?? []))
  }

  @discardableResult
  mutating func send(_ request: SimulatedRequest) -> SimulatedResponse {
    var request = request
    while true {
      let answer = server.respond(to: request, at: now)
      guard case .unfinished(let milliseconds) = answer.delivery else { return answer }
      now += Double(milliseconds) / 1000
      request.step += 1
    }
  }

  func pairing(_ code: String, withKey: Bool = true) -> JSONValue {
    guard withKey else { return ["pairing_code": .string(code)] }
    return [
      "pairing_code": .string(code), "device_id": .string(Self.deviceID),
      "device_public_key": .string(Self.base64url(publicKey)),
    ]
  }

  /// Pairs with a new pass, and keeps the token.
  @discardableResult
  mutating func pair(for entities: [String], seconds: Int = 3600, withKey: Bool = true) -> SimulatedResponse {
    let pass = server.makePass(for: entities, seconds: seconds, at: now)
    let answer = ask("POST", "pair", pairing(pass.code, withKey: withKey))
    token = answer.json?["guest_token"]?.text ?? ""
    tokenID = server.claims(of: token)?["jti"]?.text ?? ""
    return answer
  }

  mutating func nonce() -> String {
    ask("GET", "action/nonce", bearer: token).json?["nonce"]?.text ?? ""
  }

  /// An action with a fresh nonce, waited for.
  @discardableResult
  mutating func act(_ body: JSONValue) -> SimulatedResponse {
    let nonce = nonce()
    return send(proven(body, nonce))
  }

  /// The request for an action, proof and all.
  func proven(_ body: JSONValue, _ nonce: String) -> SimulatedRequest {
    var proof: JSONValue = [
      "nonce": .string(nonce), "ts": .number(String(Int(now))), "method": "POST",
      "path": "/api/easy_control/action", "body_sha256": .string(Self.hash(body.encoded)), "jti": .string(tokenID),
      "device_id": .string(Self.deviceID),
    ]
    forge(&proof)
    let lines = ["method", "path", "ts", "nonce", "jti", "device_id", "body_sha256"].map { name in
      if case .number(let spelling)? = proof[name] { return spelling }
      let text = proof[name]?.text ?? ""
      return name == "method" ? text.uppercased() : text
    }
    let fields = [
      ("Authorization", "Bearer " + token), ("X-Easy-Control-Proof", Self.base64url(proof.encoded)),
      ("X-Easy-Control-Proof-Signature", signature(lines.joined(separator: "\n"))),
    ]
    return SimulatedRequest(method: "POST", target: Self.path + "action", headers: fields, body: body.encoded)
  }

  func signature(_ text: String) -> String {
    var signature = [UInt8](repeating: 0, count: 64)
    crypto_sign_detached(&signature, nil, text, UInt64(text.utf8.count), secretKey)
    return Self.base64url(signature)
  }

  static func hash(_ bytes: [UInt8]) -> String {
    var hash = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func base64url(_ bytes: [UInt8]) -> String {
    let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
    return String(decoding: text.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// The proof that `request` carries; nil if there is none.
  static func proof(in request: SimulatedRequest) -> JSONValue? {
    guard let text = request.header("X-Easy-Control-Proof") else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.utf8.count)
    var count = 0
    let status = sodium_base642bin(
      &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    return status == 0 ? JSONValue.parsing(Array(bytes.prefix(count))) : nil
  }
}
