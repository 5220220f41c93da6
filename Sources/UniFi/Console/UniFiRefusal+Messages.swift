import Providers

extension UniFiRefusal {
  /// The refusal as an error of the system as a whole.
  var error: ProviderError {
    switch status {
    case 401:
      ProviderError(
        .refusedCredentials, "the console does not accept the API key" + quoted,
        hint: isThroughConnector ? UniFiMessages.connectorKey : UniFiMessages.consoleKey + "; " + UniFiMessages.otherKey
      )
    case 403: forbidden
    case 404: notFound
    case 408: ProviderError(.timedOut, "no answer in time" + quoted)
    case 429: .busy("the console is rate-limiting requests", forSeconds: retryAfterSeconds, quoting: quoted)
    case 502, 503, 504:
      .unavailable(
        "the console answers \(status)", forSeconds: secondsOfPeace, quoting: quoted,
        hint: "wait a few minutes: UniFi Network is starting or restarting")
    case 300..<400:
      ProviderError(
        .unexpectedReply, "the console answers \(status), a redirection",
        hint: "check that the 'url' is that of a UniFi OS console")
    default:
      ProviderError(
        .unexpectedReply, "the console answers \(status)" + quoted,
        hint: requestID.map { "if this continues, look in the console's log for the request id \($0.quoted)" })
    }
  }

  private var forbidden: ProviderError {
    ProviderError(
      .refusedCredentials, "the API key may not do this" + quoted,
      hint: UniFiMessages.fullPermission + "; a stand-alone controller (not UniFi OS) cannot be used")
  }

  private var notFound: ProviderError {
    meansGone ? ProviderError(.notFound, "the console did not find what was requested" + quoted) : noAPI
  }

  /// Nothing is where every console has something.
  var noAPI: ProviderError {
    ProviderError(
      .unsupported, "the console does not have this API" + quoted,
      hint: "check the path of the 'url'; ACL rules and WiFi networks need UniFi Network 10.0 or later, "
        + "firewall policies 10.1.78")
  }

  private var quoted: String { message.map { ": \($0.quoted)" } ?? "" }

  /// Whether the console says that an object is not there, and not that it has no such path.
  var meansGone: Bool { status == 404 && !isWebPage && code != "api.request.error" && !meansNoEndpoint }

  /// Whether the application looked at the request and refuses just this. A console that is restarting, and whatever is in
  /// front of it, is not meant.
  var isDefinite: Bool {
    if isWebPage || [401, 403, 408, 429].contains(status) { return false }
    return (400..<500).contains(status) || (status == 500 && isOfApplication)
  }

  /// Whether the site has not been moved to the zone-based firewall.
  var meansNoZoneFirewall: Bool { code == "api.firewall.zone-based-firewall-not-configured" }

  /// Whether the status says nothing about whether a write took effect.
  var isAboutServer: Bool { status >= 500 || status == 408 }

  /// Whether every other request would fare the same.
  var isAboutWholeSystem: Bool { [401, 403, 404, 429].contains(status) || (300..<400).contains(status) }
}
