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
    .refusedCredentials, "the stored secret is not an access token: a token is plain ASCII without spaces",
    hint: newToken, code: "secret.form")

  static func tokenEnded(_ end: Instant) -> ProviderError {
    ProviderError(
      .refusedCredentials, "the access token expired on \(end.utcMinute), and was not sent", hint: newToken,
      code: "secret.ended")
  }

  static func tokenEnds(_ end: Instant) -> CredentialEnd {
    CredentialEnd(code: "home-assistant.token-ends", "the access token", .until(end), remedy: newToken)
  }

  /// Refusals count: after some of them a server that is set up so bans this machine until somebody lifts that.
  static let tokenRefused = ProviderError.final(
    "the server refused the token, or its user may not do this; there is no retry, since a few refusals may ban this "
      + "machine",
    hint: newToken)

  /// To a call, by a server that has just accepted the same token.
  static let mayOnlyRead = ProviderError.final(
    "the server accepts the token, but its user may not switch anything; there is no retry, since a few refusals may ban "
      + "this machine",
    hint:
      "its user is in the group 'Read only': put it into the group 'Users', which needs no administrator rights, or "
      + "make a token as another user; then run 'reconcile apply' in a terminal")

  static let banned = ProviderError(
    .refusedCredentials, "the server has banned this machine after wrong tokens",
    hint: "store the right token, remove this machine's address from 'ip_bans.yaml' there, and restart Home Assistant")

  static func notRunning(_ state: String) -> ProviderError {
    ProviderError(
      .notReady,
      "the server is still starting or about to stop (its state is \(state.quoted)), so its answers are not used yet",
      hint: "the next run tries again")
  }

  static let recoveryMode = ProviderError(
    .notReady, "the server is in recovery mode: its configuration is broken, and entities are missing",
    hint: "fix its configuration and restart it")

  static let webPage = ProviderError(
    .unexpectedReply, "the server answered with a web page, not Home Assistant's API",
    hint: "give Home Assistant's own address as 'url', as in http://homeassistant.local:8123")

  static func notUnderstood(_ what: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the server's answer about \(what) cannot be understood")
  }

  static func tooMuch(_ what: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the server's answer is far too large: \(what)")
  }

  static func tooMany(most: Int) -> ProviderError {
    ProviderError(
      .unexpectedReply,
      "the server lists more than \(most) entities that can be switched; at most \(most) are supported",
      hint: "disable in Home Assistant what nobody needs", code: "home-assistant.too-many")
  }

  static func tooManyMembers(most: Int) -> ProviderError {
    ProviderError(
      .unexpectedReply, "the server's groups have more than \(most) members in total; at most \(most) are supported",
      hint: "delete groups in Home Assistant that nobody needs", code: "home-assistant.too-many")
  }

  static func notJSON(_ error: JSONSyntaxError) -> ProviderError {
    ProviderError(.unexpectedReply, "the server's answer is not JSON: \(error.description)")
  }

  /// What a status that is no success means for a request that reads.
  static func failure(_ response: Response) -> ProviderError {
    switch response.status {
    case 300..<400:
      ProviderError(
        .unexpectedReply, "the server redirects requests (status \(response.status))",
        hint: "write the address that it redirects to in 'url'")
    // Measured: a proxy that is not in `trusted_proxies` makes every request fail so.
    case 400:
      ProviderError(
        .unexpectedReply, "the server rejected the request (status 400)",
        hint:
          "if there is a proxy, list it in 'http: trusted_proxies:' of Home Assistant, or use Home Assistant's own address"
      )
    case 404:
      ProviderError(
        .notFound, "no Home Assistant API at this address",
        hint: "end 'url' with the port, as in http://homeassistant.local:8123")
    case 429: .busy("it is rate-limiting requests", forSeconds: response.retryAfterSeconds)
    case 500...: .unavailable("the server answers with status \(response.status)", forSeconds: response.secondsOfPeace)
    default: ProviderError(.unexpectedReply, "the server answers with status \(response.status)")
    }
  }

  static func title(_ server: HomeAssistantClient.Server) -> String { "Home Assistant \(server.version)" }
}

/// What is said of single entities.
extension HomeAssistantMessages {
  static func notKnown(_ words: String) -> Message {
    Message(
      code: "home-assistant.not-known",
      words == "unknown" ? "is unknown: its device has told no state yet" : "is \(words), so its state is unknown",
      hint: "check that its device is switched on and in reach, and see its page in Home Assistant")
  }

  static func notJudged(_ fault: GroupFault) -> Message {
    Message(
      code: "home-assistant.not-known", "is \(fault.words), so its state is unknown",
      hint: "edit the group in Home Assistant")
  }

  static func stuck(_ word: String) -> Message {
    Message(
      code: "home-assistant.\(word)", "is \(word): its motor could not move it", hint: "check the door")
  }

  static func moving(_ word: String) -> Message {
    Message(code: "home-assistant.moving", "is \(word) right now")
  }

  static let isAssumed = Message(
    code: "home-assistant.assumed-state", "its state is assumed: its device reports none")

  static func cannot(_ service: EntityDomain.Service?) -> Message {
    Message(
      code: "home-assistant.no-such-service", "cannot do that: its device has no '\(service?.name ?? "")'",
      hint: "remove it from the target")
  }
}
