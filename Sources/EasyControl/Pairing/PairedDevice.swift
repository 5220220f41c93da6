import Hashing
import HTTPTransport
import JSONTree
import Policies
import Providers

/// What this machine keeps of a pairing: the guest's token, its own key, and where both may be shown. As a secret it is
/// one line of JSON:
///
/// `{"version":1,"address":"http://…","device":"reconcile-…","seed":"…","token":"…"}`
struct PairedDevice: Sendable {
  /// The address that it was paired with, and no other.
  let address: BaseURL
  /// What the server knows this machine by.
  let deviceID: String
  /// With which every action is signed.
  let key: SigningKey
  /// What is shown with every request.
  let token: Secret

  /// A pairing from its parts.
  init(address: BaseURL, key: SigningKey, token: Secret) {
    self.address = address
    self.key = key
    self.token = token
    deviceID = Self.deviceID(of: key)
  }

  /// A name that stays the same as long as the key does, and tells nothing of the machine.
  static func deviceID(of key: SigningKey) -> String {
    "reconcile-" + Digest.hex(Array(Digest.sha256(key.publicKey).prefix(8)))
  }

  // MARK: - As a secret

  private static let version = 1
  private static let names = ["version", "address", "device", "seed", "token"]

  /// The pairing in `secret`. Throws where that is none, or one with another address than `url`: nothing may be sent then.
  init(_ secret: Secret, for url: BaseURL, of system: Name) throws(ProviderError) {
    let tree = secret.reveal { try? JSON(parsing: Array($0.utf8)) }
    guard let tree, let version = tree["version"]?.int else { throw EasyControlMessages.noPairing(system) }
    guard version == Self.version else { throw EasyControlMessages.otherVersion(version, system) }
    guard tree.members?.map(\.name).sorted() == Self.names.sorted(),
      let address = tree["address"]?.string.flatMap(BaseURL.init(reading:)),
      let device = tree["device"]?.string, Self.isPlain(device, atMost: 255),
      let key = tree["seed"]?.string.flatMap(Digest.bytes(base64url:)).flatMap(SigningKey.init(seed:)),
      let token = tree["token"]?.string, Self.isPlain(token, atMost: 16_384)
    else { throw EasyControlMessages.noPairing(system) }
    guard address == url else { throw EasyControlMessages.otherAddress(address, url, system) }
    (self.address, deviceID, self.key, self.token) = (address, device, key, Secret(token))
  }

  /// As it is kept.
  var secret: Secret {
    let seed = key.reveal { Digest.base64url($0) }
    let tree = token.reveal { token in
      JSON.object([
        .init("version", .integer(Self.version)), .init("address", .string(address.text)),
        .init("device", .string(deviceID)), .init("seed", .string(seed)), .init("token", .string(token)),
      ])
    }
    return Secret(String(decoding: tree.bytes, as: UTF8.self))
  }

  /// How many bytes `secret` has with a token for a handful of entities: a pass for more of them has a longer one, and
  /// only the server knows how long.
  static func usualBytes(at address: BaseURL) -> Int {
    let token = Secret(String(repeating: "x", count: 1536))
    return PairedDevice(address: address, key: .random(), token: token).secret.reveal { $0.utf8.count }
  }

  /// Whether `text` can be in a header field, and in a line of what is signed.
  static func isPlain(_ text: String, atMost most: Int) -> Bool {
    (1...most).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
