import CivilTime
import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// Every sentence about a guest pass that is not one of the server's own refusals.
enum EasyControlMessages {
  // MARK: - The secret

  static func noPairing(_ system: Name) -> ProviderError {
    ProviderError(
      .refusedCredentials, "the stored secret is not a pairing", hint: "'reconcile pair \(system) --replace' makes one",
      code: "secret.form")
  }

  static func otherVersion(_ version: Int, _ system: Name) -> ProviderError {
    ProviderError(
      .refusedCredentials, "the stored pairing has version \(version), which this program does not know",
      hint: "update reconcile if a later version made it; 'reconcile pair \(system) --replace' makes another",
      code: "secret.form")
  }

  static func otherAddress(_ paired: BaseURL, _ url: BaseURL, _ system: Name) -> ProviderError {
    ProviderError(
      .refusedCredentials, "the pairing is with \(paired.text.quoted), and was not sent to \(url.text.quoted)",
      hint: "write that address in 'url', or pair with the other one: 'reconcile pair \(system) --replace'",
      code: "secret.other-address")
  }

  // MARK: - The server

  static let webPage = ProviderError(
    .unexpectedReply, "the server answered with a web page, not Easy Control's API",
    hint: "give Home Assistant's own address as 'url', as in http://homeassistant.local:8123")

  static func notUnderstood(_ what: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the server's answer about \(what) cannot be understood")
  }

  static func tooMany(_ count: Int, most: Int) -> ProviderError {
    ProviderError(
      .unexpectedReply, "the guest pass has \(count) entities; at most \(most) are supported",
      hint: "have an administrator of Home Assistant make a pass for fewer", code: "easy-control.too-many")
  }

  static func notJSON(_ error: JSONSyntaxError) -> ProviderError {
    ProviderError(
      .unexpectedReply,
      error.isOverBudget
        ? "the server's answer is far too large: \(error.description)"
        : "the server's answer is not JSON: \(error.description)")
  }

  /// What a status means that is no success and came without a code of Easy Control.
  static func failure(_ response: Response) -> ProviderError {
    switch response.status {
    case 300..<400:
      ProviderError(
        .unexpectedReply, "the server redirects requests (status \(response.status))",
        hint: "write the address that it redirects to in 'url'")
    case 400:
      ProviderError(
        .unexpectedReply, "the server rejected the request (status 400)",
        hint:
          "if there is a proxy, list it in 'http: trusted_proxies:' of Home Assistant, or use Home Assistant's own address"
      )
    case 403: ProviderError(.refusedCredentials, "the server does not allow this machine anything (status 403)")
    case 404:
      ProviderError(
        .notFound, "no guest API at this address",
        hint:
          "check that Easy Control is installed and Home Assistant has started; end 'url' with the port, as in http://homeassistant.local:8123"
      )
    case 429: .busy("it is rate-limiting requests", forSeconds: response.retryAfterSeconds)
    case 500...: .unavailable("the server answers with status \(response.status)", forSeconds: response.secondsOfPeace)
    default: ProviderError(.unexpectedReply, "the server answers with status \(response.status)")
    }
  }

  static func title(_ contract: Grant.Contract) -> String { "Easy Control, contract \(contract.rawValue)" }

  static let noStates = Message(
    code: "easy-control.no-states",
    "the server has contract 1, which reports no states: it can only run an action",
    hint: "use 'action: door.open' and 'TARGET at TIME', or update Easy Control and pair again")

  // MARK: - The pass

  static func tokenEnds(_ end: Instant, _ system: Name) -> CredentialEnd {
    CredentialEnd(code: "easy-control.token-ends", "the guest pass", .until(end), remedy: newPass(system))
  }

  static func usesEnd(_ uses: Int, _ system: Name) -> CredentialEnd {
    CredentialEnd(code: "easy-control.uses-end", "the guest pass", .uses(uses), remedy: newPass(system))
  }

  static func uses(_ count: Int) -> String { count == 1 ? "1 use left" : "\(count) uses left" }

  private static func newPass(_ system: Name) -> String {
    "have an administrator of Home Assistant make a new one; then 'reconcile pair \(system) --replace'"
  }

  // MARK: - Single entities

  static func notKnown(_ word: String) -> Message {
    Message(
      code: "easy-control.not-known", "is \(word.quoted), so its state is unknown",
      hint: "check that its device is switched on and in reach, and see its page in Home Assistant")
  }

  static func stuck(_ word: String) -> Message {
    Message(code: "easy-control.\(word)", "is \(word): its motor could not move it", hint: "check the door")
  }

  static func moving(_ word: String) -> Message {
    Message(code: "easy-control.moving", "is \(word) right now")
  }

  static func notGranted(_ action: String, _ system: Name) -> Message {
    Message(
      code: "easy-control.not-granted", "cannot be done: the guest pass does not allow '\(action)' for it",
      hint: "'reconcile pair \(system) --status' shows what it allows")
  }

  static func cannot(_ action: String) -> Message {
    Message(
      code: "easy-control.no-such-service", "cannot do '\(action)': its device does not support it",
      hint: "remove it from the target")
  }
}
