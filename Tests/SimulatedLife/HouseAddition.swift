/// What a household of all kinds has agreed on beside what it says of its network.
struct HouseAddition: Sendable {
  var targets: [HouseTarget]
  var statements: [HouseStatement]
  var edges: [HouseEdge]

  /// They come behind those of the network, whose numbers stay what they are.
  static let systems = [
    HouseSystem(name: "ha", kind: .homeAssistant, host: "192.168.1.40"),
    HouseSystem(name: "guest", kind: .easyControl, host: "192.168.1.41"),
    HouseSystem(name: "studio", kind: .builderOS, host: "192.168.1.42"),
  ]

  /// `rules` with all of this.
  func added(to rules: HouseRules) -> HouseRules {
    var all = rules
    all.systems += Self.systems
    all.targets += targets
    all.statements += statements
    all.edges += edges
    return all
  }
}
