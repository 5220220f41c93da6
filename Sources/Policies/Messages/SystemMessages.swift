/// What can be wrong with systems and secrets. No text here holds a value that may be a secret.
extension Message {
  // MARK: - Addresses

  static func urlScheme(_ scheme: String?) -> Message {
    Message(
      .urlForm, scheme.map { "the address has the scheme '\($0)'" } ?? "the address does not say how it is spoken to",
      hint: "start it with https:// or http://")
  }

  static func urlCharacter(_ scalar: Unicode.Scalar) -> Message {
    Message(
      .urlForm,
      "the address holds the character U+\(String(scalar.value, radix: 16, uppercase: true)), which no address has",
      hint: "write it in plain ASCII characters, a foreign host name in its xn-- form")
  }

  static let urlUserInfo = Message(
    .urlUserInfo, "the address holds a user name or a password",
    hint: "take out everything up to the @; a secret is named under 'api-key' or 'password'")

  // A path, a query and a pin are not quoted, and their lines are not shown: a token may stand there.

  static let urlQuery = Message(.urlPath, "the address holds a query", hint: "leave out everything from the ? on")

  static let urlFragment = Message(.urlPath, "the address holds a fragment", hint: "leave out everything from the # on")

  static func urlHost(_ host: String) -> Message {
    Message(
      .urlForm, host.isEmpty ? "the address names no host" : "'\(host)' is not a host",
      hint: "write a name or an address, an IPv6 address in brackets")
  }

  static func urlPort(_ port: String) -> Message {
    Message(.urlForm, "'\(port)' is not a port", hint: "write a number from 1 to 65535 after the colon")
  }

  static let urlPath = Message(
    .urlPath, "the address has a path that cannot be used", hint: "write plain names with one / before each")

  static func plaintextSecret(_ system: String) -> Message {
    Message(
      .urlPlaintext, "the secret of '\(system)' would go over http, where everybody on the way can read it",
      hint: "write https, or 'plaintext: true' if that is meant")
  }

  static func plaintextAtHome(_ secret: String, of system: String, hint: String) -> Message {
    Message(
      .urlPlaintext, "the \(secret) of '\(system)' goes over http; it is sent to private addresses only", hint: hint
    ).asWarning
  }

  // MARK: - Certificates

  static let pinForm = Message(
    .tlsPin, "what stands here is not a public-key pin",
    hint: "write sha256// and 44 characters of Base64; 'reconcile trust' prints it")

  static let tlsOverPlain = Message(
    .tlsPlain, "'tls' has no meaning for an address that starts with http://",
    hint: "write https://, or leave 'tls' out")

  static let insecure = Message(
    .tlsInsecure, "the certificate is not checked: anybody on the network can pretend to be this system",
    hint: "pin its key instead; 'reconcile trust' prints the pin"
  ).asWarning

  static func relativePath(_ key: String) -> Message {
    Message(.valueText, "'\(key)' is not an absolute path", hint: "start it with /")
  }

  // MARK: - Secrets

  static func literalSecret(_ key: String) -> Message {
    Message(
      .secretLiteral,
      "'\(key)' must not hold the secret itself: whoever can read the policy, or its history, would have it",
      hint: "write {credential: NAME}, {file: PATH} or {env: NAME}, and change the secret if this file was ever shared")
  }

  static func secretReference(_ key: String) -> Message {
    Message(
      .secretForm, "'\(key)' must say in exactly one way where the secret is found",
      hint: "write {credential: NAME}, {file: PATH} or {env: NAME}")
  }

  static let credentialName = Message(
    .secretForm, "the name of the credential is not one", hint: "use 1 to 64 of A-Z, a-z, 0-9, _, . and -")

  static let secretPath = Message(
    .secretForm, "the path of the secret's file is not an absolute path", hint: "start it with /")

  static let variableName = Message(
    .secretForm, "the name of the environment variable is not one", hint: "use A-Z, a-z, 0-9 and _, with no digit first"
  )
}
