import CSodium

/// Fingerprints, from libsodium.
enum Digest {
  /// The SHA-256 of the UTF-8 of `text`, in lower-case hex.
  static func sha256(_ text: String) -> String {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    let bytes = Array(text.utf8)
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
