import CSodium

/// What the server computes with keys, straight from libsodium.
enum Seal {
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash
  }

  /// HMAC with SHA-256; the key has 32 bytes.
  static func mac(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var mac = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_bytes()))
    crypto_auth_hmacsha256(&mac, bytes, UInt64(bytes.count), key)
    return mac
  }

  /// Whether `signature` is that of `message` by the Ed25519 key `key`.
  static func isSigned(_ message: [UInt8], by key: [UInt8], _ signature: [UInt8]) -> Bool {
    guard key.count == crypto_sign_publickeybytes(), signature.count == crypto_sign_bytes() else { return false }
    return crypto_sign_verify_detached(signature, message, UInt64(message.count), key) == 0
  }

  /// In lower case.
  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Without padding.
  static func base64url(_ bytes: [UInt8]) -> String {
    let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
    return String(decoding: text.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// The bytes that `text` means, with or without padding; nil where it means none.
  static func bytes(base64url text: String) -> [UInt8]? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let digits = String(text.prefix { $0 != "=" })
    guard text.dropFirst(digits.count).allSatisfy({ $0 == "=" }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: digits.utf8.count)
    var count = 0
    let status = sodium_base642bin(
      &bytes, bytes.count, digits, digits.utf8.count, nil, &count, nil, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    return status == 0 ? Array(bytes.prefix(count)) : nil
  }
}
