extension Household {
  /// The key of the BuilderOS host.
  public static let hostKey = "demonstration-host-key"

  /// A server that lets guests at two doors, a porch light and a plug. Both doors take a second.
  public static var easyControl: EasyControl {
    EasyControl(
      .v2,
      entities: [
        "lock.front_door": .init("Front door", state: "locked", seconds: 1),
        "cover.garage_door": .init("Garage door", state: "closed", seconds: 1),
        "light.porch": .init("Porch light", state: "off"),
        "switch.game_console": .init("Game console", state: "on"),
      ])
  }

  /// A host with three capsules, two of which run.
  public static var builderOS: BuilderOS {
    BuilderOS(
      key: hostKey,
      capsules: [
        .init("media-server", title: "Media server", isRunning: true),
        .init("game-server", title: "Game server", isRunning: true),
        .init("nightly-backup", title: "Nightly backup"),
      ])
  }
}
