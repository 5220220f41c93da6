import Documents
import JSONTree
import Policies
import Providers

extension Checkup {
  /// What `doctor` knows of UniFi consoles.
  static let unifi = Checkup(
    nameHint: "check the name, or write the address in numbers, such as https://192.168.1.1",
    interface: "the Network Integration API answers",
    webPageHint: "it may be starting: wait a few minutes; or 'url' is not that of a UniFi OS console "
      + "(https://192.168.1.1, and for UniFi OS Server https://HOST:11443)",
    absentHint: "'url' is the console itself, such as https://192.168.1.1; UniFi Network 10.0 or later is needed",
    part: { system in system.text("site").map { "'\($0)' is there" } ?? "there is only one" },
    credential: { _ in .ok(.credential, "the API key is accepted") }, version: version,
    rights: CheckResult(.rights, .notTried, rightsUnknown),
    scheduleHint: "remove the schedule from it in UniFi Network, and leave the hours to the policy", untold: untold,
    learn: { ($0["code"]?.string, $0["applicationVersion"]?.string) },
    stage: stage, check: check, message: message)

  fileprivate static func stage(_ path: String) -> Check? {
    path.hasSuffix("/sites") ? .site : path == "/info" ? .api : nil
  }

  private static func version(_ text: String) -> String {
    let version = UniFiVersion(text)
    let hasPolicies = version.map { $0 >= UniFiKind.firstUsablePolicies } ?? false
    return "UniFi Network \(text): "
      + (hasPolicies
        ? "ACL rules, firewall policies, WiFi"
        : "ACL rules, WiFi; firewall policies need \(UniFiKind.firstUsablePolicies)")
  }

  /// The API tells nothing of a key's role.
  private static let rightsUnknown = Message(
    code: "rights.unknown", "read access works; write access is tested only by the first change",
    hint: "doctor never writes; if a change is refused with 403, the key belongs to a view-only administrator: make "
      + "one as an administrator with full permission for Network")

  /// The API tells neither the time zone of a console nor which traffic it can tell apart.
  private static func untold(_ system: System, _ selections: [DeviceSelection]) -> [Message] {
    let clock = system.clockZone.map { zone in
      Message(
        code: "clock.untold",
        "a console does not report its time zone: whether it is '\(zone)', as the policy says, is unknown",
        hint: "compare it with the console's time zone in UniFi's settings: it keeps the hours by that clock")
    }
    let usesCatalogue = selections.contains { !$0.apps.isEmpty || !$0.categories.isEmpty }
    let traffic = Message(
      code: "traffic.untold",
      "a console does not report whether it recognizes applications, as 'apps' and 'app-categories' need",
      hint: "check that 'Traffic & Device Identification' is on in UniFi Network's settings; without it they are not "
        + "blocked")
    return [clock, usesCatalogue ? traffic : nil].compactMap(\.self)
  }

  /// | error | check |
  /// |---|---|
  /// | refused with 403 by the Network application alone | the interface |
  /// | refused with 403 before a key was accepted | the key |
  /// | refused with 403 before a site was seen | the site |
  /// | busy | the interface |
  /// | not found | the site |
  private static func check(_ failed: FailedReading) -> Check? {
    switch failed.error.kind {
    case .refusedCredentials where failed.last?.status == 403:
      if failed.isStandAlone { .api } else { failed.stage == .api ? .credential : failed.stage }
    case .busy: .api
    case .notFound: .site
    default: nil
    }
  }

  private static func message(_ check: Check, _ failed: FailedReading) -> Message? {
    switch check {
    case .api:
      let last = failed.last
      let isNone = last?.isWebPage == true || last?.status == 403 || last?.status == 404
      return failed.isStandAlone && isNone ? standAlone : nil
    case .credential:
      return Message(code: "credential.refused", failed.error.message.text, hint: keyHint(failed))
    case .site where failed.error.kind == .notFound:
      return Message(
        code: "site.unknown", failed.error.message.text,
        hint: [failed.error.message.hint, "'site' takes a name, an internal reference such as 'default', or a UUID"]
          .compactMap { $0 }.joined(separator: "; "))
    default: return nil
    }
  }

  private static func keyHint(_ failed: FailedReading) -> String {
    if failed.last?.status == 403 { return (failed.error.message.hint ?? "") + failed.readFrom }
    return UniFiKind.isConnector(failed.url)
      ? UniFiMessages.connectorKey + failed.readFrom
      : UniFiMessages.consoleKey + failed.readFrom + "; " + UniFiMessages.otherKey
  }

  private static let standAlone = Message(
    code: "api.stand-alone", "port 8443 is that of a Network application without UniFi OS, which has no API keys",
    hint: "reconcile needs UniFi OS: a console, or UniFi OS Server (https://HOST:11443)")
}

extension FailedReading {
  /// The port of the Network application where it runs without UniFi OS.
  fileprivate var isStandAlone: Bool { url.port == 8443 }

  /// The check that the last request belongs to; nil for one that reads what targets select.
  fileprivate var stage: Check? { last.flatMap { Checkup.stage($0.path) } }
}
