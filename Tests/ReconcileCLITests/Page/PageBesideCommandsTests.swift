import Approvals
import CivilTime
import Host
import JSONTree
import Overrides
import PiHole
import Planning
import Policies
import Providers
import Presentation
import StateStore
import Testing
import Text
import UniFi

@testable import Controller
@testable import Page
@testable import PageServer
@testable import ReconcileCLI

/// What the page says and does is what the commands say and do.
@Suite struct PageBesideCommandsTests {
  private static let people = "anna: {manages: tv}\n  ben: {}\n  cara: {}\n  emma: {asks: [kids, tv]}"
  private static let guarding = "guard: {approve: anna}"
  private static let policy = """
    timezone: Europe/Berlin
    people:
      \(people)
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}
      console: {kind: unifi, url: https://192.168.1.2, api-key: {credential: key}}
    targets:
      kids: {system: gateway, acl-rules: ["Downtime-*"], \(guarding)}
      tv: {system: console, acl-rules: [TV]}
      guests: {system: gateway, acl-rules: [Guests], otherwise: leave}
    policy:
      - kids off 20:00–07:00
      - tv off 20:00–06:00
      - guests off weekdays 01:00–06:00
    """

  private let places: Places
  private let environment: Environment
  private let world: TestWorld
  private var store: StateStore { get throws { try StateStore(writing: world.state.path, now: world.now) } }

  init() { self.init(Self.policy, nil) }

  private init(_ policy: String, _ now: Instant?) {
    var world = TestWorld(files: ["household.yaml": policy])
    if let now { world.now = now }
    world.userName = "root"
    world.boot = BootMoment(boot: "one", seconds: 1_000)
    self.init(world)
  }

  private init(_ world: TestWorld) {
    self.world = world
    environment = world.environment(Written(), Written())
    places = Places(policy: "household.yaml", state: StateDirectory(given: nil, environment), again: "")
  }

  /// The same household, so many seconds later.
  private func later(_ seconds: Int64) -> Self {
    var world = world
    world.now = world.now + seconds
    return Self(world)
  }

