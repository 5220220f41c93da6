public import Policies

extension ObjectKind {
  /// What Home Assistant turns on and off: a switch, a light, a media player.
  public static let entity = ObjectKind("entity", isDirect: true)
  /// A lock.
  public static let lock = ObjectKind("lock", isDirect: true)
  /// A gate, a garage door, a blind.
  public static let cover = ObjectKind("cover", isDirect: true)
  /// A valve.
  public static let valve = ObjectKind("valve", isDirect: true)
}

extension SystemKind {
  /// A Home Assistant.
  public static let homeAssistant = SystemKind(
    name: "home-assistant", title: "Home Assistant", noun: "Home Assistant",
    settings: [
      SystemSetting(
        "token", .secret(isRequired: true, example: "{credential: ha-token}"),
        KeyHelp("Token", "Where a long-lived access token is, preferably of a user without administrator rights."))
    ],
    selectors: [
      entities(
        .entity, one: "entity", states: .onOff,
        KeyHelp(
          "Entities", "What Home Assistant turns on and off: whole entity ids, or patterns after the dot.",
          examples: [.list(["switch.playstation"]), .list(["light.kids_*"])])),
      entities(
        .lock, one: "lock", states: .unlockedLocked,
        KeyHelp(
          "Locks", "Locks: locked or unlocked. Without 'may-unlock' they are only ever locked.",
          examples: [.list(["lock.front_door"])])),
      entities(
        .cover, one: "cover", states: .openClosed,
        KeyHelp(
          "Covers", "Gates, garage doors and blinds: open or closed. Without 'may-open' they are only ever closed.",
          examples: [.list(["cover.garage"])])),
      entities(
        .valve, one: "valve", states: .openClosed,
        KeyHelp(
          "Valves", "Valves: open or closed. Without 'may-open' they are only ever closed.",
          examples: [.list(["valve.garden"])])),
    ],
    plaintext: .privateAddresses(
      hint:
        "use it only in your own network: anyone who can listen there can read the token, which may do all that its "
        + "user may"))

  private static func entities(
    _ kind: ObjectKind, one: String, states: StatePair, _ help: KeyHelp
  ) -> SelectorKind {
    SelectorKind(
      "entities", kind, one: one,
      .names(
        .init(
          noun: one, domains: EntityDomain.all.filter { $0.kind == kind }.map(\.word),
          actingDomains: kind == .entity ? EntityDomain.acting : [])), states: states,
      takesCode: kind == .lock, help: help)
  }
}
