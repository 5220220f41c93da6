internal import HTTPTransport
internal import Reconciliation

/// All that this module says to people. The console's own words are quoted and never trusted.
enum UniFiWording {
  // MARK: The way there

  static func transport(_ error: TransportError) -> ProviderError {
    switch error.kind {
    case .unresolved, .refused, .broken, .failed: ProviderError(.unreachable, error.message)
    case .timedOut: ProviderError(.timedOut, error.message)
    case .untrusted:
      ProviderError(
        .unreachable, error.message,
        hint: "a console's own certificate is self-signed: 'reconcile trust SYSTEM' shows its key, "
          + "and 'tls: {pin: …}' in the policy accepts that key alone")
    case .plaintextRefused:
      ProviderError(.unreachable, error.message, hint: "use 'https' in the system's 'url'")
    case .tooLarge: ProviderError(.unexpectedReply, error.message)
    case .cancelled: ProviderError(.cancelled, error.message)
    }
  }

  static func webPage(status: Int) -> ProviderError {
    ProviderError(
      .notReady, "the console answers \(status) with a web page",
      hint: "it is still starting, or the 'url' is not that of a UniFi OS console")
  }

  static func notJSON(_ reason: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the console's answer is not JSON: \(reason)")
  }

  static func malformed(_ words: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the console's answer does not hold together: \(words)")
  }

  // MARK: Version and site

  static let noVersion = ProviderError(
    .unexpectedReply, "the console gives no 'applicationVersion'",
    hint: "check that the 'url' is that of a UniFi OS console")

  static func tooOld(_ version: String) -> ProviderError {
    ProviderError(
      .unsupported, "the console runs UniFi Network \(version), whose API has no ACL rules",
      hint: "update UniFi Network to 10.1.78 or later")
  }

  static func siteNotGiven(_ sites: [UniFiSite]) -> ProviderError {
    if sites.isEmpty {
      return ProviderError(
        .notFound, "the console lists no site",
        hint: "the administrator who made the API key needs access to a site")
    }
    return ProviderError(
      .notFound, "the console has \(sites.count) sites and the policy names none",
      hint: "write one of them as 'site': \(listing(sites))")
  }

  static func site(_ text: String, fits fitting: [UniFiSite], among sites: [UniFiSite]) -> ProviderError {
    if fitting.count > 1 {
      return ProviderError(
        .notFound, "the site '\(text)' fits \(fitting.count) sites",
        hint: "write the UUID of one of them: "
          + fitting.map { "'\($0.name)' \($0.id)" }.sorted().joined(separator: ", "))
    }
    let hint =
      switch sites.count {
      case 0: "the console lists no site; the administrator who made the API key needs access to one"
      case 1: "the only site is \(listing(sites)); 'site' may be left out"
      default: "the console has \(listing(sites))"
      }
    return ProviderError(.notFound, "there is no site '\(text)'", hint: hint)
  }

  private static func listing(_ sites: [UniFiSite]) -> String {
    sites.map { site in "'\(site.name)'" + (site.reference.map { " (\($0))" } ?? "") }.sorted().joined(separator: ", ")
  }

  // MARK: Rules

  static let noRules = Notice(
    code: "unifi.acl-list-empty", "the site has no ACL rules",
    hint: "the household's rules may be firewall policies")

  static func blocksEverything(_ name: String) -> Notice {
    Notice(
      code: "unifi.blocks-everything",
      "'\(name)' blocks and has neither source nor destination: enabled, it would cut off everything",
      hint: "give the rule a source or a destination in UniFi Network")
  }
}

// MARK: Refusals

extension UniFiRefusal {
  /// The refusal as an error of the system as a whole.
  var error: ProviderError {
    switch status {
    case 401:
      ProviderError(
        .refusedCredentials, "the console does not accept the API key" + quoted,
        hint: "make one in UniFi Network under Settings, Control Plane, Integrations; a Site Manager key is another")
    case 403: forbidden
    case 404: notFound
    case 408: ProviderError(.timedOut, "no answer in time" + quoted)
    case 429:
      ProviderError(.busy(retryAfterSeconds: retryAfterSeconds), "the console asks to be left alone" + quoted)
    case 502, 503, 504:
      ProviderError(
        .notReady, "the console answers \(status)" + quoted, hint: "UniFi Network is starting or restarting")
    case 300..<400:
      ProviderError(
        .unexpectedReply, "the console answers \(status), a redirection",
        hint: "check that the 'url' is that of a UniFi OS console")
    default:
      ProviderError(
        .unexpectedReply, "the console answers \(status)" + quoted,
        hint: requestID.map { "its log has more under the request id '\($0)'" })
    }
  }

