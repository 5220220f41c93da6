import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// All that this module says to people. The console's own words are quoted and never trusted.
enum UniFiMessages {
  // MARK: The way there

  /// Where a key for a console comes from.
  static let consoleKey = "make one in UniFi Network under Settings, Control Plane, Integrations"
  /// What is no key for a console.
  static let otherKey = "a key of the Site Manager (unifi.ui.com) does not work here"
  /// Where a key for the vendor's cloud comes from.
  static let connectorKey =
    "the cloud connector takes only a key of the Site Manager (unifi.ui.com): make one there, or give the console's own "
    + "address as 'url', which takes a key that was made on the console"

  static func transport(_ error: TransportError, from system: Name) -> ProviderError {
    ProviderError(
      error,
      untrustedHint:
        "'reconcile trust \(system)' shows the key of its self-signed certificate, and the line for the secret "
        + "that accepts only that key")
  }

  static func webPage(status: Int) -> ProviderError {
    ProviderError(
      .notReady, "the console answers \(status) with a web page",
      hint: "wait if it is still starting; otherwise the 'url' is not that of a UniFi OS console")
  }

  static func notJSON(_ reason: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the console's answer is not JSON: \(reason)")
  }

  static func malformed(_ words: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the console's answer is inconsistent: \(words)")
  }

  static func tooMuch(_ reason: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the console's answer is too large: \(reason)", code: tooMuchCode)
  }

  /// Whether `error` says that an answer has more than was to be read of it.
  static func isTooMuch(_ error: ProviderError) -> Bool { error.message.code == tooMuchCode }

  private static let tooMuchCode = "unifi.answer-too-large"

  private static let tooManyCode = "unifi.too-many"
  private static let tooLargeCode = "unifi.too-large"

  static func tooMany(_ what: String, count: Int, most: Int) -> ProviderError {
    ProviderError(
      .unexpectedReply, "the console lists \(count) \(what); at most \(most) are supported",
      hint: "delete what nobody needs in UniFi Network", code: tooManyCode)
  }

  static func tooLarge(_ what: String, size: Int) -> ProviderError {
    ProviderError(
      .unexpectedReply,
      "one of the console's \(what) has \(size >> 10) KiB; at most \(JSONBudget.small.bytes >> 10) are supported",
      hint: "look in UniFi Network for one with a very long name or list", code: tooLargeCode)
  }

  static func tooLong(_ what: String, most: JSONBudget) -> ProviderError {
    ProviderError(
      .unexpectedReply,
      "the console's list of \(what) is too long: over \(most.bytes >> 20) MiB, or over \(most.values) values",
      hint: "look in UniFi Network for many very long names or lists", code: tooLargeCode)
  }

  /// Why nothing can be said of one kind, where `error` is about its list alone; nil where it is about the console.
  static func disproportion(_ error: ProviderError) -> Message? {
    [tooManyCode, tooLargeCode].contains(error.message.code) ? error.message : nil
  }

  // MARK: Version and site

  static let noVersion = ProviderError(
    .unexpectedReply, "the console reports no 'applicationVersion'",
    hint: "check that the 'url' is that of a UniFi OS console")

