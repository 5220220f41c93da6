import Documents
import Policies
import Providers

extension Checkup {
  /// What `doctor` knows of BuilderOS hosts. That the key is right is known only once capsules were listed: a host
  /// tells of its health and its status to anybody.
  static let builderOS = Checkup(
    nameHint: "check the name, or write the address in numbers; is the VPN or the tunnel to it up?",
    interface: "the list of capsules answers",
    webPageHint: "'url' has to be the BuilderOS host's own address and port, such as http://studio.local:8080",
    absentHint: "'url' ends with the port, such as http://studio.local:8080, and the host has to offer capsules",
    credential: { _ in .ok(.credential, "the API key is accepted") },
    version: { version in
      (version == BuilderOSObserver.noVersion ? "it does not say which version it is" : "BuilderOS \(version)")
        + ": capsules can be started and stopped"
    },
    // Whether it may act cannot be asked without acting.
    rights: .ok(.rights, "may list capsules; whether it may start and stop them shows with the first change"),
    check: { failed in
      if failed.error.message.code.hasPrefix("secret.") { return .credential }
      return failed.error.kind == .unsupported ? .api : nil
    },
    message: { check, failed in
      guard check == .credential, failed.last?.status == 401 || failed.last?.status == 403 else { return nil }
      return Message(
        code: "credential.refused", "the host does not accept the API key",
        hint: BuilderOSMessages.newKey + failed.readFrom)
    })
}
