public import Policies

extension ObjectKind {
  /// A service or a project that a BuilderOS host keeps. Nobody can read whether it runs.
  public static let capsule = ObjectKind("capsule", isDirect: true)
}

extension SystemKind {
  /// A BuilderOS host.
  public static let builderOS = SystemKind(
    name: "builderos", title: "BuilderOS host", noun: "BuilderOS host",
    settings: [
      SystemSetting(
        "api-key", .secret(isRequired: true, example: "{credential: builderos-key}"),
        KeyHelp("API key", "Where the host's API key is found."))
    ],
    selectors: [
      SelectorKind(
        "capsules", .capsule, one: "capsule", .names(.init(noun: "capsule")), states: .runningStopped,
        help: KeyHelp(
          "Capsules",
          "Capsules by their ids, or patterns. A host does not tell whether one runs: it is asked to start or to stop "
            + "when the schedule changes.", examples: [.list(["jellyfin-server-ops"]), .list(["media-*"])]))
    ],
    plaintext: .privateAddresses(
      hint: "fine in a network of your own or a tunnel; whoever can listen there can read the key, which may start and "
        + "stop every capsule"))
}
