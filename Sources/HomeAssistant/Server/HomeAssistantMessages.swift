import CivilTime
import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// Every sentence about a Home Assistant that cannot be read or switched.
enum HomeAssistantMessages {
  static let newToken =
    "make one on the profile page of a user without administrator rights (Security, Long-lived access tokens), and "
    + "store it"

  static let noToken = ProviderError(
    .refusedCredentials, "what is stored is no access token: a token has neither spaces nor letters outside ASCII",
    hint: newToken, code: "secret.form")

  static func tokenEnded(_ end: Instant) -> ProviderError {
    ProviderError(
      .refusedCredentials, "the access token ended on \(day(end)), and was not sent", hint: newToken,
      code: "secret.ended")
  }

  static func tokenEnds(_ end: Instant) -> Message {
    Message(code: "home-assistant.token-ends", "the access token ends on \(day(end))", hint: newToken)
  }

  /// Refusals count: after some of them a server that is set up so bans this machine until a person lifts that.
  static let tokenRefused = ProviderError.final(
    "the server refused the token, or its user may not do this; it is not asked again, as a few refusals may ban "
      + "this machine",
    hint: "\(newToken); then, or at a terminal, it is asked again")

  static let banned = ProviderError(
    .refusedCredentials, "the server has banned this machine after wrong tokens",
    hint: "store the right token, remove this machine's address from 'ip_bans.yaml' there, and restart Home Assistant")

  static func notRunning(_ state: String) -> ProviderError {
    ProviderError(
      .notReady,
      "the server is still starting or about to stop (its state is \(state.quoted)), so that nothing it "
        + "says now is believed", hint: "the next run asks again")
  }

  static let recoveryMode = ProviderError(
    .notReady, "the server is in recovery mode: its configuration is broken, and entities are missing",
    hint: "mend its configuration and restart it")

  static let webPage = ProviderError(
    .unexpectedReply, "a web page came in place of an answer of Home Assistant",
    hint: "'url' has to be Home Assistant's own address, such as http://homeassistant.local:8123")

  static func notUnderstood(_ what: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the server's answer about \(what) is not understood")
  }

  static func tooMuch(_ what: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the server answers with far more than it can mean: \(what)")
  }

  static func notJSON(_ error: JSONSyntaxError) -> ProviderError {
    ProviderError(.unexpectedReply, "the server's answer is not JSON: \(error.description)")
  }

  /// What a status that is no success means for a request that reads.
  static func failure(_ response: Response) -> ProviderError {
    switch response.status {
    case 300..<400:
      ProviderError(
        .unexpectedReply, "the server's address leads elsewhere (status \(response.status))",
        hint: "write the address that it leads to into 'url'")
    // Measured: a proxy that is not in `trusted_proxies` makes every request fail so.
    case 400:
      ProviderError(
        .unexpectedReply, "the server refused the request as it came (status 400)",
        hint: "behind a proxy, list that in 'http: trusted_proxies:' of Home Assistant, or use its own address")
    case 404:
      ProviderError(
        .notFound, "there is no API of Home Assistant at this address",
        hint: "'url' ends with the port, such as http://homeassistant.local:8123")
    case 429: ProviderError(.busy(retryAfterSeconds: response.retryAfterSeconds), "it asks to be left alone")
    case 500...: ProviderError(.notReady, "the server answers with status \(response.status)")
    default: ProviderError(.unexpectedReply, "the server answers with status \(response.status)")
    }
  }

  static func title(_ server: HomeAssistantClient.Server) -> String { "Home Assistant \(server.version)" }

  private static func day(_ instant: Instant) -> String {
    String("\(instant)".prefix { $0 != "T" })
  }
}

/// What is said of single entities.
extension HomeAssistantMessages {
  static func notKnown(_ words: String) -> Message {
    Message(
      code: "home-assistant.not-known", "is \(words), so that its state is not known",
      hint: "look whether its device is switched on and in reach, and at its page in Home Assistant")
  }

  static func stuck(_ word: String) -> Message {
    Message(
      code: "home-assistant.\(word)", "is \(word): its motor could not move it", hint: "look at the door")
  }

  static func moving(_ word: String) -> Message {
    Message(code: "home-assistant.moving", "is \(word) at the moment")
  }

  static func cannot(_ service: EntityDomain.Service?) -> Message {
    Message(
      code: "home-assistant.no-such-service", "cannot do that: its device has no '\(service?.name ?? "")'",
      hint: "take it out of the target")
  }
}
