import CSodium

/// Fingerprints, and bytes as text, from libsodium.
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
  public static func base64(_ bytes: [UInt8]) -> String { base64(bytes, sodium_base64_VARIANT_ORIGINAL) }

  /// Base64 in the alphabet of URLs, without padding.
  public static func base64url(_ bytes: [UInt8]) -> String {
    base64(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
  }

  private static func base64(_ bytes: [UInt8], _ variant: Int32) -> String {
    text(sodium_base64_encoded_len(bytes.count, variant)) {
      sodium_bin2base64($0, $1, bytes, bytes.count, variant)
    }
  }

  /// The bytes that `text` means in base64 with padding; nil where it is none.
  public static func bytes(base64 text: String) -> [UInt8]? { bytes(text, sodium_base64_VARIANT_ORIGINAL) }

  /// The bytes that `text` means in base64 in the alphabet of URLs without padding; nil where it is none.
  public static func bytes(base64url text: String) -> [UInt8]? {
    bytes(text, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
  }

  private static func bytes(_ text: String, _ variant: Int32) -> [UInt8]? {
    // libsodium 1.0.18 takes a byte beyond ASCII for the last of the digits. (Measured.)
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.utf8.count)
    var count = 0
    let status = sodium_base642bin(
      &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, variant)
    return status == 0 ? Array(bytes.prefix(count)) : nil
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
