import Documents
import Policies
import Providers

extension Checkup {
  /// What `doctor` knows of Home Assistant. It asks with the token once: where that is refused, nothing more is sent.
  static let homeAssistant = Checkup(
    nameHint: "check the name, or write the address in numbers: only machines with mDNS (package 'libnss-mdns') know "
      + "names that end in '.local'",
    interface: "the API answers",
    webPageHint: "give Home Assistant's own address and port as 'url', as in http://homeassistant.local:8123",
    absentHint: "end 'url' with the port, as in http://homeassistant.local:8123, and turn on 'api:' in its "
      + "configuration; 'default_config:' does that",
    credential: { _ in .ok(.credential, "the token is accepted") },
    version: { "Home Assistant \($0): everything reconcile needs" },
    // Whether it may switch cannot be asked without switching, and each refusal counts.
    rights: .ok(.rights, "read access works; write access is tested only by the first change"),
    check: { failed in if failed.error.message.code.hasPrefix("secret.") { .credential } else { nil } },
    message: { check, failed in check == .credential ? refusal(failed) : nil })

  private static func refusal(_ failed: FailedReading) -> Message {
    let message = failed.error.message
    switch failed.last?.status {
    case 403: return Message(code: "credential.banned", message.text, hint: message.hint)
    case 401:
      return Message(
        code: "credential.refused", "the server does not accept the token",
        hint: HomeAssistantMessages.newToken + failed.readFrom
          + "; a few refusals may ban this machine ('http: login_attempts_threshold:')")
    default: return Message(code: message.code, message.text, hint: message.hint)
    }
  }
}
