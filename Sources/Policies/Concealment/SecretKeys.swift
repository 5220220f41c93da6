import Documents
import Text

/// Which keys lead to a secret, however they are spelled: a slip in the key must not show the value.
enum SecretKeys {
  /// Whether a value under `key` may be a secret.
  static func contains(_ key: some Sequence<Unicode.Scalar>) -> Bool {
    let letters = letters(of: key)
    if letters.count < 2 { return false }
    return letters.reversed().starts(with: suffix.reversed()) || words.contains { holds(letters, $0) }
      || short.contains(letters)
      || isNear(letters)
  }

  /// The letters of `key` in lower case. As bytes: every word before a colon of a policy is asked about.
  private static func letters(of key: some Sequence<Unicode.Scalar>) -> [UInt8] {
    key.compactMap { scalar in
      switch scalar {
      case "a"..."z": UInt8(truncatingIfNeeded: scalar.value)
      case "A"..."Z": UInt8(truncatingIfNeeded: scalar.value) | 0x20
      default: nil
      }
    }
  }

  /// Whether `word` stands somewhere in `letters`.
  private static func holds(_ letters: [UInt8], _ word: [UInt8]) -> Bool {
    guard letters.count >= word.count else { return false }
    return (0...(letters.count - word.count)).contains { start in
      word.indices.allSatisfy { letters[start + $0] == word[$0] }
    }
  }

  /// Whether a slip or two make one of the keys of a system out of it; a much shorter or longer word never does.
  private static func isNear(_ letters: [UInt8]) -> Bool {
    guard (4...11).contains(letters.count) else { return false }
    let slips = Suggestion.mostSlips(in: letters.count)
    // One slip changes the length by one at most, and brings in one letter at most that the key does not have.
    let candidates = systemKeys.filter { key in
      abs(key.utf8.count - letters.count) <= slips && letters.count { !key.utf8.contains($0) } <= slips
    }
    if candidates.isEmpty { return false }
    return Suggestion.similar(to: String(decoding: letters, as: UTF8.self), among: candidates) != nil
  }

  private static let systemKeys = ["apikey", "password", "pairing", "token"]
  private static let suffix = Array("key".utf8)
  private static let words = ["apikey", "passw", "passphrase", "secret", "token", "psk", "bearer", "pairing"].map {
    Array($0.utf8)
  }
  /// Some lead to an address that is as good as a key.
  private static let short = [
    "pass", "pw", "pwd", "code", "pin", "seed", "sid", "auth", "authorization", "ntfy", "webhook", "notify",
    "notifyurl",
  ].map { Array($0.utf8) }

  /// The keys of a reference to a secret, whose values are no secrets.
  static let references = ["credential", "file", "env"]
}
