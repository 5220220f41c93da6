import CSodium

/// Fingerprints, from libsodium.
public enum Digest {
  /// The SHA-256 of `bytes`.
  public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash
  }

  /// Lower-case hex.
  public static func hex(_ bytes: [UInt8]) -> String {
    text(bytes.count * 2 + 1) { sodium_bin2hex($0, $1, bytes, bytes.count) }
  }

  /// Base64 with padding.
  public static func base64(_ bytes: [UInt8]) -> String {
    let variant = sodium_base64_VARIANT_ORIGINAL
    return text(sodium_base64_encoded_len(bytes.count, variant)) {
      sodium_bin2base64($0, $1, bytes, bytes.count, variant)
    }
  }

  /// Text that a C function writes into `capacity` bytes, its final zero among them.
  private static func text(
    _ capacity: Int, _ write: (UnsafeMutablePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?
  ) -> String {
    String(unsafeUninitializedCapacity: capacity) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress, write(start, capacity) != nil else { return 0 }
        return capacity - 1
      }
    }
  }
}
