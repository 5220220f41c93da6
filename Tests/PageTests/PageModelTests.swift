import Approvals
import CivilTime
import Planning
import Policies
import Providers
import Testing
import Text
import UniFi

@testable import Page

/// What one person sees, and what is true of it.
@Suite struct PageModelTests {
  /// Nobody sees what is not theirs, and a guard is one who manages.
  @Test(
    arguments: [
      ("anna", ["kids", "tv", "gate"]), ("ben", ["tv"]), ("emma", ["kids", "tv"]), ("omar", []),
    ] as [(String, [String])])
  func whoSeesWhat(_ person: String, _ targets: [String]) throws {
    #expect(try PageScene().model(of: person).cards.map(\.target.text) == targets)
  }

  @Test func aStrangerHasNoRights() throws {
    #expect(PersonRights(Name("eve"), in: try PageScene().policy) == nil)
  }

  /// Of what is not guarded those decide who manage it.
  @Test(arguments: [("kids", ["anna"]), ("tv", ["anna", "ben"]), ("hidden", [])] as [(String, [String])])
  func whoDecides(_ target: String, _ people: [String]) throws {
    #expect(try PageScene().policy.deciders(of: Name(target)).map(\.text) == people)
  }

  struct Locks: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// From and until, in minutes from now.
    var locks: [(from: Int64, until: Int64)]
    var until: Int64?
  }

  /// Until nothing locks it any more: another lock may go on where one ends.
  @Test(arguments: [
    Locks(testDescription: "none", locks: []),
    Locks(testDescription: "one", locks: [(-5, 60)], until: 60),
    Locks(testDescription: "the longer one first", locks: [(-10, 120), (-5, 60)], until: 120),
    Locks(testDescription: "the shorter one first", locks: [(-10, 60), (-5, 120)], until: 120),
    Locks(testDescription: "one after the other", locks: [(-10, 60), (60, 90)], until: 90),
    Locks(testDescription: "three, in any order", locks: [(90, 150), (-10, 60), (30, 100)], until: 150),
    Locks(testDescription: "with a while between", locks: [(-10, 60), (61, 90)], until: 60),
    Locks(testDescription: "one that is to come", locks: [(10, 90)]),
  ])
  func untilNothingLocksIt(_ row: Locks) throws {
    for target in ["tv", "kids"] {
      var scene = try PageScene()
      for lock in row.locks {
        scene.override(target, .off, scene.now + lock.from * 60, scene.now + lock.until * 60, kind: .lock)
      }
      // Of another target, or no lock.
      scene.override(target == "tv" ? "kids" : "tv", .off, scene.now + -600, scene.now + 36_000, kind: .lock)
      scene.override(target, .off, scene.now + 3_600, scene.now + 36_000)
      for person in ["anna", "emma"] {
        let card = try scene.card(target, of: person)
        #expect(card.lockedUntil == row.until.map { scene.now + $0 * 60 }, "\(person) \(target)")
      }
    }
  }

  /// What a pattern had selected and is gone is told as that, a week long, to who manages it, and is nothing that is still to
  /// be done: the rest is in place.
  @Test(arguments: [1, 2], [0, 6 * 86_400, 7 * 86_400] as [Int64])
  func whatIsGoneIsNotAwaited(_ count: Int, _ age: Int64) throws {
    var scene = try PageScene(now: PageScene.at(22, 30))
    scene.saw("tv", .enabled, wanted: .enabled, state: "off", id: "1", name: "TV")
    scene.saw("kids", .enabled, wanted: .enabled, state: "off", id: "2", name: "Downtime-1")
    for number in 0..<count {
      scene.saw("kids", .disabled, wanted: .disabled, state: "on", id: "gone \(number)", name: "Downtime-\(number + 2)")
      let key = try #require(scene.memory?.objects.keys.first { $0.id == "gone \(number)" })
      scene.memory?.objects[key]?.gone = RecordedObject.Gone(
        since: scene.now + -age, newName: number == 0 ? nil : "Tablet")
    }
    let told = age < 7 * 86_400
    #expect(try scene.card("kids").truth == .inPlace)
    let names = (0..<count).map { "Downtime-\($0 + 2)" }
    #expect(try scene.card("kids").missing.compactMap(\.name).sorted() == (told ? names : []))
    #expect(try scene.card("tv").missing.isEmpty)
    let emma = try scene.card("kids", of: "emma")
    #expect(emma.truth == .inPlace && emma.missing.isEmpty)
  }

  /// Who keeps shut what an action would open is said where it is announced.
  @Test func anActionSaysWhoKeepsItFromBeingDone() throws {
    var scene = try PageScene(
      """
      timezone: Europe/Berlin
      people: {anna: {manages: [front, knob, gate]}}
      systems:
        h: {kind: easy-control, url: https://h.example, pairing: {credential: pairing}}
      targets:
        front: {system: h, entities: [lock.front], may-unlock: true}
        knob: {system: h, action: door.unlock, may-unlock: true}
        gate: {system: h, action: switch.on}
      policy:
        - front unlocked 06:00–19:00
        - knob at 20:30
        - knob at 12:00
        - gate at 20:30
      """, now: PageScene.at(20))
    func keeper(_ target: String) throws -> DoorKeeper? { try scene.card(target).keeper }
    let lock = scene.now + 3_600
    scene.override("front", TargetState(rawValue: "locked") ?? .off, scene.now + -60, lock, kind: .lock)
    let found = try #require(try keeper("knob"))
    #expect(found.target == Name("front") && found.state.rawValue == "locked" && found.until == lock)
    #expect(try keeper("gate") == nil && keeper("front") == nil)
    scene.overrides = []
    scene.now = PageScene.at(11)
    #expect(try keeper("knob") == nil, "it is unlocked at 12:00")
    scene.override(
      "front", TargetState(rawValue: "locked") ?? .off, scene.now + -60, scene.now + 600, kind: .lock)
    #expect(try keeper("knob") == nil, "it is locked by now, and no more at 12:00")
  }

  struct Acts: Sendable, CustomTestStringConvertible {
    var person: String
    var target: String
    var override: Override.Kind?
    var acts: Set<PageCard.Act>
    var testDescription: String { "\(person) \(target) \(override?.rawValue ?? "-")" }
  }

  @Test(arguments: [
    Acts(person: "anna", target: "tv", override: nil, acts: [.more, .off]),
    Acts(person: "anna", target: "tv", override: .more, acts: [.more, .off, .end]),
    Acts(person: "anna", target: "tv", override: .lock, acts: [.off, .end]),
    Acts(person: "anna", target: "gate", override: nil, acts: []),
    Acts(person: "ben", target: "tv", override: .override, acts: [.more, .off, .end]),
    Acts(person: "emma", target: "tv", override: nil, acts: [.ask]),
    Acts(person: "emma", target: "kids", override: .lock, acts: []),
  ])
  func whatOneMayDo(_ row: Acts) throws {
    var scene = try PageScene()
    if let kind = row.override {
      scene.override(row.target, kind == .lock ? .off : .on, scene.now + -60, scene.now + 600, kind: kind)
    }
    #expect(try scene.card(row.target, of: row.person).acts == row.acts)
  }

  /// Nobody can have more time where nothing is ever off.
  @Test(arguments: [("anna", [.off]), ("emma", [])] as [(String, Set<PageCard.Act>)])
  func whatIsNeverOffIsOfferedNoMoreTime(_ person: String, _ acts: Set<PageCard.Act>) throws {
    for sentence in ["tv on", "tv on 15:00–18:00", "tv off 2026-11-01"] {
      let text = PageScene.household.replacing("tv off 22:00–06:00", with: sentence)
      #expect(try PageScene(text).card("tv", of: person).acts == acts, "\(sentence)")
    }
    var locked = try PageScene(PageScene.household.replacing("tv off 22:00–06:00", with: "tv on"))
    locked.override("tv", .off, locked.now + 600, locked.now + 1_200)
    #expect(try locked.card("tv", of: person).acts.contains(person == "anna" ? .more : .ask))
  }

  /// The state, until when, why, what comes next.
  /// Whoever manages a part of what an override is about cannot end it, so it is not offered.
  @Test(arguments: [("anna", true), ("ben", false)] as [(String, Bool)])
  func theEndOfWhatIsAboutMore(_ person: String, _ isOffered: Bool) throws {
    let both = "  both: {targets: [kids, tv]}\n  hidden: {"
    var scene = try PageScene(PageScene.household.replacing("  hidden: {", with: both))
    scene.override("both", .off, scene.now + -60, scene.now + 600)
    #expect(try scene.card("tv", of: person).acts.contains(.end) == isOffered)
    #expect(try scene.card("tv", of: person).endable.isEmpty)
    scene.overrides[0].from = scene.now + 60
    let card = try scene.card("tv", of: person)
    #expect(!card.acts.contains(.end) && card.endable == (isOffered ? ["1"] : []))
  }

  /// A lock of a target that has another name by now, and keeps it shut, can be ended by whoever manages that.
  @Test(arguments: [("anna", true), ("emma", false)] as [(String, Bool)])
  func theEndOfALockByAnotherName(_ person: String, _ isOffered: Bool) throws {
    var scene = try PageScene()
    let lock = Override(
      id: "3", target: Name("telly"), state: .off, from: scene.now + -60, until: scene.now + 600, because: nil,
      by: "anna", kind: .lock)
    scene.holds = [LockHold(lock: lock, target: Name("tv"), objects: [])]
    let card = try scene.card("tv", of: person)
    #expect(card.acts.contains(.end) == isOffered && card.override?.id == "3" && !card.acts.contains(.more))
    #expect(try scene.card("kids").override == nil)
    scene.holds.append(LockHold(lock: lock, target: Name("hidden"), objects: []))
    #expect(try !scene.card("tv", of: person).acts.contains(.end))
  }

  @Test func byTheTimetable() throws {
    let card = try PageScene().card("kids")
    #expect(card.state == .on && !card.isHeld && card.until == PageScene.at(21) && card.next == .off)
    #expect(card.why == .timetable && card.guardedBy == [Name("anna")])
    #expect(card.strip.map { [$0.start, $0.end] } == [[0, 291], [291, 875], [875, 1_000]])
    #expect(card.strip.map(\.isHeld) == [true, false, true] && card.nowAt == 833)
  }

  @Test func byAnOverride() throws {
    var scene = try PageScene()
    scene.override("kids", .off, scene.now + -60, scene.now + 900, by: "ben", because: "dinner", kind: .lock)
    scene.override("kids", .on, PageScene.at(22), PageScene.at(23), kind: .more)
    let card = try scene.card("kids")
    #expect(card.state == .off && card.isHeld && card.why == .override(.lock, by: "ben"))
    #expect(card.because == "dinner" && card.until == scene.now + 900 && card.override?.id == "1")
    #expect(card.coming.map(\.id) == ["2"])
    #expect(card.strip.contains { $0.isOverride })
  }

  @Test func anActionHasATime() throws {
    let card = try PageScene().card("gate")
    #expect(card.state == nil && card.truth == .free)
    #expect(card.runs == Instant(secondsSinceEpoch: 1_795_129_200 + 3 * 86_400 + 6 * 3_600 + 45 * 60), "Monday")
  }

  /// Why an edit waits is told in the language of the page, and by what was noted where an older version noted it.
  @Test func theReasonsOfAnEditAreTranslated() throws {
    let scene = try PageScene()
    let at = PageScene.at(21)
    func text(_ notes: [EditNote], _ words: Words) -> String {
      let edit = PolicyEdit(targets: [Name("kids")], version: "v", summary: "kids: on, not off", notes: notes)
      return words.text(.edit(edit), scene.policy.zone, now: scene.now)
    }
    let freer = [EditNote(Name("kids"), .freer, state: .on, before: .off, at: at), EditNote(Name("kids"), .owner)]
    for _ in 0..<2 {
      #expect(
        text(freer, .german)
          == "eine Änderung der Regeln (kids: an statt aus ab 21:00, die Datei hat einen anderen Besitzer)")
    }
    #expect(text([EditNote(Name("kids"), .weaker)], .german).hasSuffix("(kids: wird weniger fest gehalten ab sofort)"))
    let times = LooserTimes(count: 28, seconds: 25_500, isNeverHeld: true)
    #expect(
      text([EditNote(Name("kids"), .freer, state: .on, before: .off, at: at, times: times)], .german).hasSuffix(
        "(kids: an statt aus 28-mal und zusammen 7 Std. 5 Min. in den vier Wochen ab 21:00, und nie gehalten)"))
    #expect(
      text([EditNote(Name("kids"), .weaker, times: LooserTimes(count: 1, seconds: 9, isThroughout: true))], .german)
        .hasSuffix("(kids: wird weniger fest gehalten in den ganzen vier Wochen ab sofort)"))
    let need = ApprovalNeed(approvers: [Name("anna"), Name("ben")], needsAll: true)
    #expect(text([EditNote(Name("kids"), .guarding, need: need)], .german).hasSuffix("wird von anna und ben gehütet)"))
    #expect(text([], .german) == "eine Änderung der Regeln (kids: on, not off)")
    #expect(text(freer, .english) == "an edit of the policy (kids: on, not off)")
    let told = EditNote.Reason.allCases.map { text([EditNote(Name("kids"), $0, other: Name("tv"))], .german) }
    #expect(Set(told).count == told.count)
  }

  /// The last time counts, and neither what a clock that was ahead has missed nor what another target did.
  @Test(arguments: ["done", "missed", "stuck", "unverified", "unknown", "not-done"])
  func anActionTellsHowItEnded(_ outcome: String) throws {
    var scene = try PageScene()
    func event(_ target: String, _ due: Instant, _ outcome: String) -> Event {
      Event(
        at: due + 2, .action, by: "reconcile", target: Name(target), name: "switch.on", outcome: outcome, begins: due)
    }
    #expect(try scene.card("gate").ran == nil)
    scene.events = [event("gate", scene.now + -7_200, "done"), event("gate", scene.now + -3_600, outcome)]
    scene.events.append(event("kids", scene.now + -60, "done"))
    for _ in 0..<2 {
      let ran = try #require(try scene.card("gate").ran)
      #expect(ran.due == scene.now + -3_600 && ran.outcome == outcome)
    }
    let model = try scene.model()
    for words in Words.all {
      let told = model.history.compactMap { words.text($0, model.zone, now: model.now) }
      // When it was due is said of what was not done then.
      #expect(told.contains("gate: \(words.outcome("done"))"), "\(told)")
      let due = outcome == "done" ? "" : words.language == "de" ? ", fällig 19:00" : ", due 19:00"
      #expect(told.contains("gate\(due): \(words.outcome(outcome))") && !told.joined().contains("-"), "\(told)")
    }
    scene.events = [event("gate", scene.now + 60, "missed")]
    #expect(try scene.card("gate").ran == nil)
  }

  // MARK: Truth

  struct Truth: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var truth: PageCard.Truth
    var arrange: @Sendable (inout PageScene) -> Void
  }

  @Test(arguments: [
    Truth(testDescription: "no state", truth: .unknown) { _ in },
    Truth(testDescription: "seen in place", truth: .inPlace) {
      $0.saw("kids", .disabled, wanted: .disabled, state: "on")
    },
    Truth(testDescription: "another target was seen", truth: .late(since: PageScene.at(7))) {
      $0.saw("tv", .disabled, wanted: .disabled, state: "on")
    },
    Truth(testDescription: "moved by hand", truth: .wrong(.moved)) {
      $0.saw("kids", .enabled, wanted: .disabled, state: "on")
    },
    Truth(testDescription: "otherwise, and only observed", truth: .wrong(.observed)) {
      $0.policy.targets[0].enforcement = .observe
      $0.saw("kids", .enabled, wanted: .disabled, state: "on")
    },
    Truth(testDescription: "failed to move", truth: .wrong(.failed)) {
      $0.saw(
        "kids", .enabled, wanted: .disabled, state: "on", tries: RecordedObject.Tries(count: 2, at: PageScene.at(19)))
    },
    Truth(testDescription: "it does not tell, and was never asked", truth: .asked(at: nil)) {
      $0.saw("kids", .unknown, wanted: .disabled, state: "on", asking: Asking(name: "kids", noted: .disabled))
    },
    Truth(testDescription: "it does not tell, and was asked for something else", truth: .asked(at: nil)) {
      let last = Asking.Request(.enabled, at: PageScene.at(6), isAnswered: true)
      $0.saw(
        "kids", .unknown, wanted: .disabled, state: "on", asking: Asking(name: "kids", noted: .disabled, last: last))
    },
    Truth(testDescription: "it does not tell, and was asked", truth: .asked(at: PageScene.at(7))) {
      let last = Asking.Request(.disabled, at: PageScene.at(7), isAnswered: true)
      $0.saw(
        "kids", .unknown, wanted: .disabled, state: "on", asking: Asking(name: "kids", noted: .disabled, last: last))
    },
    Truth(testDescription: "it does not tell, and the answer was lost", truth: .wrong(.unanswered)) {
      let last = Asking.Request(.disabled, at: PageScene.at(7), isAnswered: false)
      $0.saw(
        "kids", .unknown, wanted: .disabled, state: "on", asking: Asking(name: "kids", noted: .disabled, last: last))
    },
    Truth(testDescription: "it does not tell, and refused", truth: .wrong(.failed)) {
      $0.saw(
        "kids", .unknown, wanted: .disabled, state: "on", tries: RecordedObject.Tries(count: 1, at: PageScene.at(19)),
        asking: Asking(name: "kids", noted: .enabled))
    },
    Truth(testDescription: "its system is lost", truth: .unreachable) {
      $0.saw("kids", .disabled, wanted: .disabled, state: "on")
      $0.lost = [Name("u")]
    },
    Truth(testDescription: "its system was never read", truth: .unreachable) {
      $0.saw("tv", .disabled, wanted: .disabled, state: "on")
      for key in $0.memory?.objects.keys.map(\.self) ?? [] { $0.memory?.objects[key] = nil }
      $0.lost = [Name("u")]
    },
    Truth(testDescription: "one of its names is missing", truth: .wrong(.incomplete)) {
      $0.saw("kids", .disabled, wanted: .disabled, state: "on")
      $0.problems = [Name("kids"): ["'Downtime-TV' not found"]]
    },
    Truth(testDescription: "its only name is missing", truth: .wrong(.incomplete)) {
      $0.saw("tv", .disabled, wanted: .disabled, state: "on")
      $0.problems = [Name("kids"): ["'Downtime-TV' not found"]]
    },
    Truth(testDescription: "a name of another target is missing", truth: .inPlace) {
      $0.saw("kids", .disabled, wanted: .disabled, state: "on")
      $0.problems = [Name("tv"): ["'TV' not found"]]
    },
    Truth(testDescription: "one is stuck, and one waits for the next run", truth: .wrong(.failed)) {
      let tries = RecordedObject.Tries(count: 2, at: PageScene.at(19))
      $0.saw("kids", .enabled, wanted: .disabled, state: "on", tries: tries)
      $0.saw("kids", .enabled, wanted: .enabled, state: "off", id: "other")
    },
    Truth(testDescription: "just asked for", truth: .underway(since: PageScene.at(20))) {
      $0.saw("kids", .disabled, wanted: .disabled, state: "on")
      $0.override("kids", .off, $0.now, $0.now + 600)
    },
    Truth(testDescription: "asked for four minutes ago", truth: .late(since: PageScene.at(19, 56))) {
      $0.saw("kids", .disabled, wanted: .disabled, state: "on")
      $0.override("kids", .off, $0.now + -240, $0.now + 600)
    },
  ])
  func truth(_ row: Truth) throws {
    var scene = try PageScene()
    row.arrange(&scene)
    #expect(try scene.card("kids").truth == row.truth)
  }

  /// What an edit wants no run could have got to before: it is late only when one could since.
  @Test(arguments: [(0, false), (180, false), (181, true)] as [(Int64, Bool)])
  func whatAnEditWantsIsNotLateAtOnce(_ seconds: Int64, _ isLate: Bool) throws {
    var scene = try PageScene()
    scene.saw("tv", .disabled, wanted: .disabled, state: "on")
    let edited = scene.now + -seconds
    scene.editedAt = edited
    #expect(try scene.card("kids").truth == (isLate ? .late(since: edited) : .underway(since: edited)))
  }

  /// What is told of is what failed, else what was moved; only to who manages it.
  @Test func whatIsWrong() throws {
    var scene = try PageScene()
    let names = { (scene: PageScene, person: String) in try scene.card("kids", of: person).wrong.map(\.name) }
    scene.saw("kids", .disabled, wanted: .disabled, state: "on", id: "1", name: "Fine")
    #expect(try names(scene, "anna") == [])
    scene.saw("kids", .enabled, wanted: .disabled, state: "on", id: "3", name: "B")
    scene.saw("kids", .enabled, wanted: .disabled, state: "on", id: "2", name: "A")
    scene.saw("kids", .enabled, wanted: .disabled, state: "on", id: "4")
    #expect(try names(scene, "anna") == ["A", "B", nil])
    #expect(try names(scene, "emma") == [])
    let tries = RecordedObject.Tries(count: 1, at: scene.now)
    scene.saw("kids", .enabled, wanted: .disabled, state: "on", tries: tries, id: "5", name: "Stuck")
    let wrong = PageCard.Wrong(system: Name("u"), kind: .aclRule, name: "Stuck")
    #expect(try scene.card("kids").wrong == [wrong] && scene.card("kids").truth == .wrong(.failed))
    scene.problems = [Name("kids"): ["'Gone' not found"]]
    let missing = PageCard.Wrong(system: Name("u"), problem: "'Gone' not found")
    #expect(try scene.card("kids").wrong == [missing] && scene.card("kids", of: "emma").wrong.isEmpty)
    scene.lost = [Name("u"), Name("h")]
    #expect(try scene.card("kids").wrong == [PageCard.Wrong(system: Name("u"))])
    #expect(try scene.card("kids", of: "emma").wrong.isEmpty)
  }

  /// What an earlier version saw says nothing of its target.
  @Test func anOldObjectIsNobodys() throws {
    var scene = try PageScene()
    scene.saw("kids", .disabled, wanted: .disabled, state: "on")
    for key in scene.memory?.objects.keys.map(\.self) ?? [] { scene.memory?.objects[key]?.target = nil }
    #expect(try scene.card("kids").truth == .late(since: PageScene.at(7)))
  }

  /// What was made later than now, by a clock that was ahead, is named as long as it holds or is yet to begin.
  @Test(arguments: [(0, false), (120, false), (121, true), (86_400 * 700, true)] as [(Int64, Bool)])
  func whatWasMadeAhead(_ seconds: Int64, _ isNamed: Bool) throws {
    for begins in [-60, 60] as [Int64] {
      var scene = try PageScene()
      scene.override("tv", .off, scene.now + begins, scene.now + 600, kind: .lock)
      scene.overrides[0].madeAt = scene.now + seconds
      #expect(try scene.card("tv").madeAhead == (isNamed ? scene.now + seconds : nil))
      #expect(try scene.card("kids").madeAhead == nil)
      scene.now = scene.now + 601
      #expect(try scene.card("tv").madeAhead == nil, "it is over")
    }
  }

  @Test(
    arguments: [
      (0, false), (300, false), (301, true), (-120, false), (-301, true), (-86_400 * 700, true), (nil, true),
    ] as [(Int64?, Bool)])
  func staleness(_ age: Int64?, _ isStale: Bool) throws {
    var scene = try PageScene()
    scene.checkedAt = age.map { scene.now + -$0 }
    #expect(try scene.model().isStale == isStale)
  }

  // MARK: Overrides, requests and the past

  @Test func whoseOverrides() throws {
    var scene = try PageScene()
    scene.override("tv", .on, scene.now + -600, scene.now)
    scene.override("tv", .off, scene.now + -60, scene.now + 600)
    scene.override("kids", .on, scene.now + 3_600, scene.now + 7_200)
    scene.override("kids", .on, scene.now + 3_600, scene.now + 600)
    scene.override("hidden", .on, scene.now, scene.now + 600)
    let seen = { (person: String) in try scene.model(of: person).overrides.map(\.override.id) }
    #expect(try seen("anna") == ["2", "3"] && seen("ben") == ["2"] && seen("emma") == ["2", "3"])
    #expect(try seen("omar") == [])
  }

  @Test func whoseRequests() throws {
    var scene = try PageScene()
    scene.ask("kids", by: "emma", because: "film night")
    scene.ask("tv", by: "ben", of: ["ben"])
    let anna = try scene.model().requests
    #expect(anna.map(\.id) == ["1"] && anna[0].mayDecide && !anna[0].isOwn && anna[0].because == "film night")
    let emma = try scene.model(of: "emma")
    #expect(emma.requests.map(\.id) == ["1"] && !emma.requests[0].mayDecide && emma.requests[0].isOwn)
    #expect(emma.cards.first { $0.target.text == "kids" }?.asked == "1")
    #expect(try scene.model(of: "omar").requests.isEmpty)
    scene.now = scene.now + 1_800
    #expect(try scene.model().requests.isEmpty, "its time is over")
  }

  /// Who asks reads who has yet to agree; where any one of several is enough, that is said as well.
  @Test(
    arguments: [
      ([], true, nil), (["anna"], true, "You asked. It waits for ben."), ([], false, nil),
    ] as [([String], Bool, String?)])
  func whomItWaitsFor(_ agreed: [String], _ needsAll: Bool, _ text: String?) throws {
    let guarding = "{approve: [anna, ben]\(needsAll ? ", all: true" : "")}"
    var scene = try PageScene(PageScene.household.replacing("{approve: anna}", with: guarding))
    scene.ask("kids", by: "emma")
    scene.requests[0].needs = [ApprovalNeed(approvers: [Name("anna"), Name("ben")], needsAll: needsAll)]
    scene.requests[0].approvedBy = agreed.map { Name($0) }
    let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
    let page = PageHTML(.english, PageAssets { _ in "v" }).page(try scene.model(of: "emma"), seal, said: nil).text
    #expect(page.contains(text ?? "You asked. Nobody has decided yet."), "\(page)")
    #expect(page.contains(needsAll ? "Guarded by <bdi>anna and ben" : "Guarded by <bdi>anna or ben"), "\(page)")
  }

  /// Whoever asked reads that somebody said no, for some hours, and until they ask again.
  @Test func aNoIsToldToWhoeverAsked() throws {
    var scene = try PageScene()
    let event = { (kind: Event.Kind, request: String, by: String, seconds: Int64) -> Event in
      Event(at: PageScene.at(20) + seconds, kind, by: by, target: Name("kids"), request: request)
    }
    let denied = { (scene: PageScene, person: String) in try scene.card("kids", of: person).denied }
    scene.events = [event(.requestMade, "1", "emma", -900), event(.requestDenied, "1", "anna", -600)]
    #expect(try denied(scene, "emma") == PageCard.Denied(by: "anna", at: scene.now + -600))
    #expect(try denied(scene, "anna") == nil && scene.card("tv", of: "emma").denied == nil)
    let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
    let page = PageHTML(.english, PageAssets { _ in "v" }).page(try scene.model(of: "emma"), seal, said: nil).text
    #expect(page.contains("You asked. anna said no (19:50)."), "\(page)")
    var later = scene
    later.now = scene.now + (6 * 3_600 - 600)
    #expect(try denied(later, "emma") == nil)
    var open = scene
    open.ask("kids", by: "emma")
    #expect(try denied(open, "emma") == nil, "what is open says itself that it is")
    for kind in [Event.Kind.requestApproved, .requestCancelled] {
      var again = scene
      again.events += [event(.requestMade, "2", "emma", -300), event(kind, "2", "anna", -200)]
      #expect(try denied(again, "emma") == nil)
    }
    scene.events[1] = event(.requestDenied, "1", "emma", -600)
    #expect(try denied(scene, "emma") == nil, "whoever says it knows")
  }

  /// What nobody answered is told for some hours to whoever asked, until they ask again.
  @Test(arguments: [(60, true), (6 * 3_600 - 1, true), (6 * 3_600, false)] as [(Int64, Bool)])
  func whatNobodyAnswered(_ ago: Int64, _ isTold: Bool) throws {
    var scene = try PageScene()
    scene.ask("kids", by: "emma")
    scene.requests[0].expires = scene.now + -ago
    var facts = scene.facts
    (facts.requests, facts.past) = ([], scene.requests)
    let card = { (person: String) in
      let model = PageModel(try requireValue(PersonRights(Name(person), in: scene.policy)), facts)
      return try requireValue(model.cards.first { $0.target == Name("kids") })
    }
    #expect(try card("emma").unanswered == (isTold ? scene.now + -ago : nil))
    #expect(try card("anna").unanswered == nil)
    facts.past[0].end(.denied, at: scene.now + -ago, by: "anna")
    #expect(try card("emma").unanswered == nil)
    (facts.requests, facts.past) = (try PageScene().requests, scene.requests)
    scene.ask("kids", by: "emma")
    facts.requests = [scene.requests[0]]
    #expect(try card("emma").unanswered == nil, "what is open says itself that it is")
  }

  /// Of several it is the last one that tells whether nobody answered.
  @Test(
    arguments: [([false], true), ([false, true], true), ([true, false], false), ([true, true], false)]
      as [([Bool], Bool)])
  func whatNobodyAnsweredLast(_ answered: [Bool], _ isTold: Bool) throws {
    var scene = try PageScene()
    for _ in answered { scene.ask("kids", by: "emma") }
    // What others asked, and what was asked about something else, is newer.
    scene.ask("kids", by: "omar")
    scene.ask("tv", by: "emma")
    for place in scene.requests.indices { scene.requests[place].expires = scene.now + -Int64(place + 1) * 60 }
    for (place, isAnswered) in answered.enumerated() where isAnswered {
      scene.requests[place + 2].end(.approved, at: scene.now + -Int64(place + 3) * 60, by: "anna")
    }
    for place in 0..<2 { scene.requests[place].end(.approved, at: scene.now + -60, by: "anna") }
    var facts = scene.facts
    (facts.requests, facts.past) = ([], scene.requests)
    let model = PageModel(try requireValue(PersonRights(Name("emma"), in: scene.policy)), facts)
    let card = try requireValue(model.cards.first { $0.target == Name("kids") })
    #expect(card.unanswered == (isTold ? scene.now + -180 : nil))
  }

  /// What would be given another end, and has ended or got one since: the page offers no yes, and says why.
  @Test(arguments: [(-60, true), (3_600, true), (1_800, false)] as [(Int64, Bool)])
  func anotherEndOfWhatIsOtherwiseByNow(_ end: Int64, _ isOvertaken: Bool) throws {
    var scene = try PageScene()
    scene.override("kids", .on, scene.now + -600, scene.now + 1_800)
    scene.ask("kids", by: "emma")
    scene.requests[0].deed = .extend(scene.overrides[0], until: scene.now + 7_200)
    scene.overrides[0].until = scene.now + end
    let request = try requireValue(scene.model().requests.first)
    #expect(request.isOvertaken == isOvertaken && request.mayDecide)
    for words in Words.all {
      let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
      let page = PageHTML(words, PageAssets { _ in "v" }).page(try scene.model(), seal, said: nil).text
      #expect(page.contains("value=\"approve\"") != isOvertaken && page.contains("value=\"deny\""))
      #expect(page.contains(words.overtaken) == isOvertaken)
    }
  }

  /// What would be about targets that are gone: there is no yes, and a reason; once one of them is there, there is one.
  @Test(arguments: [(["gone"], true), (["gone", "kids"], false), (["kids"], false)] as [([String], Bool)])
  func targetsThatAreGone(_ targets: [String], _ isGone: Bool) throws {
    var scene = try PageScene()
    let wanted = targets.map {
      Override(
        id: "", target: Name($0), state: .on, from: scene.now, until: scene.now + 1_800, because: nil, by: "emma")
    }
    scene.ask("kids", by: "emma")
    scene.requests[0].deed = .make(wanted)
    let model = try scene.model()
    #expect(model.requests.map(\.isGone) == [isGone])
    for words in Words.all {
      let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
      let page = PageHTML(words, PageAssets { _ in "v" }).page(model, seal, said: nil).text
      #expect(page.contains("value=\"approve\"") != isGone && page.contains("value=\"deny\""))
      #expect(page.contains(words.gone) == isGone)
    }
  }

  /// Whether any one of them is enough, or each has to agree.
  @Test(
    arguments: [
      (false, [], "anna or ben", "anna oder ben"), (true, [], "anna and ben", "anna und ben"),
      (true, ["anna"], "ben", "ben"),
    ] as [(Bool, [String], String, String)])
  func whoIsWaitedFor(_ needsAll: Bool, _ agreed: [String], _ english: String, _ german: String) throws {
    var scene = try PageScene()
    scene.ask("kids", by: "emma", of: ["anna", "ben"])
    scene.requests[0].needs[0].needsAll = needsAll
    scene.requests[0].approvedBy = agreed.map { Name($0) }
    let model = try scene.model(of: "emma")
    for (words, text) in [(Words.english, "waits for \(english)"), (.german, german)] {
      let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
      let page = PageHTML(words, PageAssets { _ in "v" }).page(model, seal, said: nil).text
      #expect(page.contains(text + " ·"), "\(page)")
    }
  }

  /// Whoever has agreed reads who has yet to, and may still say no; of whoever is the only one nothing is said.
  @Test(
    arguments: [
      ([], true, "waits for anna and ben ·"), (["anna"], false, "waits for ben ·"), (["ben"], true, nil),
    ] as [([String], Bool, String?)])
  func whoHasAgreed(_ agreed: [String], _ mayDecide: Bool, _ waits: String?) throws {
    var scene = try PageScene()
    scene.ask("kids", by: "emma", of: ["anna", "ben"])
    scene.requests[0].needs[0].needsAll = true
    scene.requests[0].approvedBy = agreed.map { Name($0) }
    let model = try scene.model()
    #expect(model.requests.map(\.mayDecide) == [mayDecide] && model.requests.map(\.mayDeny) == [true])
    let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
    let page = PageHTML(.english, PageAssets { _ in "v" }).page(model, seal, said: nil).text
    #expect(page.contains("value=\"approve\"") == mayDecide && page.contains("value=\"deny\""))
    #expect(waits.map { page.contains($0) } ?? !page.contains("waits for"), "\(page)")
  }

  /// What a newer one beats for all of its time is not announced; where it counts for a part of it, it is.
  @Test(arguments: [(10_800, false), (5_400, true)] as [(Int64, Bool)])
  func whatIsBeatenDoesNotCome(_ locked: Int64, _ comes: Bool) throws {
    var scene = try PageScene()
    scene.override("tv", .on, scene.now + 3_600, scene.now + 7_200, by: "ben", kind: .more)
    scene.override("tv", .off, scene.now, scene.now + locked, kind: .lock)
    #expect(try scene.card("tv").coming.map(\.id) == (comes ? ["1"] : []))
    #expect(try scene.model().overrides.first { $0.override.id == "1" }?.isBeaten == !comes)
  }

  /// An override of several is beaten once nothing of what somebody sees of it is left to it.
  @Test(
    arguments: [
      ([], "anna", false), (["tv"], "anna", false), (["kids"], "anna", false), (["tv", "kids"], "anna", true),
      (["tv"], "ben", true), (["kids"], "ben", false),
    ] as [([String], String, Bool)])
  func whatIsBeatenForOne(_ locked: [String], _ person: String, _ isBeaten: Bool) throws {
    var scene = try PageScene(
      PageScene.household.replacing("  hidden: {", with: "  both: {targets: [tv, kids]}\n  hidden: {"))
    scene.override("both", .off, scene.now + -60, scene.now + 3_600)
    for target in locked { scene.override(target, .off, scene.now + -30, scene.now + 7_200, kind: .lock) }
    #expect(try scene.model(of: person).overrides.first { $0.override.id == "1" }?.isBeaten == isBeaten)
  }

  /// Under a lock, whoever may ask reads when that is over, and whoever is asked when a yes counts.
  @Test func underALock() throws {
    var scene = try PageScene()
    scene.override("kids", .off, scene.now + -60, scene.now + 5_400, by: "ben", kind: .lock)
    scene.ask("kids", by: "emma")
    var facts = scene.facts
    facts.locked = ["1": scene.now + 5_400]
    let page = { (person: String) in
      let model = PageModel(try requireValue(PersonRights(Name(person), in: scene.policy)), facts)
      let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
      return PageHTML(.english, PageAssets { _ in "v" }).page(model, seal, said: nil).text
    }
    let (emma, anna) = (try page("emma"), try page("anna"))
    #expect(emma.contains("locked by ben until 21:30") && emma.contains("You can ask again after 21:30."), "\(emma)")
    #expect(anna.contains("It is locked until 21:30.") && !anna.contains("value=\"approve\""), "\(anna)")
    #expect(!anna.contains("You can ask again") && anna.contains("value=\"deny\""))
  }

  /// What an end ends beside what it is tapped at: of a target of targets, and of what a lock keeps shut elsewhere.
  @Test func whatElseAnEndEnds() throws {
    var scene = try PageScene(
      PageScene.household.replacing("  hidden: {", with: "  both: {targets: [tv, kids]}\n  hidden: {"))
    scene.override("both", .off, scene.now + -60, scene.now + 600, kind: .lock)
    scene.override("tv", .on, scene.now + 900, scene.now + 1_200)
    #expect(try scene.card("kids").endsFor == ["1": [Name("kids"), Name("tv")]])
    #expect(try scene.card("tv").endsFor == ["1": [Name("kids"), Name("tv")]])
    // What is yet to come, too, whether or not anything holds now.
    for target in ["tv", "kids"] {
      var coming = scene
      coming.overrides[1].target = Name("both")
      #expect(try coming.card(target).endsFor == ["1": [Name("kids"), Name("tv")], "2": [Name("kids"), Name("tv")]])
      coming.overrides.removeFirst()
      #expect(try coming.card(target).endsFor == ["2": [Name("kids"), Name("tv")]])
    }
    scene.overrides[0].target = Name("tv")
    #expect(try scene.card("tv").endsFor == [:])
    scene.holds = [LockHold(lock: scene.overrides[0], target: Name("gate"), objects: [])]
    #expect(try scene.card("tv").endsFor == ["1": [Name("tv"), Name("gate")]])
  }

  /// That no tap counts is said to whoever manages something, and once.
  @Test(
    arguments: [
      ("anna", false, true, [false, true]), ("emma", false, true, [false, false]), ("anna", true, true, [true, false]),
      ("emma", true, false, [true, false]), ("anna", false, false, [false, false]),
    ] as [(String, Bool, Bool, [Bool])])
  func troubleWithTheState(_ person: String, _ isUnread: Bool, _ isUnwritable: Bool, _ told: [Bool]) throws {
    let scene = try PageScene()
    var facts = scene.facts
    (facts.isUnread, facts.isUnwritable) = (isUnread, isUnwritable)
    let model = PageModel(try requireValue(PersonRights(Name(person), in: scene.policy)), facts)
    for words in Words.all {
      let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
      let page = PageHTML(words, PageAssets { _ in "v" }).page(model, seal, said: nil).text
      #expect([words.unread, words.unwritable].map { page.contains($0) } == told, "\(page)")
    }
  }

  @Test func thePastOfWhatOneSees() throws {
    var scene = try PageScene()
    let change = { (target: String, seconds: Int64, name: String) in
      Event(
        at: scene.now + seconds, .change, by: "reconcile", target: Name(target), name: name, state: .off,
        outcome: "applied")
    }
    scene.events = [
      change("tv", -4 * 86_400, "A"), change("tv", -600, "A"), change("tv", -599, "B"), change("hidden", -500, "A"),
      Event(at: scene.now + -400, .pinSet, by: "root", name: "anna"),
      Event(at: scene.now + -300, .overrideMade, by: "anna", target: Name("kids"), state: .on, until: scene.now),
    ]
    #expect(try scene.model().history.map(\.event.kind) == [.overrideMade, .change])
    #expect(try scene.model(of: "ben").history.map(\.event.kind) == [.change])
  }

  /// What is about a target of targets, or about several targets, is told to whoever sees one of them.
  @Test func thePastOfSeveralTargets() throws {
    var scene = try PageScene(
      PageScene.household.replacing("  hidden: {", with: "  both: {targets: [tv, hidden]}\n  hidden: {"))
    scene.events = [
      Event(at: scene.now + -300, .overrideMade, by: "ben", target: Name("both"), state: .off, until: scene.now),
      Event(
        at: scene.now + -200, .requestMade, by: "emma", target: Name("hidden"), state: .on,
        also: [.init(target: Name("kids"), state: .on, begins: nil, until: nil)]),
    ]
    let told = { (person: String) in try scene.model(of: person).history.map { $0.targets.map(\.text) } }
    #expect(try told("ben") == [["both"]])
    #expect(try told("emma") == [["kids"], ["both"]])
    #expect(try told("omar") == [])
  }

  /// One switch of many objects is told once, and every further switch again, however soon it comes.
  @Test(
    arguments: [
      (["on", "on", "on"], ["on"]), (["off", "on", "off"], ["off", "on", "off"]),
      (["off", "off", "on", "on", "off", "off"], ["off", "on", "off"]),
    ] as [([String], [String])])
  func everySwitchIsTold(_ states: [String], _ told: [String]) throws {
    var scene = try PageScene()
    for (second, state) in states.enumerated() {
      for (target, wanted) in [("tv", state), ("kids", "on")] {
        var change = Event(
          at: scene.now + Int64(second - 60), .change, by: "reconcile", target: Name(target), outcome: "applied")
        change.state = wanted == "on" ? .on : .off
        scene.events.append(change)
      }
    }
    let tv = try scene.model().history.reversed().filter { $0.targets == [Name("tv")] }
    #expect(tv.map { $0.event.state?.rawValue } == told)
    #expect(try scene.model().history.count { $0.targets == [Name("kids")] } == 1)
  }

  /// The hours are where clocks show them, also on the days with 23 and with 25 hours.
  @Test(
    arguments: [
      (PageScene.at(12), [250, 500, 750]), (Instant(secondsSinceEpoch: 1_824_984_000), [280, 520, 760]),
      (Instant(secondsSinceEpoch: 1_806_228_000), [217, 478, 739]),
    ] as [(Instant, [Int])])
  func hoursOfTheDay(_ now: Instant, _ quarters: [Int]) throws {
    #expect(try PageScene(now: now).card("kids").quarters == quarters)
  }
}
