public import Policies

extension ObjectKind {
  /// A lamp of the pretend house.
  public static let pretendLamp = ObjectKind("pretend-lamp")
  /// A lock of the pretend house.
  public static let pretendLock = ObjectKind("pretend-lock")
  /// A gate of the pretend house.
  public static let pretendGate = ObjectKind("pretend-gate")
  /// A service of the pretend house.
  public static let pretendService = ObjectKind("pretend-service")
  /// What the pretend house is told to do.
  public static let pretendAction = ObjectKind("pretend-action")
}

extension SystemKind {
  /// A house that nothing talks to, with every pair of states of the language and with actions: what policies about
  /// doors, services and edges are read with.
  public static let pretendHouse = SystemKind(
    name: "pretend-house", title: "Pretend house", noun: "house", settings: [],
    selectors: [
      SelectorKind("lamps", .pretendLamp, one: "lamp", .names(.init(noun: "lamp")), help: help),
      SelectorKind(
        "locks", .pretendLock, one: "lock", .names(.init(noun: "lock")), states: .unlockedLocked, help: help),
      SelectorKind("gates", .pretendGate, one: "gate", .names(.init(noun: "gate")), states: .openClosed, help: help),
      SelectorKind(
        "services", .pretendService, one: "service", .names(.init(noun: "service")), states: .runningStopped,
        help: help),
      SelectorKind(
        "action", .pretendAction, one: "action",
        .action([.init("bell.ring"), .init("gate.open", permission: .mayOpen)]), help: help),
    ],
    plaintext: .privateAddresses(hint: "fine in a network of your own"))

  private static let help = KeyHelp("Pretend", "Something of the pretend house.")
}

extension SystemKinds {
  /// The kinds that the program has, and the pretend house.
  public static let withPretendHouse = SystemKinds(SystemKinds.shipped.all + [.pretendHouse])
}
