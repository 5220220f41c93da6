internal import Documents

/// Which keys lead to a secret, however they are spelled: a slip in the key must not show the value.
enum SecretKeys {
  /// Whether a value under `key` may be a secret.
  static func contains(_ key: String) -> Bool {
    let letters = String(String.UnicodeScalarView(ASCII.lowercased(key).unicodeScalars.filter(ASCII.isLetter)))
    if letters.count < 2 { return false }
    return letters.hasSuffix("key") || words.contains { letters.contains($0) } || short.contains(letters)
      || Suggestion.nearest(to: letters, among: ["apikey", "password"]) != nil
  }

  private static let words = ["apikey", "passw", "passphrase", "secret", "token"]
  private static let short = ["pass", "pw", "pwd"]

  /// The keys of a reference to a secret, whose values are no secrets.
  static let references = ["credential", "file", "env"]
}
