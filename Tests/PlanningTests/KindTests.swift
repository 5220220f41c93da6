import Documents
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

@testable import Controller
@testable import Host

/// What is particular to firewall policies, WiFi, groups and lists: obstacles, caveats, namesakes, refused kinds.
@Suite struct KindTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var selector: Selector
    var state: TargetState = .off
    var live: [ObservedObject]
    var outline: [String]
    var problems: [String] = []
    var notes: [String] = []
    var testDescription: String { name }
  }

  static func firewall(_ names: ObjectName...) -> Selector {
    .firewallPolicies(system: Name("gateway"), Sample.names(names))
  }
  static func groups(_ names: ObjectName..., whenOff: SwitchPosition = .enabled) -> Selector {
    .groups(system: Name("pihole"), Sample.names(names), whenOff: whenOff)
  }
  static func lists(_ name: ObjectName, whenOff: SwitchPosition) -> Selector {
    .lists(system: Name("pihole"), Sample.names([name]), whenOff: whenOff)
  }
  static let wifi = Selector.wifi(system: Name("gateway"), Sample.names([.name("Kids")]))

  static let noID = Message(code: "unifi.no-id", "has no id, so that it cannot be switched")
  static let filterLess = Message(code: "pihole.unfiltered", "two clients are then not filtered at all")
  static let tv = Sample.list("https://tv.example/list?kind=ads", .enabled)

  static let switches: [Case] = [
    Case(
      name: "an SSID is broadcast while it is on", selector: wifi, state: .on, live: [Sample.wifi("Kids", .disabled)],
      outline: ["t Kids disabled→enabled change"]),
    Case(
      name: "and not while it is off", selector: wifi, live: [Sample.wifi("Kids")],
      outline: ["t Kids enabled→disabled change"]),
    Case(
      name: "a firewall policy that blocks is enabled while it is off", selector: firewall(.pattern("Guest*")),
      live: [Sample.firewall("Guest internet", id: "1")], outline: ["t Guest internet disabled→enabled change"]),
    Case(
      name: "one that allows is disabled", selector: firewall(.name("Guest internet")),
      live: [Sample.firewall("Guest internet", .enabled, id: "1", blocks: false)],
      outline: ["t Guest internet enabled→disabled change"]),
    Case(
      name: "a group with when-off: enabled", selector: groups(.name("Kids")),
      live: [Sample.group("kids", .disabled, number: 1)], outline: ["t kids disabled→enabled change"]),
    Case(
      name: "a group with when-off: disabled", selector: groups(.name("kids"), whenOff: .disabled),
      live: [Sample.kidsGroup], outline: ["t kids enabled→disabled change"]),
    Case(
      name: "a list with when-off: enabled",
      selector: lists(.pattern("https://tv.example/list?kind=ads"), whenOff: .enabled),
      state: .on, live: [tv], outline: ["t https://tv.example/list?kind=ads enabled→disabled change"]),
    Case(
      name: "a list with when-off: disabled", selector: lists(.pattern("*tv.example*"), whenOff: .disabled), state: .on,
      live: [tv], outline: ["t https://tv.example/list?kind=ads enabled→enabled none"]),
  ]

  static let obstacles: [Case] = [
    Case(
      name: "an obstacle refuses what is named exactly", selector: firewall(.name("Guests")),
      live: [Sample.firewall("Guests", switchBlocker: noID)],
      outline: ["t Guests disabled→- problem"], problems: ["t unifi.no-id"]),
    Case(
      name: "and what a pattern fits, while the others go on", selector: firewall(.pattern("Guest*")),
      live: [Sample.firewall("Guests", switchBlocker: noID), Sample.firewall("Guest TV", id: "1")],
      outline: ["t Guest TV disabled→enabled change", "t Guests disabled→- problem"], problems: ["t unifi.no-id"]),
    Case(
      name: "and what is in place", selector: firewall(.name("Guests")),
      live: [Sample.firewall("Guests", .enabled, switchBlocker: noID)],
      outline: ["t Guests enabled→- problem"], problems: ["t unifi.no-id"]),
    Case(
      name: "an obstacle of what a pattern may not select is not mentioned", selector: firewall(.pattern("Guest*")),
      live: [
        Sample.firewall("Guest DNS", .enabled, blocks: false, switchBlocker: noID), Sample.firewall("Guests", id: "1"),
      ],
      outline: ["t Guest DNS enabled→- leave", "t Guests disabled→enabled change"]),
    Case(
      name: "what the system made says itself why not", selector: groups(.name("Default")), live: [Sample.defaultGroup],
      outline: ["t Default enabled→- problem"], problems: ["t pihole.default-group"]),
    Case(
      name: "and is left alone where a pattern fits it", selector: groups(.pattern("*d*"), .pattern("???*")),
      live: [Sample.defaultGroup, Sample.group("kids", .disabled, number: 1)],
      outline: ["t Default enabled→- leave", "t kids disabled→enabled change"]),
    Case(
      name: "'not' takes it out",
      selector: .firewallPolicies(
        system: Name("gateway"), Sample.names([.pattern("Guest*")], not: [.name("guests")])),
      live: [Sample.firewall("Guests", switchBlocker: noID), Sample.firewall("Guest TV", id: "1")],
      outline: ["t Guest TV disabled→enabled change"]),
  ]

  private static func kids(_ position: SwitchState.Position) -> ObservedObject {
    var group = Sample.group("kids", position, number: 1)
    group.caveats = [.disabled: [filterLess]]
    return group
  }

  static let caveats: [Case] = [
    Case(
      name: "a caveat of the wanted position", selector: groups(.name("kids")), state: .on, live: [kids(.enabled)],
      outline: ["t kids enabled→disabled change"], notes: ["pihole.unfiltered"]),
    Case(
      name: "also where it is in place", selector: groups(.name("kids")), state: .on, live: [kids(.disabled)],
      outline: ["t kids disabled→disabled none"], notes: ["pihole.unfiltered"]),
    Case(
      name: "not of the position that it leaves", selector: groups(.name("kids")), live: [kids(.disabled)],
      outline: ["t kids disabled→enabled change"]),
    Case(
      name: "not where nothing is wanted", selector: groups(.name("kids")), state: .leave, live: [kids(.disabled)],
      outline: ["t kids disabled→- leave"]),
    Case(
      name: "an own schedule, in place", selector: firewall(.name("A")),
      live: [Sample.firewall("A", .enabled, id: "1", schedule: "22:00–06:00")], outline: ["t A enabled→enabled none"],
      notes: ["own-schedule"]),
    Case(
      name: "an own schedule, to be enabled", selector: firewall(.name("A")),
      live: [Sample.firewall("A", id: "1", schedule: "22:00–06:00")], outline: ["t A disabled→enabled change"],
      notes: ["own-schedule"]),
    Case(
      name: "an own schedule, enabled and left alone", selector: firewall(.name("A")), state: .leave,
      live: [Sample.firewall("A", .enabled, id: "1", schedule: "22:00–06:00")], outline: ["t A enabled→- leave"],
      notes: ["own-schedule"]),
    Case(
      name: "an own schedule does not matter to what is disabled", selector: firewall(.name("A")), state: .on,
      live: [Sample.firewall("A", .enabled, id: "1", schedule: "22:00–06:00")], outline: ["t A enabled→disabled change"]
    ),
  ]

  @Test(arguments: switches + obstacles + caveats) func decides(_ example: Case) throws {
    let system = try #require(example.selector.system)
    let plan = try Sample.plan(
      [(Sample.target("t", example.selector), Sample.verdict(example.state))], live: [system.text: example.live])
    #expect(plan.outline == example.outline)
    #expect(plan.problemCodes == example.problems)
    if example.problems.isEmpty, example.outline.count == 1 {
      #expect(plan.entries.flatMap(\.notes).map(\.code) == example.notes)
    }
  }

  // MARK: - Namesakes

  @Test func namesakesAreToldApartByWhatTheyAreBetween() throws {
    let twins = [
      Sample.firewall("Guest", id: "b", qualifier: "Internal → Gateway"),
      Sample.firewall("Guest", id: "a", qualifier: "Internal → External"),
      Sample.firewall("Guest", qualifier: "Hotspot → External", switchBlocker: Self.noID),
    ]
    let hint = { (live: [ObservedObject]) in
      try Sample.plan(
        [(Sample.target("t", Self.firewall(.name("guest"))), Sample.verdict(.off))], live: ["gateway": live]
      ).problems.map(\.message.hint)
    }
    #expect(
      try hint(Array(twins.prefix(2))) == [
        "name the one you mean by its id: id:a (Internal → External) or id:b (Internal → Gateway)"
      ])
    #expect(
      try hint(Array(twins.dropFirst())) == [
        "name the one you mean by its id: id:a (Internal → External); "
          + "one (Hotspot → External) has no id; rename it"
      ])
    #expect(
      try hint([twins[2], Sample.firewall("Guest", qualifier: "DMZ → External", switchBlocker: Self.noID)]) == [
        "one (DMZ → External) and one (Hotspot → External) have no id; rename it"
      ])
  }

  // MARK: - Kinds that a system does not offer

  @Test func aRefusedKindIsAProblemOfEachTargetAndNothingIsSaidOfItsObjects() throws {
    let early = Message(code: "unifi.too-early", "needs Network 10.1.78")
    let targets = [
      (Sample.target("a", Self.firewall(.name("A"), .name("B"))), Sample.verdict(.off)),
      (Sample.target("b", Self.firewall(.pattern("Guest*"))), Sample.verdict(.on)),
      (Sample.acl("kids", [.name("A")]), Sample.verdict(.off)),
    ]
    let live = ["gateway": [Sample.rule("A"), Sample.firewall("A", id: "1")]]
    let plan = try Sample.plan(targets, live: live, unavailableKinds: [.firewallPolicy: early])
    #expect(plan.outline == ["kids A disabled→enabled change"])
    #expect(plan.problemCodes == ["a unifi.too-early", "b unifi.too-early"])
    #expect(plan.problems.allSatisfy { $0.name == nil && $0.kind == .firewallPolicy })
  }

  @Test(arguments: [ObjectKind.domain, .group]) func entriesNeedTheirGroups(_ kind: ObjectKind) throws {
    let sorry = Message(code: "sorry", "sorry")
    let target = Sample.domains("tube", ["youtube.com"], prune: true)
    let live = ["pihole": [Sample.defaultGroup, Sample.entry("old.com")]]
    let plan = try Sample.plan([(target, Sample.verdict(.off))], live: live, unavailableKinds: [kind: sorry])
    #expect(plan.entries.isEmpty && plan.warnings.isEmpty)
    #expect(plan.problemCodes == ["tube sorry"])
  }

  // MARK: - What a report makes of entries

  @Test func creatingAndRemovingAreChangesAndDrift() throws {
    let plan = try Sample.plan(
      [(Sample.domains("tube", ["a.com"], prune: true), Sample.verdict(.off))],
      live: ["pihole": [Sample.defaultGroup, Sample.entry("old.com")]], past: Sample.knowing([Sample.entry("old.com")]))
    #expect(Report(.plan, plan: plan).summary.changes == 2)
    #expect(Report(.drift, plan: plan).exitStatus(detailed: false) == .differences)
    #expect(Report(.plan, plan: plan).exitStatus(detailed: true) == .differences)
    #expect(PlanLimits(file: nil, option: 2).refusal(of: plan) == nil)
    #expect(PlanLimits(file: 1, option: 2).refusal(of: plan)?.code == "plan.too-many-changes")
    let quiet = try Sample.plan(
      [(Sample.domains("tube", ["a.com"]), Sample.verdict(.on))], live: ["pihole": [Sample.defaultGroup]])
    #expect(Report(.drift, plan: quiet).exitStatus(detailed: false) == .success)
    #expect(Report(.plan, plan: quiet).summary.inPlace == 1)
  }
}
