import Documents
import Policies
import Providers

extension Checkup {
  /// What `doctor` knows of Home Assistant. It asks with the token once: where that is refused, nothing more is sent.
  static let homeAssistant = Checkup(
    nameHint: "check the name, or write the address in numbers: names that end in '.local' are known only to machines "
      + "with mDNS (package 'libnss-mdns')",
    interface: "the API answers",
    webPageHint: "'url' has to be Home Assistant's own address and port, such as http://homeassistant.local:8123",
    absentHint: "'url' ends with the port, such as http://homeassistant.local:8123, and 'api:' has to be on in its "
      + "configuration, as it is with 'default_config:'",
    credential: { _ in .ok(.credential, "the token is accepted") },
    version: { "Home Assistant \($0): all that reconcile needs" },
    // Whether it may switch cannot be asked without switching, and each refusal counts.
    rights: .ok(.rights, "read access works; write access is tested only by the first change"),
    // What came first is no Home Assistant, or did not get as far as the token, unless it says how it is.
    stage: { $0.hasSuffix("/config") ? .api : nil },
    // It answers with 403 to nobody but who is banned: it says nothing of rights, nor that the token is good.
    check: { failed in
      if failed.error.message.code.hasPrefix("secret.") || failed.last?.status == 403 { return .credential }
      return failed.error.kind == .notReady && failed.last?.status == 200 ? .targets : nil
    },
    message: { check, failed in check == .credential ? refusal(failed) : nil })

  private static func refusal(_ failed: FailedReading) -> Message {
    let message = failed.error.message
    switch failed.last?.status {
    case 403: return Message(code: "credential.banned", message.text, hint: message.hint)
    case 401:
      return Message(
        code: "credential.refused", "the server does not accept the token",
        hint: HomeAssistantMessages.newToken + failed.readFrom
          + "; take care: a few refusals may ban this machine ('http: login_attempts_threshold:')")
    default: return Message(code: message.code, message.text, hint: message.hint)
    }
  }
}
