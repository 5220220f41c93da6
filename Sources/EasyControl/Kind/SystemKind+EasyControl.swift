public import Policies

extension ObjectKind {
  /// A switch or a light.
  static let entity = ObjectKind("entity", isDirect: true)
  /// A lock.
  static let lock = ObjectKind("lock", isDirect: true)
  /// A gate, a garage door, a blind.
  static let cover = ObjectKind("cover", isDirect: true)
  /// What is done at times: a door that is opened.
  static let guestAction = ObjectKind("guest-action")
}

extension SystemKind {
  /// The guest API of Easy Control for Home Assistant.
  public static let easyControl = SystemKind(
    name: "easy-control", title: "Easy Control", noun: "guest pass",
    settings: [
      SystemSetting(
        "pairing", .secret(isRequired: true, example: "{credential: door-pairing}"),
        KeyHelp(
          "Pairing", "Where 'reconcile pair' keeps the guest's token and the key of this machine."),
        // Every guest may use other things of it.
        isOfAddress: true)
    ],
    selectors: [
      entities(
        .entity, one: "entity", states: .onOff,
        KeyHelp(
          "Entities", "What the guest pass turns on and off: whole entity ids, or patterns after the dot.",
          examples: [.list(["switch.heater"]), .list(["light.porch_*"])])),
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
      SelectorKind(
        "action", .guestAction, one: "action", .action(GuestAction.all),
        help: KeyHelp(
          "Action", "What the guest pass does at a time, such as opening a door; a pass for it has no states.",
          examples: [.text("door.open")])),
    ],
    plaintext: .privateAddresses(
      hint:
        "use it only in your own network: anyone who can listen there can read the guest's token, which opens nothing "
        + "without this machine's key"),
    // It has that one's address, and its entities.
    platform: "home-assistant")

  private static func entities(
    _ kind: ObjectKind, one: String, states: StatePair, _ help: KeyHelp
  ) -> SelectorKind {
    SelectorKind(
      "entities", kind, one: one,
      .names(.init(noun: one, domains: EntityDomain.all.filter { $0.kind == kind }.map(\.word))), states: states,
      help: help)
  }
}
