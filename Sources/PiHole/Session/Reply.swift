import HTTPTransport
import JSONTree
import Providers
import Text

/// An answer of the API: its status, and its body where that is JSON.
struct Reply: Sendable {
  let response: Response
  /// The body, or why it is no JSON.
  private let body: Result<JSONText, JSONSyntaxError>

  /// What may be quoted of the system's own words.
  enum Quoting {
    case nothing
    /// Everything but these.
    case without([Secret])
  }

  /// Reads the body leniently: a hint may repeat bytes of a request, cut anywhere, that are no UTF-8.
  ///
  /// `budget` is how much of it there may be.
  init(_ response: Response, within budget: JSONBudget = .small) {
    self.response = response
    body = Result { () throws(JSONSyntaxError) in
      try JSONText(checking: response.body, invalidText: .repaired, within: budget)
    }
  }

  /// The body, or nil where it is no JSON.
  var tree: JSON? { text?.tree }

  private var text: JSONText? { try? body.get() }

  /// Whether the status says that it was done.
  var isSuccess: Bool { (200..<300).contains(response.status) }

  /// Which of Pi-hole's errors it is, such as `rate_limiting`.
  var errorKey: String? { text("key") }

  /// Whether another program keeps the database to itself, so that nothing was read or written.
  var saysDatabaseIsLocked: Bool {
    response.status == 400 && errorKey == "database_error" && text("hint")?.holds(Complaint.lockedWords) == true
  }

  /// Whether what was to be removed was not there: 404 without a word of explanation.
  var saysNotThere: Bool { response.status == 404 && text?.isObject == true && text?["error"] == nil }

  /// Whether the one thing that was sent is at fault, such as a regular expression that is none.
  var isAboutWhatWasSent: Bool {
    response.status == 400 && ["bad_request", "regex_error", "uri_error", "body_error"].contains(errorKey)
  }

  /// Whether the password was right and a token is wanted as well.
  var asksForSecondFactor: Bool { response.status == 400 && text("message")?.holds("2FA") == true }

  /// The body of a success as a tree; throws what a failure means.
  func value(quoting: Quoting) throws(ProviderError) -> JSON { try checked(quoting: quoting).tree }

  /// The body of a success, of which no tree is made; throws what a failure means.
  func checked(quoting: Quoting) throws(ProviderError) -> JSONText {
    guard isSuccess else { throw failure(quoting: quoting) }
    switch body {
    case .success(let text): return text
    case .failure(let error) where error.isOverBudget: throw .tooMuch(error.description)
    case .failure(let error): throw unreadable("the Pi-hole's answer is not JSON: \(error)")
    }
  }

  /// Why a success cannot be used.
  func unreadable(_ what: String) -> ProviderError { response.isWebPage ? .webPage : .unexpected(what) }

  /// Whether it was not looked at because logins are throttled.
  var isThrottled: Bool { response.status == 429 && errorKey == "rate_limiting" }

  /// What an answer that is no success means.
  func failure(quoting: Quoting) -> ProviderError {
    let words = quotation(quoting)
    return switch response.status {
    case 300..<400: .redirected(response.status)
    case 401: .sessionRefused
    case 403: .forbidden(words)
    case 404: .noAPI
    case 400 where text("hint")?.holds("/admin/api") == true: .wrongBase
    case 429 where errorKey == "api_seats_exceeded": .seatsTaken(retryAfterSeconds)
    case 429 where isThrottled: .loginsThrottled(retryAfterSeconds)
    case 429: .asksForPatience(retryAfterSeconds)
    case 500 where errorKey == "dns_failure": .resolverFailed
    case 400 where saysDatabaseIsLocked: .databaseLocked
    case 400 where errorKey == "database_error": .databaseUnusable(words)
    case 500...: .notReady(response.status, words, forSeconds: response.secondsOfPeace)
    default: .unexpectedStatus(response.status, words)
    }
  }

  private func text(_ member: String) -> String? {
    text?["error"]?[member]?.string
  }

  /// Message and hint as the system gave them, or nil.
  func quotation(_ quoting: Quoting) -> String? {
    guard let message = text("message") else { return nil }
    return Self.quotation(of: text("hint").map { "\(message): \($0)" } ?? message, quoting)
  }

  /// `words` of the system as far as they may be shown.
  static func quotation(of words: String, _ quoting: Quoting) -> String? {
    switch quoting {
    case .nothing: nil
    case .without(let secrets): Quotation.of(words, without: secrets)
    }
  }

  /// Pi-hole itself never says; something in front of it may.
  private var retryAfterSeconds: Int? { response.retryAfterSeconds }
}