  private func household() throws -> Household { try #require(try Household(places, environment)) }

  private func model(of person: String) throws -> PageModel {
    let household = try household()
    let rights = try #require(PersonRights(Name(person), in: household.policy))
    return PageModel(rights, household.facts(at: world.now))
  }

  private func act(_ act: PageAct, _ person: String) throws -> Words.Said { try outcome(act, person).said }

  private func outcome(_ act: PageAct, _ person: String) throws -> PageActing.Outcome {
    let household = try household()
    let acting = PageActing(
      act: act, person: Name(person), policy: household.policy, places: household.places, environment: environment)
    return try acting.perform(store)
  }

  private func ask(_ deed: ApprovalRequest.Deed, by person: String = "emma") throws {
    let request = ApprovalRequest(
      id: "", asker: person, deed: deed, because: nil, made: ClockReading(wall: world.now, boot: nil),
      expires: world.now + 1_800, policy: nil, needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
    _ = try store.make(request) { [$0.event(.requestMade, at: world.now, by: person)] }
  }

  private func override(
    _ target: String, _ state: TargetState, from start: Int64 = 0, until end: Int64, kind: Override.Kind = .override
  ) -> Override {
    Override(
      id: "", target: Name(target), state: state, from: world.now + start, until: world.now + end, because: nil,
      by: "emma", madeAt: world.now, kind: kind)
  }

  // MARK: What is true

  struct Trouble: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var seen: [(target: String, isElsewhere: Bool, hasTries: Bool)] = [("kids", false, false), ("tv", false, false)]
    var problems: [String] = []
    var lost: [String] = []
    var bad: Set<String>
  }

  @Test(arguments: [
    Trouble(testDescription: "all is well", bad: []),
    Trouble(testDescription: "a name is missing", problems: ["kids"], bad: ["kids"]),
    Trouble(testDescription: "the only name is missing", seen: [("kids", false, false)], problems: ["tv"], bad: ["tv"]),
    Trouble(testDescription: "of what is left alone a name is missing", problems: ["guests"], bad: ["guests"]),
    Trouble(testDescription: "moved", seen: [("kids", true, false), ("tv", false, false)], bad: ["kids"]),
    Trouble(testDescription: "stuck", seen: [("kids", false, false), ("tv", true, true)], bad: ["tv"]),
    Trouble(
      testDescription: "stuck, and a name is missing", seen: [("kids", true, true), ("tv", false, false)],
      problems: ["kids"], bad: ["kids"]),
    Trouble(testDescription: "a lost system", lost: ["console"], bad: ["tv"]),
    Trouble(
      testDescription: "a system that was never read", seen: [("kids", false, false)], lost: ["console"], bad: ["tv"]),
    Trouble(
      testDescription: "both systems lost", problems: ["kids"], lost: ["console", "gateway"], bad: ["kids", "tv"]),
  ])
  func isAsStatusSays(_ row: Trouble) throws {
    var memory = RecordedState()
    for (number, seen) in row.seen.enumerated() {
      var object = RecordedObject(
        switchState: SwitchState(seen.isElsewhere ? .disabled : .enabled), at: world.now + -60,
        wanted: SwitchState(.enabled), inPlaceAt: world.now + -60,
        tries: seen.hasTries ? RecordedObject.Tries(count: 2, at: world.now + -60) : nil)
      (object.target, object.wantedState, object.name) = (Name(seen.target), "off", "Rule")
      let system = Name(seen.target == "tv" ? "console" : "gateway")
      memory.objects[ObjectKey(system: system, kind: .aclRule, id: String(number))] = object
    }
    let store = try store
    try store.record([], before: RecordedState(), after: memory, at: world.now + -60)
    try store.keep(lost: Set(row.lost.map { Name($0) }))
    try store.keep(
      problems: row.problems.map { RecordedProblem(target: Name($0), code: "object.not-found", text: "'X' not found") })

    let run = world.run("status", "household.yaml", "--format", "json")
    let status = try JSON(parsing: Array(run.output.utf8))
    let found = ["problems", "warnings"].flatMap { status[$0]?.elements ?? [] }
    let household = try household()
    let (facts, anna) = (household.facts(at: world.now), try #require(PersonRights(Name("anna"), in: household.policy)))
    for target in household.policy.targets {
      let isWanted = target.name.text != "guests"
      let isTold = found.contains { finding in
        finding["target"]?.string == target.name.text
          || isWanted && finding["target"]?.string == nil && finding["system"]?.string == target.selector.system?.text
      }
      let card = PageCard(target, anna, facts, isStale: false)
      let isBad =
        switch card.truth {
        case .wrong, .unreachable, .late: true
        case .inPlace, .asked, .underway, .unknown, .free: false
        }
      #expect(isBad == row.bad.contains(target.name.text), "\(target.name): \(card.truth)")
      #expect(isTold == isBad, "\(target.name): \(run.output)")
    }
  }

  struct Letting: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [String]
    var isObserved = false
    /// What an override pauses until it ends, in seconds.
    var paused: Int64?
    /// Whether a run saw the Pi-hole paused: until when, in seconds; nil inside for without an end.
    var seen: Int64??
    var told: Set<String>
    var until: Int64?
  }

  /// What is off and lets everything through is told on the card of whoever manages it, and by `status`, of the same targets.
  @Test(arguments: [
    Letting(testDescription: "it blocks", lines: ["ads off", "games off"], told: []),
    Letting(
      testDescription: "somebody's override", lines: ["ads off", "games off"], paused: 600, told: ["ads", "games"],
      until: 600),
    Letting(
      testDescription: "one of them is on", lines: ["ads off", "games on"], paused: 600, told: ["ads"], until: 600),
    Letting(
      testDescription: "paused by hand", lines: ["ads off", "games off"], seen: 900, told: ["ads", "games"], until: 900),
    Letting(testDescription: "for good", lines: ["ads on", "games off"], seen: .some(nil), told: ["games"]),
    Letting(testDescription: "a pause that is over", lines: ["ads off", "games off"], seen: -1, told: []),
    Letting(testDescription: "only observed", lines: ["ads off", "pihole paused"], isObserved: true, told: []),
    Letting(
      testDescription: "only observed, and paused", lines: ["ads off", "pihole paused"], isObserved: true, seen: 60,
      told: ["ads"], until: 60),
    Letting(testDescription: "on a console", lines: ["tv off"], paused: 600, told: []),
  ])
  func whatIsLetGoIsSaid(_ row: Letting) throws {
    let life = Self(
      """
      timezone: Europe/Berlin
      people: {anna: {manages: [ads, games, tv]}, emma: {asks: [ads, games]}}
      systems:
        pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: key}}
        console: {kind: unifi, url: https://192.168.1.3, api-key: {credential: key}}
      targets:
        ads: {system: pihole, groups: [ads], when-off: enabled}
        games: {system: pihole, groups: [games], when-off: enabled}
        tv: {system: console, acl-rules: [TV], guard: {approve: anna}}
        pihole: {\(row.isObserved ? "enforcement: observe" : "")}
      policy:
        - \(row.lines.joined(separator: "\n  - "))
      """, nil)
    let (store, now) = (try life.store, life.world.now)
    if let end = row.paused { _ = try store.make([life.override("pihole", .paused, until: end)]) }
    if let seen = row.seen {
      let live = SwitchState(.paused, ends: seen.map { now + $0 })
      var object = RecordedObject(switchState: live, at: now + -60, wanted: nil)
      object.target = Name("pihole")
      var memory = RecordedState()
      memory.objects[ObjectKey(system: Name("pihole"), kind: .blocking, id: "")] = object
      try store.record([], before: RecordedState(), after: memory, at: now + -60)
    }
    let run = life.world.run("status", "household.yaml", "--format", "json")
    let status = try JSON(parsing: Array(run.output.utf8))
    let told = (status["warnings"]?.elements ?? []).filter { $0["code"]?.string == "target.let-go" }
    #expect(Set(told.compactMap { $0["target"]?.string }) == row.told, "\(run)")
    let cards = try life.model(of: "anna").cards.filter { $0.letGo != nil }
    #expect(Set(cards.map(\.target.text)) == row.told)
    for card in cards {
      #expect(card.letGo?.carrier == Name("pihole") && card.letGo?.until == row.until.map { now + $0 })
    }
    #expect(try life.model(of: "emma").cards.allSatisfy { $0.letGo == nil }, "who may only ask is not shown it")
  }

  /// A program hears that what it is told may be out of date, be it that nothing runs or that nothing can be read.
  @Test(
    arguments: [(12, false, false), (12, true, true), (3_600, false, true), (3_600, true, true)]
      as [(Int64, Bool, Bool)])
  func programsHearThatItIsOld(_ age: Int64, _ isUnread: Bool, _ isStale: Bool) throws {
    let household = try household()
    var facts = household.facts(at: world.now)
    (facts.checkedAt, facts.isUnread) = (world.now + -age, isUnread)
    let rights = try #require(PersonRights(Name("anna"), in: household.policy))
    for name in ["targets", "targets/tv", "overrides", "requests", "history"] {
      let answer = try #require(PageAPI.answer(name, PageModel(rights, facts)))
      #expect(try JSON(parsing: answer.body)["stale"]?.bool == isStale, "\(name)")
    }
  }

  // MARK: Until when

  /// In two nights on which clocks change, the end of a lock is the same instant for the page and for the command.
  @Test(arguments: [1_824_939_000, 1_806_190_200] as [Int64], ["01:45", "02:00", "02:15", "02:45", "03:00", "12:00"])
  func locksUntilTheSameInstant(_ night: Int64, _ clock: String) throws {
    for step in 0..<9 {
      let now = Instant(secondsSinceEpoch: night + Int64(step) * 1_200)
      let (page, command) = (Self(Self.policy, now), Self(Self.policy, now))
      let form = try #require(PageAct(["do": "off", "target": "tv", "until": clock]))
      #expect(try page.act(form, "anna") == .made)
      let run = command.world.run("lock", "tv", "--until", clock, "--policy", "household.yaml")
      #expect(run.status == 0, "\(run)")
      let ends = try [page, command].map { try $0.store.overrides().map(\.until) }
      #expect(ends[0] == ends[1] && ends[0].count == 1, "\(step): \(ends)")
    }
  }

  // MARK: Who decides

  struct Deciders: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var people = PageBesideCommandsTests.people
    var guarding = PageBesideCommandsTests.guarding
    var kids: Set<String>
    var tv: Set<String>
    /// How long what is asked for lasts: what the timetable has by then loosens nothing.
    var isOnAnyway = false
  }

