import CivilTime
import Planning
import Policies
import TestSupport
import Testing

/// What waits of an edit, and what is followed meanwhile, where it is about more than times.
@Suite struct HeldEditsTests {
  private static let gateway = "g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}"
  private static let house = "house: {kind: pretend-house, url: http://192.168.1.9}"
  private static let guarding = "guard: {approve: anna, edits: true}"
  private static let kids = "kids: {wifi: [K], \(guarding)}"
  private static let nights = "kids off 21:00–07:00"
  private static let now = Instant(secondsSinceEpoch: 1_795_176_000)

  private static func policy(
    _ targets: String, _ statements: String, systems: [String] = [gateway, house]
  ) throws -> Policy {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      owner: home
      people: {anna: {}, ben: {}}
      systems: {\(systems.joined(separator: ", "))}
      devices: {ipad: "04:00:5e:00:53:01", phone: "04:00:5e:00:53:02"}
      targets: {\(targets)}
      policy: [\(statements)]
      """, kinds: .withPretendHouse)
    return try #require(decoded.policy, "\(decoded.lines())")
  }

  /// What is made of an edit where `target` is as `old` has it.
  private static func review(_ new: Policy, of target: String, in old: Policy) -> HeldEdits {
    HeldEdits(
      new, approved: [ApprovedTarget(Name(target), in: old, version: "old", since: now)], overrides: [], now: now)
  }

  /// What joins a target of targets and cannot be what an override of it wants takes it from nothing that is held by it.
  @Test(arguments: ["desk", "bell", "front"]) func whatJoinsAndDoesNotSuitFreesNothing(_ joining: String) throws {
    let rest = "\(Self.kids), desk: {lamps: [D]}, \(Self.bell), front: {locks: [F]}"
    let old = try Self.policy("\(rest), each: {targets: [kids]}", "kids on")
    let new = try Self.policy("\(rest), each: {targets: [kids, \(joining)]}", "kids on")
    // A lamp can be off like the children, but not 'locked'; a lock cannot be off, and a bell has no states.
    let lock = Override(
      id: "1", target: Name("each"), state: .off, from: Self.now, until: Self.now + 3_600, because: nil, by: "anna",
      kind: .lock)
    let edits = HeldEdits(
      new, approved: [ApprovedTarget(Name("kids"), in: old, version: "old", since: Self.now)], overrides: [lock],
      now: Self.now)
    #expect(edits.held.isEmpty)
    #expect(new.reached(by: lock) == (joining == "desk" ? ["kids", "desk"] : ["kids"]).map(Name.init))
    let overlay = Overlay(Evaluator(edits.policy), of: edits.policy, overrides: [lock])
    #expect(overlay.verdict(on: Name("kids"), at: Self.now)?.state == .off)
    #expect(overlay.verdict(on: Name(joining), at: Self.now)?.override == (joining == "desk" ? "1" : nil))
  }

  /// A guest pass leads to the same things as the server that gives it, at the same address and nowhere else.
  @Test(arguments: [
    ("home-assistant", "token", "easy-control", "pairing", "http://192.168.1.8:8123", true),
    ("easy-control", "pairing", "home-assistant", "token", "http://192.168.1.8:8123/api/easy_control", true),
    ("home-assistant", "token", "easy-control", "pairing", "http://192.168.1.8:8124", false),
  ])
  func anotherWayToASystemWaits(
    _ kind: String, _ secret: String, _ other: String, _ otherSecret: String, _ url: String, _ waits: Bool
  ) throws {
    let own = "ha: {kind: \(kind), url: 'http://192.168.1.8:8123', \(secret): {credential: a}}"
    let second = "d: {kind: \(other), url: '\(url)', \(otherSecret): {credential: b}}"
    let front = "front: {system: ha, entities: [switch.front], \(Self.guarding)}"
    let back = "back: {system: d, entities: [switch.front]}"
    let old = try Self.policy(front, "front off 21:00–07:00", systems: [own])
    let new = try Self.policy(
      "\(front), \(back)", "front off 21:00–07:00, back on 20:00–21:00", systems: [own, second])
    let edits = Self.review(new, of: "front", in: old)
    #expect(edits.held.map(\.reasons) == (waits ? [[.alias(Name("d"))]] : []))
    #expect(edits.policy.systems.map(\.name.text) == (waits ? ["ha"] : ["ha", "d"]))
    // What was agreed to before is no second name.
    #expect(Self.review(new, of: "front", in: new).held.isEmpty)
  }

  /// A Pi-hole answers at ports for http and https, and a console at several; wherever else a host answers is another system.
  @Test(arguments: [
    ("pihole", "", "http://192.168.1.2", true), ("pihole", "", "https://192.168.1.2:8443", true),
    ("pihole", "", "https://192.168.1.2/admin", true), ("pihole", "", "https://192.168.1.3", false),
    ("unifi", "api-key: {env: KEY}, ", "https://192.168.1.2:8443", true),
    ("home-assistant", "token: {env: KEY}, ", "https://192.168.1.2:8443", false),
  ])
  func anotherPortOfASystemWaits(_ kind: String, _ secret: String, _ url: String, _ waits: Bool) throws {
    func system(_ name: String, _ url: String) -> String { "\(name): {kind: \(kind), \(secret)url: '\(url)'}" }
    let selector = ["pihole": "domains: {deny: [a.example]}", "unifi": "wifi: [K]"][kind] ?? "entities: [switch.a]"
    let kids = "kids: {system: own, \(selector), \(Self.guarding)}"
    let own = system("own", "https://192.168.1.2")
    let old = try Self.policy(kids, Self.nights, systems: [own])
    let both = [own, system("another", url)]
    let new = try Self.policy(kids, Self.nights, systems: both)
    let edits = Self.review(new, of: "kids", in: old)
    #expect(edits.held.map(\.reasons) == (waits ? [[.alias(Name("another"))]] : []))
    #expect(edits.policy.systems.map(\.name.text) == (waits ? ["own"] : ["own", "another"]))
    #expect(Self.review(new, of: "kids", in: new).held.isEmpty)
  }

  @Test(arguments: [
    ("http://[fd00::2]", "http://[fd00:0::0:2]", true), ("http://[fd00::2]", "http://[fd00::3]", false),
    ("http://hole.example", "http://hole.example.", true), ("http://10.0.0.2", "http://[::ffff:10.0.0.2]", true),
  ])
  func aHostIsKnownHoweverItIsWritten(_ one: String, _ other: String, _ isSame: Bool) throws {
    let urls = try [one, other].map { try #require(BaseURL(reading: $0)) }
    #expect(urls[0].hasHost(of: urls[1]) == isSame)
  }

  // MARK: - The groups of entries

  private static let hole = "hole: {kind: pihole, url: http://192.168.1.2}"
  private static let sites =
    "sites: {system: hole, domains: {deny: [a.example], groups: [No-YouTube, games]}, \(guarding)}"

  private static func entries(_ targets: String, _ statements: String) throws -> Policy {
    let targets = targets.isEmpty ? sites : "\(sites), \(targets)"
    return try policy(targets, "sites off\(statements.isEmpty ? "" : ", ")\(statements)", systems: [hole])
  }

  /// An entry in groups that are disabled holds for nobody.
  @Test(arguments: [
    ("x: {groups: [no-youtube], when-off: disabled}", "x off", true),
    ("x: {groups: [\"no-*\"], when-off: disabled}", "x off", true),
    ("x: {groups: [\"id:5f3c2a10-0000-4000-8000-000000000007\"], when-off: disabled}", "x off", true),
    ("x: {groups: [games], when-off: enabled}", "x on 10:00–12:00", true),
    ("x: {groups: [\"no-*\", \"game*\"], not: [no-youtube, GAMES], when-off: disabled}", "x off", false),
    ("x: {groups: [\"no-*\", \"game*\"], not: [no-youtube], when-off: disabled}", "x off", true),
    ("x: {groups: [other, \"oth*\"], when-off: disabled}", "x off", false),
    ("x: {groups: [no-youtube], when-off: disabled, enforcement: observe}", "x off", false),
    ("x: {lists: [no-youtube], when-off: disabled}", "x off", false),
  ])
  func whatSwitchesAGroupOfItsEntriesWaits(_ target: String, _ line: String, _ waits: Bool) throws {
    let (old, new) = (try Self.entries("", ""), try Self.entries(target, line))
    let edits = Self.review(new, of: "sites", in: old)
    #expect(edits.held.map(\.reasons) == (waits ? [[.switching(Name("x"))]] : []))
    #expect(edits.policy.targets.map(\.name.text) == (waits ? ["sites"] : ["sites", "x"]))
    #expect(edits.policy.statements.count == (waits ? 1 : 2))
    // What was agreed to stays.
    #expect(Self.review(new, of: "sites", in: new).held.isEmpty)
  }

  @Test(arguments: [
    ("x: {groups: [games], when-off: disabled}", "x off sat 10:00–12:00", false),
    ("x: {groups: [games], when-off: disabled}", "{do: x off sat 10:00–12:00, because: play}", false),
    ("x: {groups: [games], when-off: disabled}", "x off sat 10:00–13:00", true),
    ("x: {groups: [games], when-off: enabled}", "x off sat 10:00–12:00", true),
    ("x: {groups: [games], when-off: disabled, otherwise: off}", "x off sat 10:00–12:00", true),
    ("", "", true),
  ])
  func whatSwitchesThemGoesOnAsBefore(_ target: String, _ line: String, _ waits: Bool) throws {
    let old = try Self.entries("x: {groups: [games], when-off: disabled}", "x off sat 10:00–12:00")
    let edits = Self.review(try Self.entries(target, line), of: "sites", in: old)
    #expect(edits.held.map(\.reasons) == (waits ? [[.switching(Name("x"))]] : []))
    let followed = edits.policy
    #expect(followed.targets.last?.selector == old.targets.last?.selector)
    #expect(followed.targets.last?.otherwise == old.targets.last?.otherwise)
    #expect(followed.statements.map(\.when) == old.statements.map(\.when))
  }

  /// Entries that are for everybody depend on no group that can be switched.
  @Test func entriesForEverybodyDependOnNoGroup() throws {
    let kids = "kids: {system: hole, domains: {deny: [a.example]}, \(Self.guarding)}"
    let old = try Self.policy(kids, Self.nights, systems: [Self.hole])
    let new = try Self.policy(
      "\(kids), x: {groups: [\"def*\", \"id:5f3c2a10-0000-4000-8000-000000000007\"], when-off: disabled}",
      "\(Self.nights), x off", systems: [Self.hole])
    #expect(Self.review(new, of: "kids", in: old).held.isEmpty)
  }

  // MARK: - How much

  /// An edit of bedtime at noon, and for how much of the weeks from the first evening it is freer.
  @Test(arguments: [
    ("kids off 21:15–07:00", LooserTimes(count: 28, seconds: 28 * 900)),
    ("kids off 2031-01-01", LooserTimes(count: 28, seconds: 28 * 36_000, isNeverHeld: true)),
    ("kids off 21:00–07:00 except fri", LooserTimes(count: 4, seconds: 4 * 36_000)),
    ("kids off 21:00–07:00, kids on 2026-11-21", LooserTimes(count: 2, seconds: 36_000)),
  ])
  func isToldForHowLong(_ lines: String, _ times: LooserTimes) throws {
    let edits = Self.review(
      try Self.policy(Self.kids, lines), of: "kids", in: try Self.policy(Self.kids, Self.nights))
    let told = edits.held.flatMap(\.reasons).compactMap { if case .freer(_, let times) = $0 { times } else { nil } }
    #expect(told == [times])
  }

  /// What is never held again is free throughout, and a night that it begins in is one with that which the weeks end in.
  @Test func whatGoesOnIsToldAsOne() throws {
    func times(_ before: String, _ after: String, at now: Instant) throws -> LooserTimes? {
      let (old, new) = (try Self.policy(Self.kids, before), try Self.policy(Self.kids, after))
      let edits = HeldEdits(
        new, approved: [ApprovedTarget(Name("kids"), in: old, version: "old", since: now)], overrides: [], now: now)
      return edits.held.flatMap(\.reasons).compactMap { if case .freer(_, let times) = $0 { times } else { nil } }.first
    }
    let (always, night) = (28 * 86_400 as Int64, Self.now + 12 * 3_600)
    #expect(
      try times("kids off", "kids on", at: Self.now)
        == LooserTimes(count: 1, seconds: always, isThroughout: true, isNeverHeld: true))
    #expect(
      try times(Self.nights, "kids off 2031-01-01", at: night)
        == LooserTimes(count: 28, seconds: 28 * 36_000, isNeverHeld: true))
  }

  /// What of a guard is another, and what of entries is.
  @Test func isToldWhatDiffers() throws {
    let hole = "hole: {kind: pihole, url: http://hole.example}"
    func reasons(_ before: String, _ after: String) throws -> [EditReason] {
      let policies = try [before, after].map { try Self.policy($0, Self.nights, systems: [Self.gateway, hole]) }
      return Self.review(policies[1], of: "kids", in: policies[0]).held.flatMap(\.reasons)
    }
    let anna = Guard(approvers: [Name("anna")], holdsEdits: true)
    #expect(try reasons(Self.kids, "kids: {wifi: [K]}") == [.unguarded])
    #expect(try reasons(Self.kids, "kids: {wifi: [K], guard: {approve: anna}}") == [.editing])
    #expect(
      try reasons(Self.kids, "kids: {wifi: [K], guard: {approve: [anna, ben]}}") == [
        .guarding(before: anna, after: Guard(approvers: [Name("anna"), Name("ben")])), .editing,
      ])
    let entries = "kids: {domains: {deny: [a.example], groups: [kids]}, \(Self.guarding)}"
    #expect(try reasons(entries, entries.replacing("[kids]", with: "[kids, tv]")) == [.entryGroups])
    #expect(try reasons(entries, entries.replacing("deny: [a.example]", with: "deny: [b.example]")) == [.objects])
    let pruning = entries.replacing("}, guard", with: "}, prune: true, guard")
    #expect(try reasons(entries, pruning) == [.pruning(true)])
    #expect(try reasons(pruning, entries) == [.pruning(false)])
  }

  // MARK: - What is followed

  @Test func aSystemThatIsGoneIsKept() throws {
    let old = try Self.policy(Self.kids, Self.nights)
    let new = try Self.policy("desk: {lamps: [Desk]}", "desk off", systems: [Self.house])
    let edits = Self.review(new, of: "kids", in: old)
    #expect(edits.held.map(\.reasons) == [[.gone]])
    #expect(edits.policy.systems.map(\.name.text) == ["house", "g"])
    #expect(edits.policy.targets.map(\.name.text) == ["desk", "kids"])
    let followed = Evaluator(edits.policy).verdicts(at: Self.now + 10 * 3_600)
    #expect(followed.map(\.verdict.state) == [.off, .off])
  }

  /// Somebody may hold all of them by one word, and that word goes on to mean what is held.
  @Test func aTargetOfTargetsThatIsGoneIsKeptForWhatIsHeld() throws {
    let each = "\(Self.kids), tv: {wifi: [T]}"
    let old = try Self.policy("\(each), both: {targets: [kids, tv]}", "both off 21:00–07:00")
    let new = try Self.policy(each, "kids off 21:00–07:00, tv off 22:00–07:00")
    let edits = Self.review(new, of: "kids", in: old)
    #expect(edits.held.map(\.reasons) == [[.group(Name("both"))]])
    #expect(edits.policy.targets.map(\.name.text) == ["kids", "tv", "both"])
    #expect(edits.policy.targets.last?.selector == .targets([Name("kids")]))
  }

  /// One that has nothing to do with what is held stays as it is written, with a target of targets in it.
  @Test func otherTargetsOfTargetsStayAsWritten() throws {
    let groups = "desk: {lamps: [D]}, shelf: {lamps: [S]}, inner: {targets: [desk, shelf]}, outer: {targets: [inner]}"
    let old = try Self.policy("\(Self.kids), \(groups)", Self.nights)
    let new = try Self.policy("\(Self.kids), \(groups)", "kids off 22:00–07:00")
    let followed = Self.review(new, of: "kids", in: old).policy
    #expect(followed.targets.map(\.selector) == new.targets.map(\.selector))
  }

  private static let bell = "bell: {system: house, action: bell.ring}"

  @Test func whatIsDoneAtATimeIsAsTheEditHasIt() throws {
    let old = try Self.policy("\(Self.kids), \(Self.bell)", "\(Self.nights), bell at 06:45")
    let new = try Self.policy("\(Self.kids), \(Self.bell)", "kids off 22:00–07:00, bell at 06:50, bell at 12:00")
    let edits = Self.review(new, of: "kids", in: old)
    #expect(edits.held.count == 1)
    #expect(edits.policy.edges.map { $0.subjects.map(\.text) } == [["bell"], ["bell"]])
    #expect(edits.policy.edges.flatMap(\.times) == new.edges.flatMap(\.times))
  }

  // MARK: - What is done on the system of what is held

  private static let door = "door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {env: PASS}}"
  private static let front = "front: {system: door, entities: [lock.front_door], \(guarding)}"
  private static let gate = "gate: {system: door, action: door.unlock, may-unlock: true}"
  private static let shut = "shut: {system: door, action: door.lock}"

  private static func house(_ targets: String, _ statements: String) throws -> Policy {
    try policy("\(front), \(targets)", "front locked, \(statements)", systems: [door])
  }

  private static func waits(_ edits: HeldEdits) -> Bool { edits.held.map(\.reasons) == [[.acting(Name("gate"))]] }

  @Test func aNewActionThatUnlocksWaits() throws {
    let old = try Self.policy(Self.front, "front locked", systems: [Self.door])
    let edits = Self.review(try Self.house(Self.gate, "gate at 18:05"), of: "front", in: old)
    #expect(Self.waits(edits))
    #expect(edits.policy.edges.isEmpty && edits.policy.targets.map(\.name.text) == ["front"])
    // Once it is agreed to, it is nothing new.
    let agreed = try Self.house(Self.gate, "gate at 18:05")
    #expect(Self.review(agreed, of: "front", in: agreed).held.isEmpty)
    // What nobody has done yet, and what locks, frees nothing.
    let locks = try Self.policy("\(Self.front), \(Self.shut)", "front locked, shut at 18:05", systems: [Self.door])
    #expect(Self.review(locks, of: "front", in: old).held.isEmpty)
  }

  @Test(arguments: [
    "'gate at 07:00, 18:05'", "gate at 18:05", "gate at 07:00 daily", "{do: gate at 07:00 on weekdays, grace: 12h}",
    "gate at 07:00 on weekdays, gate at 18:05",
  ]) func aNewTimeForOneWaits(_ lines: String) throws {
    let old = try Self.house(Self.gate, "gate at 07:00 on weekdays")
    let edits = Self.review(try Self.house(Self.gate, lines), of: "front", in: old)
    #expect(Self.waits(edits))
    // It goes on as it was.
    #expect(edits.policy.edges.map(\.times) == old.edges.map(\.times))
    #expect(edits.policy.edges.map(\.days) == old.edges.map(\.days))
    #expect(edits.policy.edges.map(\.graceSeconds) == old.edges.map(\.graceSeconds))
    let at = Evaluator(edits.policy).edges.next(of: [Name("gate")], after: Self.now).map(\.at)
    #expect(at == Evaluator(old).edges.next(of: [Name("gate")], after: Self.now).map(\.at))
  }

  @Test func fewerTimesPass() throws {
    let old = try Self.house(Self.gate, "'gate at 07:00, 08:00', gate at 12:00")
    for lines in ["gate at 08:00", "{do: gate at 07:00, grace: 1m}", "gate at 12:00"] {
      #expect(Self.review(try Self.house(Self.gate, lines), of: "front", in: old).held.isEmpty, "\(lines)")
    }
  }

  @Test func anotherActionWaits() throws {
    let old = try Self.house("gate: {system: door, action: door.lock}", "gate at 18:05")
    let edits = Self.review(try Self.house(Self.gate, "gate at 18:05"), of: "front", in: old)
    #expect(Self.waits(edits))
    #expect(edits.policy.targets.last?.selector == old.targets.last?.selector && edits.policy.edges.count == 1)
  }

  /// The name of the system means the old one, which has nothing to ring.
  @Test func whatTheOldSystemCannotDoIsLeftOut() throws {
    let old = try Self.policy(Self.kids, Self.nights)
    let other = "g: {kind: pretend-house, url: http://192.168.1.7}"
    let new = try Self.policy(
      "bell: {system: g, action: bell.ring}, chime: {system: house, action: bell.ring}, both: {targets: [bell, chime]}",
      "bell at 06:45, chime at 06:50, both at 06:55", systems: [other, Self.house])
    let followed = Self.review(new, of: "kids", in: old).policy
    #expect(followed.systems.first { $0.name.text == "g" }?.kind == old.systems[0].kind)
    #expect(followed.targets.map(\.name.text) == ["chime", "both", "kids"])
    #expect(followed.edges.map { $0.subjects.map(\.text) } == [["chime"], ["chime"]])
  }

  // MARK: - Codes

  /// Which code a guarded lock has before and after an edit, and whether anybody is asked.
  @Test(arguments: [
    ("code: {env: CODE}, ", "code: {env: CODE}, ", false), ("", "", false), ("code: {env: CODE}, ", "", true),
    ("", "code: {env: CODE}, ", true), ("code: {env: CODE}, ", "code: {env: OTHER}, ", true),
    ("code: {env: CODE}, ", "code: {file: /CODE}, ", true),
  ]) func anotherCodeIsHeld(_ before: String, _ after: String, _ isHeld: Bool) throws {
    let home = "ha: {kind: home-assistant, url: http://192.168.1.9:8123, token: {env: TOKEN}}"
    let versions = try [before, after].map { code in
      try Self.policy(
        "front: {system: ha, entities: [lock.front_door], \(code)\(Self.guarding)}", "front locked 21:00–07:00",
        systems: [home])
    }
    let held = Self.review(versions[1], of: "front", in: versions[0]).held
    #expect(held.map(\.reasons) == (isHeld ? [[.permission]] : []))
  }

  // MARK: - Devices

  /// What a guarded target holds back before and after an edit, and whether the edit lets go of something.
  static let devices: [(before: String, after: String, letsGo: Bool)] = [
    ("devices: [ipad]", "devices: [ipad]", false),
    ("devices: [ipad]", "devices: [phone, ipad]", false),
    ("devices: [ipad, phone]", "devices: [ipad]", true),
    ("devices: [ipad], apps: [YouTube]", "devices: [ipad]", false),
    ("devices: [ipad]", "devices: [ipad], apps: [YouTube]", true),
    ("devices: [ipad, phone], apps: [YouTube]", "devices: [ipad]", true),
    ("devices: [ipad], apps: [YouTube]", "devices: [ipad], apps: [TikTok, youtube]", false),
    ("devices: [ipad], apps: [YouTube, TikTok]", "devices: [ipad], apps: [YouTube]", true),
    ("devices: [ipad], apps: ['id:7']", "devices: [ipad], apps: ['id:8']", true),
    ("devices: [ipad], app-categories: [Games]", "devices: [ipad], app-categories: [GAMES, Social]", false),
    ("devices: [ipad], app-categories: [Games, Social]", "devices: [ipad], app-categories: [Social]", true),
    ("devices: [ipad], apps: [Games]", "devices: [ipad], app-categories: [Games]", true),
    ("devices: [ipad], sites: [a.example]", "devices: [ipad], sites: [b.example, a.example]", false),
    ("devices: [ipad], sites: [a.example, b.example]", "devices: [ipad], sites: [b.example]", true),
  ]

  @Test(arguments: devices.indices) func devicesAreLetGoOf(row: Int) throws {
    let example = Self.devices[row]
    let policies = try [example.before, example.after].map {
      try Self.policy("kids: {system: g, \($0), \(Self.guarding)}", Self.nights)
    }
    let edits = Self.review(policies[1], of: "kids", in: policies[0])
    #expect(edits.held.flatMap(\.reasons) == (example.letsGo ? [.objects] : []), "\(example)")
    let followed = edits.policy.targets.map(\.selector)
    #expect(followed == policies[example.letsGo ? 0 : 1].targets.map(\.selector))
  }

  /// Rules that are made for a target are known by its name; under another one they are left behind, unless the file
  /// removes what it does not name.
  @Test(
    arguments: [
      ("kids: {system: g, devices: [phone]}", false, true), ("teens: {system: g, devices: [ipad]}", false, false),
      ("teens: {system: g, devices: [ipad]}", true, true), ("kids: {system: house, lamps: [L]}", false, false),
      ("kids: {system: attic, devices: [ipad]}", true, true), ("kids: {system: attic, devices: [ipad]}", false, false),
    ]) func whatIsMadeIsKnownByItsName(_ targets: String, prunes: Bool, isCovered: Bool) throws
  {
    let gateway = Self.gateway.replacing("}}", with: "}, prune: \(prunes)}")
    let systems = [gateway, Self.gateway.replacing("g:", with: "attic:").replacing("g.", with: "o."), Self.house]
    let old = try Self.policy("kids: {system: g, devices: [ipad]}", "kids off", systems: systems)
    let name = targets.prefix { $0 != ":" }
    let new = try Self.policy(targets, "\(name) off", systems: systems)
    #expect(new.covers(old.targets[0], of: old) == isCovered)
    var elsewhere = new
    elsewhere.owner = "somebody-else"
    #expect(elsewhere.covers(old.targets[0], of: old) == (isCovered && !prunes), "their marks are not its own")
  }
}
