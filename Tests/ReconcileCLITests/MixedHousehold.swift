import BuilderOS
import CivilTime
import Documents
import HomeAssistant
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

@testable import Controller
@testable import Host
@testable import Presentation

/// A household with a system of every kind, targets of every kind, and something wrong with many of them.
struct MixedHousehold {
  static let file = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, console-timezone: Europe/Berlin, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
      pihole: {kind: pihole, url: https://pi.hole}
      attic: {kind: pihole, url: https://attic.pi.hole}
      ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}
      studio: {kind: builderos, url: http://192.168.1.5:8080, api-key: {credential: studio-key}}
      door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}
    devices: {tablet: "00:00:5e:00:53:07", tv: "00:00:5e:00:53:08"}
    targets:
      kids: {acl-rules: ["Downtime-*"]}
      guests: {firewall-policies: ["Guest internet", "Cameras*"]}
      twins: {firewall-policies: [Twin]}
      ssid: {wifi: [Kids]}
      bed: {system: gateway, devices: [tablet, tv]}
      shops: {system: gateway, devices: [tablet], sites: [shop.example]}
      filter: {system: pihole, groups: [kids, "Def*"], when-off: disabled}
      games-list: {system: pihole, lists: ["https://lists.example/games.txt"], when-off: enabled}
      youtube:
        system: pihole
        domains: {deny: [youtube.com, münchen.de, 'regex:(^|\\.)(ytimg|googlevideo)\\.com$'], groups: [kids]}
        prune: true
      school: {system: pihole, domains: {allow: [bbc.co.uk, school.example], groups: [kids]}}
      youtube-attic: {system: attic, domains: {deny: [youtube.com], groups: [kidz]}}
      tv-attic: {system: attic, domains: {deny: [tv.example]}}
      youtube-all: {targets: [youtube, youtube-attic]}
      consoles: {system: ha, entities: [switch.playstation, media_player.tv, switch.attic, group.lamps]}
      doors: {system: ha, entities: ["lock.*"], may-unlock: true}
      garage: {system: ha, entities: [cover.garage]}
      garden: {system: ha, entities: [valve.garden]}
      media: {capsules: ["media-*", archive]}
      gates: {system: door, entities: ["cover.*"]}
      heater: {system: door, entities: [switch.heater, light.porch]}
      bell: {system: door, action: door.open, may-open: true}
    policy:
      - kids, guests, twins off 21:00–07:00
      - bed, shops off 21:00–07:00
      - ssid, filter, games-list off daily 20:00–07:00
      - do: youtube-all off
        because: homework
      - school on
      - pause pihole weekdays 20:00–22:00
      - tv-attic off
      - consoles off 20:00–07:00
      - lock doors 21:00–06:00
      - garage, garden closed 20:30–07:00
      - media stopped 20:00–06:00
      - gates closed 20:00–07:00
      - heater off 21:00–06:00
      - bell at 06:45 on weekdays
    """

  let policy: Policy
  let plan: Plan

  /// `isEarly`: the console and one Pi-hole are of versions that do not offer everything.
  init(isEarly: Bool = false) throws {
    let world = TestWorld(files: ["household.yaml": Self.file])
    let loaded = LoadedPolicy(
      path: "household.yaml", world.environment(Written(), Written()), takesSketches: false)
    policy = try #require(loaded.policy, "\(loaded.diagnostics)")
    let now = world.now
    let planner = Planner(
      policy: policy, verdicts: Evaluator(policy).verdicts(at: now), now: now,
      armed: [Name("bed"): ArmedHours(hours: Self.hours(21), isOverridden: false)])
    let readings = [Self.gateway, Self.pihole(now), Self.attic, Self.home, Self.studio, Self.door].map { observation in
      var observation = observation
      if isEarly { observation.unavailableKinds = Self.unavailableKinds }
      return (observation.system, Result<Observation, ProviderError>.success(observation))
    }
    var plan = planner.plan(Dictionary(uniqueKeysWithValues: readings))
    // Only where nothing can be read is anything remembered: else every line would have its cause.
    let remembering = Planner(
      policy: policy, verdicts: Evaluator(policy).verdicts(at: now), now: now, past: Self.past(now)
    ).plan([Name("studio"): .success(Self.studio)])
    plan.entries = plan.entries.filter { $0.system != Name("studio") } + remembering.entries
    self.plan = plan
  }

  /// Of two capsules one was asked to stop an hour ago, and one has yet to be.
  private static func past(_ now: Instant) -> Past {
    let askings = [
      "media-films": Asking(name: "", noted: .enabled, last: .init(.enabled, at: now + -54_002, isAnswered: false)),
      "archive": Asking(name: "", noted: .disabled, last: .init(.disabled, at: now + -3598, isAnswered: true)),
    ]
    let objects = askings.map { id, asking in
      (
        ObjectKey(system: Name("studio"), kind: .capsule, id: id),
        RecordedObject(switchState: SwitchState(.unknown), at: now + -60, wanted: nil, asking: asking)
      )
    }
    return Past(RecordedState(objects: Dictionary(uniqueKeysWithValues: objects)), policy: "")
  }

  func text(_ report: Report, on screen: Screen = Screen()) -> String {
    PlanText(report, policy: policy, style: Style(isOn: false, screen: screen)).text
  }

  func markdown(_ report: Report) -> String { PlanMarkdown(report, policy: policy).text }

  func json(_ report: Report) -> String { PlanJSON(report, policy: policy, fingerprint: "…").json.indented }

  // MARK: - What is live

  private static let unavailableKinds: [ObjectKind: Message] = [
    .firewallPolicy: Message(
      code: "unifi.too-early", "firewall policies need Network 10.1.78", hint: "update the console"),
    .group: Message(code: "pihole.no-groups", "the Pi-hole does not show its groups"),
  ]

  private static func firewall(
    _ name: String, _ position: SwitchState.Position, id: String?, schedule: String? = nil, between: String,
    switchBlocker: Message? = nil
  ) -> ObservedObject {
    ObservedObject(
      kind: .firewallPolicy, id: id, name: name, switchState: SwitchState(position), whenOff: .enabled,
      ownSchedule: schedule,
      qualifier: between, switchBlocker: switchBlocker)
  }

  private static let noID = Message(
    code: "unifi.no-id", "came without an id and cannot be switched", hint: "make it anew in UniFi")

  /// From this hour until seven.
  private static func hours(_ start: Int) -> TimeRange {
    TimeRange(
      start: TimeOfDay(hour: start, minute: 0) ?? .midnight, end: TimeOfDay(hour: 7, minute: 0) ?? .midnight)
  }

  /// What is made for devices: one with other hours and devices than it is to have, and one that is not there.
  private static let made = ["bed", "shops"].map { target in
    let isThere = target == "bed"
    var object = ObservedObject(
      kind: .devicePolicy, id: "\(target)/zone/1", name: "reconcile: \(target)",
      switchState: SwitchState(isThere ? .enabled : .absent), whenOff: .enabled)
    object.made = MadeObject(
      target: Name(target), address: isThere ? "00000000-0000-4000-8000-000000000007" : nil, content: "{}",
      differences: isThere ? ["devices: + tv"] : [])
    if isThere { object.made?.hours = .daily(hours(22)) }
    return object
  }

  private static let gateway = Observation(
    system: Name("gateway"), version: "10.5.66", title: "UniFi Network 10.5.66, site Default",
    objects: [
      ObservedObject(
        kind: .aclRule, id: "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a60", name: "Downtime-iPad",
        switchState: SwitchState(.enabled),
        whenOff: .enabled),
      firewall(
        "Guest internet", .enabled, id: "0001", schedule: "mon-fri 22:00–06:00", between: "Hotspot → External"),
      firewall("Cameras out", .disabled, id: "0002", schedule: "22:00–06:00", between: "Cameras → External"),
      firewall("Cameras in", .disabled, id: nil, between: "Internal → Cameras", switchBlocker: noID),
      firewall("Twin", .disabled, id: "01234567-89ab-cdef-0123-456789abcdef", between: "Internal → External"),
      firewall("Twin", .disabled, id: "76543210-89ab-cdef-0123-456789abcdef", between: "Internal → Gateway"),
      made[0], made[1],
      ObservedObject(kind: .wifi, id: "0003", name: "Kids", switchState: SwitchState(.enabled), whenOff: .disabled),
    ])

  private static func entry(
    _ stored: String, shown: String? = nil, _ list: DomainEntries.List, _ position: SwitchState.Position,
    groups: [String] = ["kids"], comment: String? = "reconcile:home"
  ) -> ObservedObject {
    ObservedObject(
      kind: .domain, id: "\(list.rawValue)/exact/\(stored)", name: shown ?? stored, switchState: SwitchState(position),
      whenOff: list == .deny ? .enabled : .disabled,
      record: DomainRecord(
        list: list, isRegex: false, spellings: [stored] + (shown.map { [$0] } ?? []), groups: groups, comment: comment))
  }

  private static let unfiltered = Message(
    code: "pihole.unfiltered", "'kids-tablet' is in no other group and is then not filtered at all")

  private static func group(_ name: String, _ position: SwitchState.Position, number: Int) -> ObservedObject {
    ObservedObject(
      kind: .group, id: String(number), name: name, switchState: SwitchState(position), whenOff: nil,
      isUserDefined: number != 0,
      caveats: number == 0 ? [:] : [.disabled: [unfiltered]])
  }

  private static func pihole(_ now: Instant) -> Observation {
    Observation(
      system: Name("pihole"), version: "v6.4.1", title: "Pi-hole v6.4.1",
      objects: [
        ObservedObject(kind: .blocking, id: nil, name: "blocking", switchState: SwitchState(.active), whenOff: nil),
        group("Default", .enabled, number: 0), group("kids", .enabled, number: 1),
        ObservedObject(
          kind: .list, id: "block/https://lists.example/games.txt", name: "https://lists.example/games.txt",
          switchState: SwitchState(.disabled), whenOff: nil),
        entry("xn--mnchen-3ya.de", shown: "münchen.de", .deny, .disabled),
        entry("old-game.example", .deny, .enabled),
        entry("bbc.co.uk", .allow, .enabled, comment: "for homework"),
        entry("school.example", .allow, .disabled, groups: ["Default"]),
      ])
  }

  private static func entity(
    _ kind: ObjectKind, _ id: String, _ position: SwitchState.Position, unknown: Message? = nil
  ) -> ObservedObject {
    ObservedObject(
      kind: kind, id: id, name: id, switchState: SwitchState(position), whenOff: .disabled, switchBlocker: unknown)
  }

  private static let home: Observation = {
    let unavailable = Message(code: "home-assistant.not-known", "is unavailable", hint: "is it switched on?")
    let jammed = Message(code: "home-assistant.jammed", "is jammed", hint: "look at the door")
    let closing = Message(code: "home-assistant.moving", "is closing right now")
    var backDoor = entity(.lock, "lock.back_door", .unknown)
    backDoor.stuck = jammed
    var garage = entity(.cover, "cover.garage", .enabled)
    garage.caveats = [.disabled: [closing]]
    return Observation(
      system: Name("ha"), version: "2025.4.4", title: "Home Assistant 2025.4.4",
      objects: [
        entity(.entity, "switch.playstation", .enabled),
        entity(.entity, "media_player.tv", .disabled),
        entity(.entity, "switch.attic", .unknown, unknown: unavailable),
        entity(.entity, "group.lamps", .mixed),
        entity(.lock, "lock.front_door", .enabled), backDoor, garage,
        entity(.valve, "valve.garden", .enabled),
      ])
  }()

  private static let door: Observation = {
    let ends = Message(
      code: "easy-control.token-ends", "the guest pass expires on 2026-11-28", hint: "have a new one made")
    var blind = entity(.cover, "cover.blind", .enabled)
    blind.disableBlocker = Message(
      code: "easy-control.not-granted", "cannot be done: the guest pass does not allow 'garage.close' for it")
    return Observation(
      system: Name("door"), version: "2", title: "Easy Control, contract 2",
      objects: [
        entity(.cover, "cover.gate", .enabled), blind, entity(.entity, "switch.heater", .enabled),
      ], warnings: [ends])
  }()

  private static func capsule(_ id: String, unusable: Message? = nil) -> ObservedObject {
    var capsule = ObservedObject(
      kind: .capsule, id: id, name: id, switchState: SwitchState(.unknown), whenOff: .disabled,
      switchBlocker: unusable)
    capsule.isUnreadable = true
    return capsule
  }

  private static let studio = Observation(
    system: Name("studio"), version: "2.1.0", title: "BuilderOS 2.1.0",
    objects: [
      capsule("media-films"),
      capsule("media-a/b", unusable: Message(code: "builderos.id", "has an id that cannot be used")),
      capsule("archive"),
    ])

  private static let attic = Observation(
    system: Name("attic"), version: "v6.4.1", title: "Pi-hole v6.4.1",
    objects: [
      group("Default", .enabled, number: 0), group("kids", .enabled, number: 1),
      entry("tv.example", .deny, .enabled, groups: ["Default"]), entry("old.example", .deny, .enabled),
    ])
}
