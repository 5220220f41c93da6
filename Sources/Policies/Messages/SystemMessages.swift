/// What can be wrong with systems and secrets. No text here quotes a value that may be a secret.
extension PolicyMessage {
  // MARK: - Addresses

  static func urlScheme(_ scheme: String?) -> PolicyMessage {
    PolicyMessage(
      .urlForm, scheme.map { "unsupported scheme '\($0)' in the address" } ?? "the address has no scheme",
      hint: "start it with https:// or http://")
  }

  static func urlCharacter(_ scalar: Unicode.Scalar) -> PolicyMessage {
    PolicyMessage(
      .urlForm,
      "the address contains the invalid character U+\(String(scalar.value, radix: 16, uppercase: true))",
      hint: "use plain ASCII, and the xn-- form of a host name in other letters")
  }

  static let urlUserInfo = PolicyMessage(
    .urlUserInfo, "the address contains a user name or a password",
    hint: "remove everything up to the @; a secret goes under 'api-key' or 'password'")

  // A path, a query and a pin are not quoted, and their lines are not shown: they may contain a token.

  static let urlQuery = PolicyMessage(.urlPath, "the address contains a query", hint: "remove everything from the ? on")

  static let urlFragment = PolicyMessage(
    .urlPath, "the address contains a fragment", hint: "remove everything from the # on")

  static func urlHost(_ host: String) -> PolicyMessage {
    PolicyMessage(
      .urlForm, host.isEmpty ? "the address has no host" : "invalid host '\(host)'",
      hint: "write a name or an address, an IPv6 address in brackets")
  }

  static func urlPort(_ port: String) -> PolicyMessage {
    PolicyMessage(.urlForm, "invalid port '\(port)'", hint: "write a number from 1 to 65535 after the colon")
  }

  static let urlPath = PolicyMessage(
    .urlPath, "the address has an invalid path", hint: "write plain names with one / before each")

  static func plaintextSecret(_ system: String) -> PolicyMessage {
    PolicyMessage(
      .urlPlaintext, "the secret of '\(system)' would be sent over http, where anyone on the network can read it",
      hint: "use https, or write 'plaintext: true' if you accept that")
  }

  static func plaintextAtHome(_ secret: String, of system: String, hint: String) -> PolicyMessage {
    PolicyMessage(
      .urlPlaintext, "the \(secret) of '\(system)' is sent over http, and only to private addresses", hint: hint
    ).asWarning
  }

  // MARK: - Certificates

  static let pinForm = PolicyMessage(
    .tlsPin, "this is not a public-key pin",
    hint: "write sha256// and 44 characters of Base64; 'reconcile trust' prints it")

  static let tlsOverPlain = PolicyMessage(
    .tlsPlain, "'tls' has no effect on an address that starts with http://",
    hint: "write https://, or leave 'tls' out")

  static let insecure = PolicyMessage(
    .tlsInsecure, "the certificate is not checked: anyone on the network can pretend to be this system",
    hint: "pin its key instead; 'reconcile trust' prints the pin"
  ).asWarning

  static func relativePath(_ key: String) -> PolicyMessage {
    PolicyMessage(.valueText, "'\(key)' is not an absolute path", hint: "start it with /")
  }

  // MARK: - Secrets

  static func literalSecret(_ key: String) -> PolicyMessage {
    PolicyMessage(
      .secretLiteral,
      "'\(key)' must not contain the secret itself: anyone who can read the policy, or its history, would have it",
      hint: "write {credential: NAME}, {file: PATH} or {env: NAME}, and change the secret if this file was ever shared")
  }

  static func secretReference(_ key: String) -> PolicyMessage {
    PolicyMessage(
      .secretForm, "'\(key)' must say in exactly one way where the secret is",
      hint: "write {credential: NAME}, {file: PATH} or {env: NAME}")
  }

  static let credentialName = PolicyMessage(
    .secretForm, "invalid credential name", hint: "use 1 to 64 of A-Z, a-z, 0-9, _, . and -")

  static let secretPath = PolicyMessage(
    .secretForm, "the path of the secret file is not absolute", hint: "start it with /")

  static let variableName = PolicyMessage(
    .secretForm, "invalid environment variable name", hint: "use A-Z, a-z, 0-9 and _, not starting with a digit"
  )
}
