import Documents
import Policies
import Providers

extension Checkup {
  /// What `doctor` knows of BuilderOS hosts. That the key is right is known only once capsules were listed: a host
  /// tells of its health and its status to anybody.
  static let builderOS = Checkup(
    nameHint: "check the name, or write the address in numbers; check the VPN or the tunnel to it",
    interface: "its list of capsules answers",
    webPageHint: "give the BuilderOS host's own address and port as 'url', as in http://studio.local:8080",
    absentHint: "end 'url' with the port, as in http://studio.local:8080, and use a host that has capsules",
    credential: { _ in .ok(.credential, "the API key is accepted") },
    version: { version in
      (version == BuilderOSObserver.noVersion ? "it does not report its version" : "BuilderOS \(version)")
        + ": capsules can be started and stopped"
    },
    // Whether it may act cannot be asked without acting.
    rights: .ok(.rights, "can list capsules; starting and stopping is tested only by the first change"),
    stage: { $0.hasSuffix("/capsules") ? .api : nil },
    check: { failed in
      if failed.error.message.code.hasPrefix("secret.") || failed.last?.status == 403 { return .credential }
      return failed.error.kind == .unsupported ? .api : nil
    },
    message: { check, failed in
      guard check == .credential, failed.last?.status == 401 || failed.last?.status == 403 else { return nil }
      return Message(
        code: "credential.refused", "the host does not accept the API key",
        hint: BuilderOSMessages.newKey + failed.readFrom)
    })
}
