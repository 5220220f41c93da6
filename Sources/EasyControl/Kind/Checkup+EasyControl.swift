import Documents
import Policies
import Providers

extension Checkup {
  /// What `doctor` knows of Easy Control. It asks what the token may do, which costs no use of it.
  static let easyControl = Checkup(
    nameHint: "check the name, or write the address in numbers: only machines with mDNS (package 'libnss-mdns') know "
      + "names that end in '.local'",
    interface: "the guest API answers",
    webPageHint: "give Home Assistant's own address and port as 'url', as in http://homeassistant.local:8123",
    absentHint: "end 'url' with the port, as in http://homeassistant.local:8123, and install Easy Control there; while "
      + "Home Assistant starts, it is not there either",
    credential: { _ in .ok(.credential, "the guest's token is accepted") },
    version: { contract in
      contract == "1"
        ? "contract 1: one action that runs at times; no states" : "contract \(contract): states and actions"
    },
    rights: .ok(.rights, "the server does not report what the guest may do"),
    stage: { $0.hasSuffix("/token/validate") ? .api : nil },
    // Whom it serves is decided before the token is looked at.
    check: { failed in
      if failed.error.message.code.hasPrefix("secret.") || failed.error.isFinal { return .credential }
      return failed.last?.status == 403 ? .api : nil
    },
    message: { check, failed in
      check == .credential
        ? Message(
          code: "credential.refused", failed.error.message.text,
          hint: failed.error.message.hint.map { $0 + failed.readFrom }) : nil
    })
}
