import CSodium

/// Bytes that nobody can guess.
public enum SecureBytes {
  /// So many bytes of the machine's own randomness, from libsodium.
  public static func random(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    randombytes_buf(&bytes, bytes.count)
    return bytes
  }
}
