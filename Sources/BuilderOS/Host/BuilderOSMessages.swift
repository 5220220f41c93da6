import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// Every sentence about a BuilderOS host that cannot be read.
enum BuilderOSMessages {
  static let newKey = "store the API key of that host"

  static let noKey = ProviderError(
    .refusedCredentials, "the stored secret is not an API key: a key is plain ASCII without spaces",
    hint: newKey, code: "secret.form")

  static let webPage = ProviderError(
    .unexpectedReply, "the host answered with a web page, not a list of capsules",
    hint: "give the BuilderOS host's own address and port as 'url', as in http://studio.local:8080")

  static let notUnderstood = ProviderError(.unexpectedReply, "the host's list of capsules cannot be understood")

  static func tooMuch(_ error: JSONSyntaxError) -> ProviderError {
    ProviderError(.unexpectedReply, "the host's list of capsules is far too large: \(error.description)")
  }

  static func tooMany(_ count: Int, most: Int) -> ProviderError {
    ProviderError(
      .unexpectedReply, "the host lists \(count) capsules; at most \(most) are supported",
      hint: "remove capsules there that nobody needs", code: "builderos.too-many")
  }

  static func notJSON(_ error: JSONSyntaxError) -> ProviderError {
    ProviderError(.unexpectedReply, "the host's list of capsules is not JSON: \(error.description)")
  }

  /// What a status that is no success means for the list of capsules. `words` finds what the host says beside it.
  static func failure(_ response: Response, quoting words: (Response) -> String?) -> ProviderError {
    switch response.status {
    case 401, 403: return refused(response.status)
    // Nothing at the place of all capsules: that is about the host, and not about one of them.
    case 404, 405:
      return ProviderError(
        .unsupported, "this host does not offer capsules (status \(response.status) for the list of them)",
        hint: "give the BuilderOS host itself as 'url', as in http://studio.local:8080; its API must have "
          + "'/api/capsules'")
    case 300..<400:
      return ProviderError(
        .unexpectedReply, "the host redirects requests (status \(response.status))",
        hint: "write the address that it redirects to in 'url'")
    case 429: return busy(response)
    case 500...:
      return .unavailable(
        "the host answers with status \(response.status)", forSeconds: response.secondsOfPeace,
        quoting: quoted(words(response)))
    default: return ProviderError(.unexpectedReply, "the host answers " + answer(response, words(response)))
    }
  }

  static func refused(_ status: Int) -> ProviderError {
    ProviderError(.refusedCredentials, "the host refused the API key (status \(status))", hint: newKey)
  }

  static func busy(_ response: Response) -> ProviderError {
    .busy("it is rate-limiting requests", forSeconds: response.retryAfterSeconds)
  }

  /// `with status 500: 'disk is full'`.
  static func answer(_ response: Response, _ words: String?) -> String {
    "with status \(response.status)" + quoted(words)
  }

  private static func quoted(_ words: String?) -> String { words.map { ": \($0.quoted)" } ?? "" }

  static func title(_ version: String?) -> String { "BuilderOS" + (version.map { " \($0)" } ?? "") }
}