  private var forbidden: ProviderError {
    ProviderError(
      .refusedCredentials, "the API key may not do this" + quoted,
      hint: "the key acts as the administrator who made it and needs full permission for Network; "
        + "a stand-alone controller (not UniFi OS) cannot be used")
  }

  private var notFound: ProviderError {
    if meansGone { return ProviderError(.notFound, "the console does not find what was asked for" + quoted) }
    return ProviderError(
      .unsupported, "the console has no such interface" + quoted,
      hint: "check the path of the 'url'; ACL rules need UniFi Network 10.0 or later")
  }

  private var quoted: String { message.map { ": '\($0)'" } ?? "" }

  /// Whether the console says that an object is not there, and not that it has no such path.
  var meansGone: Bool {
    status == 404 && !isWebPage && code != "api.request.error" && message?.hasPrefix("No endpoint") != true
  }

  /// Whether the status says nothing about whether a write took effect.
  var isAboutServer: Bool { status >= 500 || status == 408 }

  /// Whether every other request would fare the same.
  var isAboutWholeSystem: Bool { [401, 403, 404, 429].contains(status) || (300..<400).contains(status) }

  /// The member of the body that the console does not know; nil where that is not what it says.
  var unknownMember: MemberPath? {
    guard status == 400, code == "api.request.unknown-property" else { return nil }
    return message.flatMap { MemberPath(quotedIn: $0) }
  }
}

// MARK: Changes

extension UniFiWording {
  static func noSuchSwitch(_ change: Change) -> Notice {
    Notice(
      code: "unifi.no-such-switch",
      "\(change.kind.rawValue) '\(change.name)' cannot be moved to '\(change.to.position.rawValue)' on a UniFi console")
  }

  static func gone(_ name: String) -> Notice {
    Notice(code: "unifi.gone", "'\(name)' was deleted meanwhile")
  }

  static func becameAnother(_ name: String) -> Notice {
    Notice(
      code: "unifi.became-another", "'\(name)' was edited meanwhile and is no longer the rule that was planned for")
  }

  static func notWritable(_ name: String) -> Notice {
    Notice(code: "unifi.not-writable", "'\(name)' is no longer a user-defined rule that blocks or allows")
  }

  static func already(_ name: String, _ isEnabled: Bool) -> Notice {
    Notice(code: "unifi.already", "'\(name)' was moved meanwhile and is already \(word(isEnabled))")
  }

  static func updateRefused(_ name: String, _ refusal: UniFiRefusal) -> Notice {
    Notice(
      code: "unifi.update-refused", "'\(name)' was not changed: \(refusal.error.message)", hint: refusal.error.hint)
  }

  static func notReadBack(_ name: String, _ error: ProviderError, doubt: ProviderError?) -> Notice {
    let sent = doubt.map { "the answer to the change was lost (\($0.message))" } ?? "the change was accepted"
    return Notice(
      code: "unifi.not-read-back", "'\(name)': \(sent), and reading it back failed: \(error.message)", hint: error.hint)
  }

  static func goneAfterwards(_ name: String) -> Notice {
    Notice(code: "unifi.gone-afterwards", "'\(name)' was sent, and is no longer there to be read back")
  }

  static func notShown(_ name: String, _ wanted: Bool) -> Notice {
    Notice(
      code: "unifi.not-shown", "the console accepted '\(name)' and still shows it \(word(!wanted))",
      hint: "the next run tries again; if it stays so, move it once in UniFi Network and look for an error there")
  }

  static func didNotArrive(_ name: String, _ doubt: ProviderError) -> Notice {
    Notice(code: "unifi.did-not-arrive", "'\(name)' was not changed: \(doubt.message)", hint: doubt.hint)
  }

  static func answerLost(_ name: String, _ doubt: ProviderError) -> Notice {
    Notice(
      code: "unifi.answer-lost",
      "the answer to the change of '\(name)' was lost (\(doubt.message)); reading it back shows it")
  }

  static func leftOut(_ member: MemberPath, of name: String) -> Notice {
    Notice(
      code: "unifi.member-left-out",
      "the console refuses the member '\(member)' of '\(name)' that it gave itself; it was left out",
      hint: "look at the rule in UniFi Network: what the member says there may be reset")
  }

  static func otherMembersChanged(_ name: String, _ members: [String], areDecisive: Bool) -> Notice {
    let list = members.map { "'\($0)'" }.joined(separator: ", ")
    return Notice(
      code: "unifi.other-member-changed",
      "'\(name)' was moved, and \(list) of it differs now from what was read before",
      hint: areDecisive
        ? "check the rule in UniFi Network at once: it may meet other traffic than before"
        : "somebody else edited the rule at the same time, or the console spells it anew")
  }

  private static func word(_ isEnabled: Bool) -> String { isEnabled ? "enabled" : "disabled" }
}
