/// What can be wrong with systems and secrets. No text here holds a value that may be a secret.
extension PolicyMessage {
  // MARK: - Addresses

  static func urlScheme(_ scheme: String?) -> PolicyMessage {
    PolicyMessage(
      .urlForm, scheme.map { "the address has the scheme '\($0)'" } ?? "the address does not say how it is spoken to",
      hint: "start it with https:// or http://")
  }

  static func urlCharacter(_ scalar: Unicode.Scalar) -> PolicyMessage {
    PolicyMessage(
      .urlForm,
      "the address holds the character U+\(String(scalar.value, radix: 16, uppercase: true)), which no address has",
      hint: "write it in plain ASCII characters, a foreign host name in its xn-- form")
  }

  static let urlUserInfo = PolicyMessage(
    .urlUserInfo, "the address holds a user name or a password",
    hint: "take out everything up to the @; a secret is named under 'api-key' or 'password'")

  // A path, a query and a pin are not quoted, and their lines are not shown: a token may stand there.

  static let urlQuery = PolicyMessage(.urlPath, "the address holds a query", hint: "leave out everything from the ? on")

  static let urlFragment = PolicyMessage(
    .urlPath, "the address holds a fragment", hint: "leave out everything from the # on")

  static func urlHost(_ host: String) -> PolicyMessage {
    PolicyMessage(
      .urlForm, host.isEmpty ? "the address names no host" : "'\(host)' is not a host",
      hint: "write a name or an address, an IPv6 address in brackets")
  }

  static func urlPort(_ port: String) -> PolicyMessage {
    PolicyMessage(.urlForm, "'\(port)' is not a port", hint: "write a number from 1 to 65535 after the colon")
  }

  static let urlPath = PolicyMessage(
    .urlPath, "the address has a path that cannot be used", hint: "write plain names with one / before each")

  static func plaintextSecret(_ system: String) -> PolicyMessage {
    PolicyMessage(
      .urlPlaintext, "the secret of '\(system)' would go over http, where everybody on the way can read it",
      hint: "write https, or 'plaintext: true' if that is meant")
  }

  static func plaintextAtHome(_ secret: String, of system: String, hint: String) -> PolicyMessage {
    PolicyMessage(
      .urlPlaintext, "the \(secret) of '\(system)' goes over http; it is sent to private addresses only", hint: hint
    ).asWarning
  }

  // MARK: - Certificates

  static let pinForm = PolicyMessage(
    .tlsPin, "what stands here is not a public-key pin",
    hint: "write sha256// and 44 characters of Base64; 'reconcile trust' prints it")

  static let tlsOverPlain = PolicyMessage(
    .tlsPlain, "'tls' has no meaning for an address that starts with http://",
    hint: "write https://, or leave 'tls' out")

  static let insecure = PolicyMessage(
    .tlsInsecure, "the certificate is not checked: anybody on the network can pretend to be this system",
    hint: "pin its key instead; 'reconcile trust' prints the pin"
  ).asWarning

  static func relativePath(_ key: String) -> PolicyMessage {
    PolicyMessage(.valueText, "'\(key)' is not an absolute path", hint: "start it with /")
  }

  // MARK: - Secrets

  static func literalSecret(_ key: String) -> PolicyMessage {
    PolicyMessage(
      .secretLiteral,
      "'\(key)' must not hold the secret itself: whoever can read the policy, or its history, would have it",
      hint: "write {credential: NAME}, {file: PATH} or {env: NAME}, and change the secret if this file was ever shared")
  }

  static func secretReference(_ key: String) -> PolicyMessage {
    PolicyMessage(
      .secretForm, "'\(key)' must say in exactly one way where the secret is found",
      hint: "write {credential: NAME}, {file: PATH} or {env: NAME}")
  }

  static let credentialName = PolicyMessage(
    .secretForm, "the name of the credential is not one", hint: "use 1 to 64 of A-Z, a-z, 0-9, _, . and -")

  static let secretPath = PolicyMessage(
    .secretForm, "the path of the secret's file is not an absolute path", hint: "start it with /")

  static let variableName = PolicyMessage(
    .secretForm, "the name of the environment variable is not one", hint: "use A-Z, a-z, 0-9 and _, with no digit first"
  )
}