  /// Anna was to agree when it was asked for, and then the policy was edited: who sees a yes may say it, and nobody else.
  @Test(arguments: [
    Deciders(testDescription: "no edit", kids: ["anna"], tv: ["anna"]),
    Deciders(testDescription: "another guard", guarding: "guard: {approve: ben}", kids: ["ben"], tv: ["anna"]),
    Deciders(
      testDescription: "two guards", guarding: "guard: {approve: [ben, cara]}", kids: ["ben", "cara"], tv: ["anna"]),
    Deciders(
      testDescription: "another guard of what is on", guarding: "guard: {approve: ben}", kids: ["ben"], tv: ["anna"],
      isOnAnyway: true),
    Deciders(
      testDescription: "another manager",
      people: "anna: {}\n  ben: {manages: tv}\n  cara: {}\n  emma: {asks: [kids, tv]}",
      kids: ["anna"], tv: ["ben"]),
    Deciders(
      testDescription: "no guard any more",
      people: "anna: {}\n  ben: {}\n  cara: {manages: [kids, tv]}\n  emma: {asks: [kids, tv]}",
      guarding: "", kids: ["cara"], tv: ["cara"]),
    Deciders(
      testDescription: "who was asked, where nobody guards or manages it",
      people: "anna: {}\n  ben: {}\n  cara: {}\n  emma: {asks: [kids, tv]}", guarding: "", kids: ["anna"], tv: ["anna"]),
  ])
  func whoSeesAYesMaySayIt(_ row: Deciders) throws {
    var policy = Self.policy.replacing(Self.people, with: row.people).replacing(Self.guarding, with: row.guarding)
    if row.isOnAnyway { policy = policy.replacing("kids off 20:00", with: "kids off 23:00") }
    for (target, expected) in [("kids", row.kids), ("tv", row.tv)] {
      for person in ["anna", "ben", "cara"] {
        let scene = Self(policy, nil)
        try scene.ask(.make([scene.override(target, .on, until: 1_800)]))
        let mayDecide = try scene.model(of: person).requests.contains { $0.mayDecide }
        let said = try scene.act(.approve("1"), person)
        #expect(mayDecide == expected.contains(person), "\(person) about \(target)")
        // What is so anyway needs no yes.
        let yes: Words.Said = row.isOnAnyway && target == "kids" ? .idle : .approved
        #expect((said == yes) == mayDecide, "\(person) about \(target): \(said)")
      }
    }
  }

