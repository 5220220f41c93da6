/// What can be wrong with how approvers are reached. A path is not quoted: whoever knows a topic can read it.
extension PolicyMessage {
  static func addressMissing(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .keyMissing, "'\(name)' has no address",
      hint: "write 'command: /path/of/a/program' or 'ntfy: https://HOST/TOPIC', or leave '\(name)' out")
  }

  static let topicMissing = PolicyMessage(
    .urlPath, "the address names no topic", hint: "write it behind the host: https://HOST/TOPIC")

  static let topicUserInfo = PolicyMessage(
    .urlUserInfo, "the address holds a user name or a password",
    hint: "take out everything up to the @; an access token of the server is named under 'token'")

  static let literalToken = PolicyMessage(
    .secretLiteral, "'token' must not hold the token itself, but say where it is found",
    hint: "write {credential: NAME}, {file: PATH} or {env: NAME}")

  static func codesOverPlainHTTP(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .urlPlaintext, "the codes of '\(name)' would go over http, where everybody on the way can read them",
      hint: "write https, or 'plaintext: true' if that is meant and the server is within the home")
  }

  static func codesOverInternet(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .urlPlaintext, "the codes of '\(name)' would go over http through the internet", hint: "write https")
  }
}
