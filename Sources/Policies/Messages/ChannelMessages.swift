/// What can be wrong with the addresses of approvers. A path is not quoted: anyone who knows a topic can read it.
extension PolicyMessage {
  static func addressMissing(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .keyMissing, "'\(name)' has no address",
      hint: "write 'command: /path/of/a/program' or 'ntfy: https://HOST/TOPIC', or leave '\(name)' out")
  }

  static let topicMissing = PolicyMessage(
    .urlPath, "the address has no topic", hint: "write it after the host: https://HOST/TOPIC")

  static let topicUserInfo = PolicyMessage(
    .urlUserInfo, "the address contains a user name or a password",
    hint: "remove everything up to the @; an access token goes under 'token'")

  static let literalToken = PolicyMessage(
    .secretLiteral, "'token' must say where the token is, and not contain it",
    hint: "write {credential: NAME}, {file: PATH} or {env: NAME}")

  static func codesOverPlainHTTP(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .urlPlaintext, "the codes for '\(name)' would be sent over http, where anyone on the network can read them",
      hint: "use https, or write 'plaintext: true' if you accept that and the server is in your home")
  }

  static func codesOverInternet(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .urlPlaintext, "the codes for '\(name)' would be sent over http through the internet", hint: "use https")
  }
}