  // MARK: A yes that changes nothing

  /// What was to end has ended since: nobody can agree to it, on the page or elsewhere.
  @Test(arguments: [false, true]) func theEndOfWhatHasEnded(_ hasEnded: Bool) throws {
    let held = try store.make([override("kids", .off, until: 3_600)])
    try ask(.end(held))
    if hasEnded { _ = try store.end(held.map(\.id), at: world.now, now: world.now, by: "anna") }
    #expect(try model(of: "anna").requests.map(\.isOvertaken) == [hasEnded])
    #expect(try act(.approve("1"), "anna") == (hasEnded ? .over : .approved))
  }

  /// A newer lock goes on after the end of an older one, which is what was agreed to.
  @Test func theEndOfOneOfTwoLocks() throws {
    var locks = [override("kids", .off, until: 3_600), override("kids", .off, until: 7_200)]
    for place in locks.indices { locks[place].kind = .lock }
    let made = try locks.flatMap { try store.make([$0]) }
    try ask(.end([made[0]]))
    let request = try #require(try model(of: "anna").requests.first)
    let words = Words.english.text(request.deed, try household().policy.zone, now: world.now)
    #expect(words.hasPrefix("the end of the lock ‘kids off until"), "\(words)")
    #expect(try act(.approve("1"), "anna") == .approvedGoesOn)
  }

  /// Of several that were to end, that something goes on is said whichever of them it is.
  @Test(arguments: [[], ["kids"], ["tv"], ["kids", "tv"]])
  func theEndOfTwoLocks(_ lockedOn: [String]) throws {
    let ended = try ["kids", "tv"].flatMap { try store.make([override($0, .off, until: 3_600, kind: .lock)]) }
    for target in lockedOn { _ = try store.make([override(target, .off, until: 7_200, kind: .lock)]) }
    try ask(.end(ended))
    #expect(try act(.approve("1"), "anna") == (lockedOn.isEmpty ? .approved : .approvedGoesOn))
    #expect(try store.overrides().count { $0.until > world.now } == lockedOn.count)
  }

