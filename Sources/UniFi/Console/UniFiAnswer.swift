import HTTPTransport
import JSONTree
import Providers
import Text

/// What an HTTP answer of the console amounts to; decided by its status, never by a code in its body.
enum UniFiAnswer: Sendable {
  /// 2xx with JSON.
  case json(JSONText)
  /// 2xx with anything else: an answer that says nothing.
  case garbled(ProviderError)
  /// Any other status.
  case refused(UniFiRefusal)

  /// `secrets` are taken out of all text that is quoted; `budget` is how much JSON there may be.
  init(
    _ response: Response, hiding secrets: UniFiSecrets, within budget: JSONBudget, throughConnector: Bool = false
  ) {
    guard (200..<300).contains(response.status) else {
      self = .refused(UniFiRefusal(response, hiding: secrets, throughConnector: throughConnector))
      return
    }
    if response.isWebPage {
      self = .garbled(UniFiMessages.webPage(status: response.status))
      return
    }
    do throws(JSONSyntaxError) {
      self = .json(try JSONText(checking: response.body, within: budget))
    } catch {
      self = .garbled(
        error.isOverBudget
          ? UniFiMessages.tooMuch(error.description)
          : UniFiMessages.notJSON(response.body.isEmpty ? "it is empty" : error.description))
    }
  }

  /// The JSON, where there is some.
  var text: Result<JSONText, Setback> {
    switch self {
    case .json(let text): .success(text)
    case .garbled(let error): .failure(.failed(error))
    case .refused(let refusal): .failure(.refused(refusal))
    }
  }
}

/// An answer other than 2xx. No member of the body is certain to be there, so each has a fallback.
struct UniFiRefusal: Hashable, Sendable {
  /// The HTTP status; what `statusCode` in the body says does not count.
  var status: Int
  /// Such as `api.request.unknown-property`; nil before 10.0 and from the console's edge. It is compared, and never shown:
  /// nothing is taken out of it.
  var code: String?
  /// The console's own words, cut to 200 characters, to be shown and not to be decided by.
  var message: String?
  /// Whether the console says that it has no such path.
  var meansNoEndpoint: Bool
  /// The member of the body that the console does not know; nil where that is not what it says. Only a name that is in what
  /// was sent may be shown, or `unknownMemberInWords`.
  var unknownMember: MemberPath?
  /// The same to be shown, without secrets.
  var unknownMemberInWords: String?
  /// What the vendor's support asks for after a 500.
  var requestID: String?
  /// Whether the body is a web page: the answer came from something in front of the application.
  var isWebPage: Bool
  /// Whether the body is the application's own: JSON that names the error.
  var isOfApplication: Bool
  /// How long the console asks to be left alone.
  var retryAfterSeconds: Int?
  /// The same where it cannot answer now, and that is longer than a read waits.
  var secondsOfPeace: Int?
  /// Whether it came through the vendor's cloud.
  var isThroughConnector: Bool

  /// `secrets` are taken out of all text that is quoted. What the console means is decided by its own words: a passphrase can
  /// be one of them.
  init(_ response: Response, hiding secrets: UniFiSecrets, throughConnector: Bool = false) {
    let body = try? JSONText(checking: response.body, within: .small).tree
    let quote = { (text: String?) in
      text.flatMap { secrets.hidden(in: $0)?.cut(to: 200) }
    }
    let words = body?["message"]?.string ?? body?["error"]?["message"]?.string
    status = response.status
    code = body?["code"]?.string
    message = quote(words)
    meansNoEndpoint = words?.hasPrefix("No endpoint") ?? false
    unknownMember =
      status == 400 && code == "api.request.unknown-property" ? words.flatMap { MemberPath(quotedIn: $0) } : nil
    unknownMemberInWords = quote(unknownMember?.description)
    requestID = quote(body?["requestId"]?.string)
    isWebPage = response.isWebPage
    isOfApplication = body?["code"]?.string != nil || body?["message"]?.string != nil
    retryAfterSeconds = response.retryAfterSeconds
    secondsOfPeace = response.secondsOfPeace
    isThroughConnector = throughConnector
  }
}

extension String {
  fileprivate func cut(to length: Int) -> String {
    count > length ? prefix(length) + "…" : self
  }
}
