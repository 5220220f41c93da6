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
        KeyHelp("API key", "Where the host's API key is."))
    ],
    selectors: [
      SelectorKind(
        "capsules", .capsule, one: "capsule", .names(.init(noun: "capsule", refusals: [dots])), states: .runningStopped,
        isUnreadable: true,
        help: KeyHelp(
          "Capsules",
          "Capsules by their ids, or patterns. A host does not report whether one is running; it is started or stopped "
            + "when the schedule changes.", examples: [.list(["jellyfin-server-ops"]), .list(["media-*"])]))
    ],
    plaintext: .privateAddresses(
      hint:
        "use it only in your own network or a tunnel: anyone who can listen there can read the key, which may start and "
        + "stop every capsule"))

  private static let dots = SelectorKind.NameRefusal(
    [".", ".."], .objectDots,
    "'NAME' cannot be started or stopped: in the path of a request to the host, it means another place",
    hint: "give it another name on the host")
}
