import Hashing
import Simulator

/// A pass of Easy Control that somebody has paired with, before the life begins.
struct HousePairing: Sendable {
  /// As the program keeps it.
  let text: String
  /// What of it must not be printed.
  let secrets: [String]

  static let path = "/api/easy_control"
  /// A pass outlives its household.
  private static let seconds = 20 * 366 * 86_400

  /// Pairs with `server`; nil where it does not agree.
  init?(_ system: HouseSystem, with server: inout EasyControl, now: Int64) {
    let bytes = (0..<SigningKey.seedSize).map { UInt8($0) }
    guard let key = SigningKey(seed: bytes) else { return nil }
    let pass = server.makePass(
      for: server.entities.keys.sorted(), seconds: Self.seconds, needsApproval: false, at: Double(now))
    let device = "reconcile-1"
    let body: JSONValue = [
      "pairing_code": .string(pass.code), "device_id": .string(device),
      "device_public_key": .string(Digest.base64url(key.publicKey)),
    ]
    let answer = server.respond(
      to: SimulatedRequest(method: "POST", target: Self.path + "/pair", body: body.encoded), at: Double(now))
    guard let token = JSONValue.parsing(answer.body)?["guest_token"]?.text else { return nil }
    let seed = Digest.base64url(bytes)
    let kept: JSONValue = [
      "version": 1, "address": .string(system.url), "device": .string(device), "seed": .string(seed),
      "token": .string(token),
    ]
    text = String(decoding: kept.encoded, as: UTF8.self)
    secrets = [seed, token]
  }
}