  struct Later: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var state = TargetState.off
    /// In hours from now, beside what ends, which is from 24 to 26.
    var from: Double
    var until: Double
    var said: Words.Said
  }

  /// That something wants the same later is said of the time alone that what ends had left, whichever of them is newer.
  @Test(
    arguments: [
      Later(testDescription: "now", from: 0, until: 1, said: .ended),
      Later(testDescription: "until it begins", from: 0, until: 24, said: .ended),
      Later(testDescription: "all the time", from: 0, until: 48, said: .goesOnLater),
      Later(testDescription: "in its first minute", from: 23, until: 24.1, said: .goesOnLater),
      Later(testDescription: "in its last minute", from: 25.9, until: 30, said: .goesOnLater),
      Later(testDescription: "in between", from: 24.5, until: 25, said: .goesOnLater),
      Later(testDescription: "after its end", from: 26, until: 30, said: .ended),
      Later(testDescription: "another wish", state: .on, from: 24, until: 26, said: .ended),
    ], [true, false])
  func whatGoesOnLater(_ row: Later, isNewer: Bool) throws {
    let ends = override("tv", .off, from: 24 * 3_600, until: 26 * 3_600)
    let stays = override("tv", row.state, from: Int64(row.from * 3_600), until: Int64(row.until * 3_600))
    for made in isNewer ? [stays, ends] : [ends, stays] { _ = try store.make([made]) }
    let id = isNewer ? "2" : "1"
    #expect(try act(.end(Name("tv"), override: id), "anna") == row.said)
  }

  /// What one tap ends of several overrides, the answer names all of, in the order of the policy.
  @Test(
    arguments: [
      (["tv"], ["tv"]), (["screens"], ["kids", "tv"]), (["tv", "screens"], ["kids", "tv"]),
      (["screens", "tv"], ["kids", "tv"]), (["tv", "kids"], ["tv"]), (["tv", "tv"], ["tv"]),
    ] as [([String], [String])])
  func whatEndsIsNamed(_ held: [String], _ ended: [String]) throws {
    let scene = Self(Self.policy.replacing("  guests:", with: "  screens: {targets: [kids, tv]}\n  guests:"), nil)
    for target in held { _ = try scene.store.make([scene.override(target, .off, until: 3_600)]) }
    let outcome = try scene.outcome(.endAll(Name("tv")), "anna")
    #expect(outcome.said == .ended && outcome.targets.map(\.text) == ended, "\(outcome)")
  }

  /// Who has asked too often waits for another day, and who has three open for an answer: to what they asked themselves.
  @Test(arguments: [(10, 0), (7, 3)] as [(Int, Int)], [0, 3])
  func askedTooOften(_ counts: (answered: Int, open: Int), ofOthers: Int) throws {
    let everything = "emma: {asks: [kids, tv, a, b, c]}\n  dora: {asks: [a, b, c]}"
    let more = ["a", "b", "c"].map { "  \($0): {system: console, acl-rules: [Rule-\($0)]}\n" }.joined()
    let scene = Self(
      Self.policy.replacing("emma: {asks: [kids, tv]}", with: everything).replacing(
        "  guests: {", with: more + "  guests: {"),
      nil)
    for number in 0..<counts.answered {
      try scene.ask(.make([scene.override("kids", .on, until: 1_800)]))
      #expect(try scene.act(.deny(String(number + 1)), "anna") == .denied)
    }
    for target in ["a", "b", "c"].prefix(counts.open) { try scene.ask(.make([scene.override(target, .on, until: 60)])) }
    for target in ["a", "b", "c"].prefix(ofOthers) {
      try scene.ask(.make([scene.override(target, .on, until: 60)]), by: "dora")
    }
    let said = try scene.act(.ask(Name("tv"), minutes: 30, because: nil), "emma")
    #expect(said == (counts.open > 0 ? .tooManyOpen : .tooMany))
  }

  /// Who agreed is said of what came of it, and not of the same that was made another time, asked for or not.
  @Test func whoAgreedToWhich() throws {
    let first = Self(Self.policy.replacing("ben: {}", with: "ben: {manages: tv}"), nil)
    try first.ask(.make([first.override("tv", .on, until: 600)]))
    #expect(try first.act(.approve("1"), "anna") == .approved)
    #expect(try first.household().facts(at: first.world.now).agreed == ["1": ["anna"]])
    let second = first.later(1_200)
    _ = try second.store.make([second.override("tv", .on, until: 600)])
    #expect(try second.household().facts(at: second.world.now).agreed["2"] == nil)
    let third = second.later(1_200)
    try third.ask(.make([third.override("tv", .on, until: 600)]))
    #expect(try third.act(.approve("2"), "ben") == .approved)
    #expect(try third.household().facts(at: third.world.now).agreed["3"] == ["ben"])
  }

  /// A yes counts from the end of the last lock that is in the way, whichever was made first.
  @Test(
    arguments: [
      ([1_200], 1_200), ([1_200, 3_600], 3_600), ([3_600, 1_200], 3_600), ([-60, 1_200], 1_200), ([], nil),
    ]
      as [([Int64], Int64?)])
  func whenAYesCounts(_ locks: [Int64], _ from: Int64?) throws {
    for end in locks { _ = try store.make([override("tv", .off, from: -600, until: end, kind: .lock)]) }
    var wanted = override("tv", .on, until: 1_800)
    wanted.kind = .more
    try ask(.make([wanted]))
    #expect(try model(of: "anna").requests.map(\.lockedUntil) == [from.map { world.now + $0 }])
  }

  /// What two have asked for is given once.
  @Test(arguments: [(1_800, true), (3_600, true), (1_799, false)] as [(Int64, Bool)])
  func whatIsGivenAlready(_ given: Int64, _ isGiven: Bool) throws {
    try ask(.make([override("tv", .on, until: 1_800)]))
    #expect(try act(.approve("1"), "anna") == .approved)
    try ask(.make([override("tv", .on, until: 1_800)]))
    _ = try store.make([override("tv", .on, until: given)])
    #expect(try model(of: "anna").requests.map(\.isIdle) == [true], "by the first one")
    #expect(try act(.approve("2"), "anna") == .idle)
    let other = Self()
    _ = try other.store.make([other.override("tv", .on, until: given)])
    try other.ask(.make([other.override("tv", .on, until: 1_800)]))
    #expect(try other.model(of: "anna").requests.map(\.isIdle) == [isGiven])
    #expect(try other.act(.approve("1"), "anna") == (isGiven ? .idle : .approved))
  }

  // MARK: What is asked for

  /// Every sort of request says on the page what it says elsewhere, and none reads like another.
  @Test func everyDeedIsNamed() throws {
    let now = Instant(secondsSinceEpoch: 1_795_204_800)
    let evening = Self(Self.policy, now)
    let held = evening.override("kids", .off, until: 3_600)
    let rule = ReleasedObject(target: Name("kids"), system: Name("gateway"), kind: "acl-rule", id: "1", name: "Old <x>")
    let deeds: [(deed: ApprovalRequest.Deed, kind: String, words: String)] = [
      (.make([evening.override("kids", .on, until: 1_800)]), "make", "kids on until 21:30"),
      (
        .extend(evening.override("kids", .on, until: 900), until: now + 1_800), "extend",
        "kids on until 21:30, not 21:15"
      ),
      (.end([held]), "end", "kids"),
      (
        .edit(PolicyEdit(targets: [Name("kids")], version: "v", summary: "kids: on, not off")), "edit",
        "kids: on, not off"
      ),
      (.follow(PolicyFile(path: "/etc/secret.yaml", owner: "home")), "follow", "policy"),
      (.release([rule]), "release", "the release of 'Old <x>' (kids)"),
    ]
    var texts: [String: Set<String>] = [:]
    for (deed, kind, words) in deeds {
      let scene = Self(Self.policy, now)
      try scene.ask(deed)
      let model = try scene.model(of: "anna")
      let request = try #require(try scene.store.requests().first)
      let zone = try scene.household().policy.zone
      let plain = RequestWords(request, Moments(zone: zone, now: now)).deed
      #expect(plain.contains(words), "\(plain)")

      let answer = try #require(PageAPI.answer("requests", model))
      let tree = try JSON(parsing: answer.body)
      #expect(try PageAPITests.Document().faults(tree, "Requests") == [])
      let told = try #require(tree["requests"]?.elements?.first)
      let summary = try #require(told["summary"]?.string)
      #expect(told["kind"]?.string == kind && summary.contains(words) && !summary.contains("/etc"), "\(summary)")
      // What lies beneath decides then, which need not be the schedule.
      #expect(!summary.contains("schedule") && summary.contains("the end of") == (kind == "end"), "\(summary)")
      for language in Words.all {
        let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
        let page = PageHTML(language, PageAssets { _ in "v" }).page(model, seal, said: nil).text
        let text = try #require(page.firstMatch(of: /<br><b>(.*?)<\/b><\/h3>/)).1
        texts[language.language, default: []].insert(String(text))
        #expect(language.language != "en" || text == ("<bdi>\(summary)</bdi>" as HTML).text, "\(text)")
      }
    }
    #expect(texts.values.map(\.count) == [deeds.count, deeds.count], "\(texts)")
  }
}
