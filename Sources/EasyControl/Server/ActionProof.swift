import CivilTime
import Hashing
import HTTPTransport
import JSONTree
import Providers

/// What shows that this machine, and nobody who has read its token, asks for an action, now and once.
struct ActionProof: Sendable {
  /// The path by the server's own reckoning, whatever is before it on the way there.
  static let path = "/api/easy_control/action"
  private static let method = "POST"

  /// Good for one action.
  let nonce: Nonce
  /// The server's clock, as far as it is known.
  let time: Instant
  /// What the server knows this machine by.
  let deviceID: String
  /// The very bytes that are sent.
  let body: [UInt8]

  /// The seven lines that are signed, the last without an end.
  var signedBytes: [UInt8] {
    let lines = [Self.method, Self.path, seconds, nonce.text, nonce.tokenID, deviceID, bodyHash]
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The two fields of a request, signed with `key`.
  func headers(signedWith key: SigningKey) -> [HeaderField] {
    let proof = JSON.object([
      .init("body_sha256", .string(bodyHash)), .init("device_id", .string(deviceID)),
      .init("jti", .string(nonce.tokenID)), .init("method", .string(Self.method)), .init("nonce", .string(nonce.text)),
      .init("path", .string(Self.path)), .init("ts", .number(seconds)),
    ])
    // Both are good for one request only, and still nothing to be quoted.
    return [
      HeaderField("X-Easy-Control-Proof", Secret(Digest.base64url(proof.bytes))),
      HeaderField("X-Easy-Control-Proof-Signature", Secret(Digest.base64url(key.signature(of: signedBytes)))),
    ]
  }

  private var bodyHash: String { Digest.hex(Digest.sha256(body)) }
  private var seconds: String { String(time.secondsSinceEpoch) }
}

/// What the server gives out for one action.
struct Nonce: Hashable, Sendable {
  /// Itself.
  let text: String
  /// The name of the token that it is good for.
  let tokenID: String
  /// How far the server's clock is ahead of this machine's, in seconds; 0 where it does not say.
  var clockLead: Int64 = 0

  /// A nonce from its parts.
  init(_ text: String, tokenID: String) { (self.text, self.tokenID) = (text, tokenID) }

  /// Nil where `answer` has none that can be in a line.
  init?(_ answer: JSONText) {
    guard let text = answer["nonce"]?.string, let tokenID = answer["jti"]?.string,
      [text, tokenID].allSatisfy({ PairedDevice.isPlain($0, atMost: 255) })
    else { return nil }
    self.init(text, tokenID: tokenID)
  }
}