  static func tooOld(_ version: UniFiVersion) -> ProviderError {
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
      hint: "write one of them as 'site', or give it to 'init' with --site: \(listing(sites))")
  }

  static func site(_ text: String, fits fitting: [UniFiSite], among sites: [UniFiSite]) -> ProviderError {
    if fitting.count > 1 {
      return ProviderError(
        .notFound, "\(text.quoted) matches \(fitting.count) sites",
        hint: "write the UUID of one of them: "
          + fitting.map { "\($0.name.quoted) \($0.id)" }.sorted().joined(separator: ", "))
    }
    let hint =
      switch sites.count {
      case 0: "the console lists no site; the administrator who made the API key needs access to one"
      case 1: "the only site is \(listing(sites)); 'site' may be left out"
      default: "the console has \(listing(sites))"
      }
    return ProviderError(.notFound, "unknown site \(text.quoted)", hint: hint)
  }

  private static func listing(_ sites: [UniFiSite]) -> String {
    sites.map { site in "\(site.name.quoted)" + (site.reference.map { " (\($0))" } ?? "") }.sorted().joined(
      separator: ", ")
  }

  // MARK: Kinds

  /// `policies`: how many firewall policies that somebody made were read; nil where they were not.
  static func noRules(_ policies: Int?) -> Message {
    let hint =
      switch policies {
      case nil: "write 'firewall-policies' instead of 'acl-rules' if your rules are firewall policies"
      case 0?: "create a rule in UniFi Network first; it has no firewall policies of yours either"
      case 1?: "write 'firewall-policies' instead of 'acl-rules' if you mean the firewall policy that it has"
      case let count?:
        "write 'firewall-policies' instead of 'acl-rules' if you mean the \(count) firewall policies that it has"
      }
    return Message(code: "unifi.acl-list-empty", "the site has no ACL rules", hint: hint)
  }

  static let noSwitch = Message(
    code: "unifi.no-switch", "the site has no UniFi switch, and only switches enforce ACL rules: they do nothing here",
    hint: "use firewall policies, or name the devices under 'devices'")

  static func noPolicies(_ version: UniFiVersion) -> Message {
    Message(
      code: "unifi.no-firewall-policies", "UniFi Network \(version) offers no firewall policies through its API",
      hint: updateForPolicies)
  }

  static func earlyPolicies(_ version: UniFiVersion) -> Message {
    Message(
      code: "unifi.early-firewall-policies",
      "UniFi Network \(version) writes firewall policies in another way than later versions; none is changed",
      hint: updateForPolicies)
  }

  private static let updateForPolicies =
    "update UniFi Network to 10.1.78 or later; until then, ACL rules and WiFi networks can be switched"

  static func noDevicePolicies(_ version: UniFiVersion) -> Message {
    Message(
      code: "unifi.no-firewall-policies",
      "UniFi Network \(version) cannot create firewall policies for devices through its API",
      hint: "update it to 10.1.78 or later; until then create an ACL rule for the devices by hand and name it under "
        + "'acl-rules'")
  }

  /// Why nothing can be said of `kind`, whose list met with `setback`.
  static func listUnread(_ kind: ObjectKind, _ setback: Setback) -> Message {
    switch setback {
    case .refused(let refusal): listRefused(kind, refusal)
    case .failed(let error), .cutOff(let error):
      disproportion(error)
        ?? Message(
          code: "unifi.list-unread", "the console's list of \(kind.plural) cannot be read: \(error.message.text)",
          hint: error.message.hint, mayPass: error.isTransient)
    }
  }

  static func listRefused(_ kind: ObjectKind, _ refusal: UniFiRefusal) -> Message {
    if refusal.meansNoZoneFirewall { return kind == .devicePolicy ? noZonesForDevices : noZoneFirewall }
    let error = Setback.refused(refusal).errorOfOneList
    return Message(
      code: "unifi.list-refused", "the console does not list its \(kind.plural): \(error.message.text)",
      hint: refusal.status == 403 ? fullPermission : error.message.hint, mayPass: error.isTransient)
  }

  /// For a key that has been accepted.
  static let fullPermission = "give the administrator who made the key full permission for Network"

  private static let noZoneFirewall = Message(
    code: "unifi.no-zone-firewall",
    "the site does not use the zone-based firewall, and has no firewall policies without it",
    hint: "use 'acl-rules' if your rules are ACL rules; otherwise move the site to the zone-based firewall "
      + "in UniFi Network, which cannot be undone")

  private static let noZonesForDevices = Message(
    code: "unifi.no-zone-firewall",
    "the site does not use the zone-based firewall, which rules for devices need",
    hint:
      "move the site to the zone-based firewall in UniFi Network, which cannot be undone; or create an ACL rule for "
      + "the devices by hand and name it under 'acl-rules'")

  // MARK: Objects

  static func blocksEverything(_ name: String) -> Message {
    Message(
      code: "unifi.blocks-everything",
      "\(name.quoted) blocks, and neither its source nor its destination leaves anything out: enabled, it would cut off everything",
      hint: "give the rule a source or a destination that is not everything, in UniFi Network")
  }

  static func unknownAction(_ spelling: String) -> Message {
    Message(
      code: "unifi.unknown-action",
      "this version of reconcile does not know its action \(spelling.quoted); it is left alone",
      hint: "use a version that knows it, or keep it out of the target with 'not'")
  }

  static let noID = Message(
    code: "unifi.no-id", "the console lists it without an id, so it cannot be switched through the API",
    hint: "open it in UniFi Network and save it again, or delete it there and create it again")

  static func wifiSchedule(_ name: String) -> Message {
    Message(
      code: "unifi.own-schedule", "\(name.quoted) also has its own WiFi schedule in UniFi Network",
      hint: "remove that schedule if only this policy should decide: the WiFi is off during it as well")
  }
}

extension ObjectKind {
  /// What users call several.
  var plural: String {
    switch self {
    case .aclRule: "ACL rules"
    case .firewallPolicy, .devicePolicy: "firewall policies"
    case .wifi: "WiFi networks"
    default: rawValue
    }
  }

  /// As the subject of a sentence.
  var withArticle: String { (self == .aclRule ? "an " : "a ") + inWords }

  /// What users call one.
  var inWords: String { SystemKind.unifi.selectors.first { $0.object == self }?.one ?? rawValue }

  /// What users call one where it is clear what is meant.
  var briefly: String {
    switch self {
    case .aclRule: "rule"
    case .firewallPolicy, .devicePolicy: "policy"
    default: inWords
    }
  }
}
