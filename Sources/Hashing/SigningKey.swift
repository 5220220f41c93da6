import CSodium

/// A key that signs by Ed25519, from libsodium. Printing, dumping or reflecting one shows nothing of it.
public struct SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Who knows these 32 bytes can sign in its name.
  private let seed: [UInt8]
  private let secretKey: [UInt8]
  /// With these 32 bytes everybody can check its signatures.
  public let publicKey: [UInt8]

  /// How many bytes a seed has.
  public static let seedSize = 32

  /// The key that `seed` makes; nil where that has not 32 bytes.
  public init?(seed: [UInt8]) {
    guard seed.count == Self.seedSize else { return nil }
    self.init(checked: seed)
  }

  private init(checked seed: [UInt8]) {
    var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_publickeybytes()))
    var secretKey = [UInt8](repeating: 0, count: Int(crypto_sign_secretkeybytes()))
    crypto_sign_seed_keypair(&publicKey, &secretKey, seed)
    (self.seed, self.secretKey, self.publicKey) = (seed, secretKey, publicKey)
  }

  /// A new key, of the machine's own randomness.
  public static func random() -> SigningKey {
    var seed = [UInt8](repeating: 0, count: seedSize)
    randombytes_buf(&seed, seed.count)
    return SigningKey(checked: seed)
  }

  /// The 64 bytes that show that the holder of the key has signed `message`.
  public func signature(of message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Int(crypto_sign_bytes()))
    crypto_sign_detached(&signature, nil, message, UInt64(message.count), secretKey)
    return signature
  }

  /// Hands the seed to the one place that keeps it.
  public func reveal<Result>(_ use: ([UInt8]) -> Result) -> Result { use(seed) }

  /// Always `***`.
  public var description: String { "***" }
  /// Always `***`.
  public var debugDescription: String { "***" }
  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
