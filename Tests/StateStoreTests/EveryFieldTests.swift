import Approvals
import CivilTime
import Planning
import Policies
import Providers
import Testing
import UniFi

@testable import StateStore

/// What is kept of people and of doors comes back as it was, each field of it: every program reads it anew, and in the one
/// that wrote it nobody would notice.
@Suite struct EveryFieldTests {
  private static let now = ClockReading(wall: Scratch.start, boot: BootMoment(boot: "first", seconds: 100))

  private static func event(_ kind: Event.Kind) -> Event { Event(at: Scratch.start, kind, by: "anna", name: "anna") }

  /// The fields of `value` that say nothing. A new field is one of them until it has a value here.
  private static func unset(_ value: Any) -> [String] {
    Mirror(reflecting: value).children.compactMap { child in
      let says: Bool
      switch child.value {
      case let number as Int: says = number != 0
      case let flag as Bool: says = flag
      case let text as String: says = !text.isEmpty
      default:
        let found = Mirror(reflecting: child.value)
        let mayBeEmpty = found.displayStyle == .optional || found.displayStyle == .collection
        says = !mayBeEmpty || !found.children.isEmpty
      }
      return says ? nil : child.label
    }
  }

  /// Checks that another program finds what `keep` has kept.
  private static func check<Value: Equatable>(
    _ value: Value, _ keep: (StateStore) throws -> Void, found: (StateStore) throws -> [Value],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(unset(value).isEmpty, sourceLocation: location)
    let scratch = try Scratch()
    defer { scratch.remove() }
    try keep(try scratch.store())
    for store in [try scratch.store(), try #require(try StateStore(reading: scratch.folder))] {
      #expect(try found(store) == [value], sourceLocation: location)
      #expect(try store.differences().isEmpty, sourceLocation: location)
    }
  }

  @Test func ofAPerson() throws {
    var pin = PersonPIN(hash: "$argon2id$")
    (pin.wrong, pin.waits, pin.blockedSince) = (3, 2, Self.now)
    try Self.check(pin) { store in
      try store.keep(pin, of: Name("anna"), telling: Self.event(.pinSet))
    } found: { store in
      #expect(try store.pins() == [Name("anna"): pin])
      return [try store.pin(of: Name("anna"))].compactMap(\.self)
    }
    let limit = TryLimit(wrong: [Self.now], blockedSince: Self.now)
    try Self.check(limit) { store in
      let wish = Override(
        id: "", target: Name("kids"), state: .on, from: Scratch.start, until: Scratch.start + 60, because: nil,
        by: "emma")
      let request = try store.make(
        ApprovalRequest(
          id: "", asker: "emma", deed: .make([wish]), because: nil, made: Self.now, expires: Scratch.start + 60,
          policy: nil, needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
      ) { _ in [Self.event(.requestMade)] }
      let decision = CodeDecision(
        .approve, about: request, needs: request.needs, at: Self.now, limit: limit, by: Name("ben"))
      _ = try store.settle(decision, of: "emma", telling: [], at: Scratch.start)
    } found: {
      [try $0.tries(of: "emma")]
    }
    let news = ApproverNews(person: Name("anna"), text: "root has removed your PIN")
    try Self.check(news) {
      try $0.keep(news)
    } found: {
      try $0.news()
    }
  }

  @Test func ofAnOverride() throws {
    var lock = Override(
      id: "1", target: Name("kids"), state: .off, from: Scratch.start + 5, until: Scratch.start + 60,
      because: "homework", by: "anna", madeAt: Scratch.start, kind: .lock,
      policy: PolicyFile(path: "/etc/a.yaml", owner: ""))
    (lock.isUnasked, lock.named, lock.isTakenBack) = (true, Name("house"), true)
    try Self.check(lock) { store in
      _ = try store.make([lock])
      _ = try store.end("1", at: lock.until, now: lock.until, by: "anna")
    } found: { store in
      try store.overrides()
    }
    let scratch = try Scratch()
    defer { scratch.remove() }
    let request = ApprovalRequest(
      id: "", asker: "emma", deed: .end([lock]), because: nil, made: Self.now, expires: Scratch.start + 60,
      policy: nil, needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
    _ = try scratch.store().make(request) { _ in [Self.event(.requestMade)] }
    #expect(try scratch.store().requests().map(\.deed) == [.end([lock])])
  }

  @Test func ofADevice() throws {
    let link = JoinLink(person: Name("anna"), device: "iPhone", hash: "aa", made: Self.now)
    try Self.check(link) {
      try $0.keep(link, telling: Self.event(.linkMade))
    } found: {
      try $0.links()
    }
    let device = JoinedDevice(
      person: Name("emma"), name: "wall tablet", hash: "bb", joined: Scratch.start + 60, isProgram: true)
    try Self.check(device) {
      try $0.keep(device, telling: Self.event(.deviceJoined))
    } found: {
      try $0.devices()
    }
  }

  @Test func ofAHeldEdit() throws {
    var edit = ApprovedEdit(Name("kids"), version: "old", since: Scratch.start)
    (edit.heldSince, edit.request) = (Scratch.start + 60, "3")
    let version = PolicyVersion(
      fingerprint: "old", files: [GoodPolicy.File(name: "a.yaml", bytes: Array("timezone: UTC # ü\n".utf8))])
    func keep(_ store: StateStore) throws {
      try store.keep([edit], [version], ending: [], asking: [], telling: []) { _ in Self.event(.requestMade) }
    }
    try Self.check(edit, keep) { try $0.approvedEdits() }
    try Self.check(version, keep) { try $0.policyVersions() }
    let released = ReleasedObject(
      target: Name("kids"), system: Name("gateway"), kind: "acl-rule", id: "7", name: "Downtime")
    try Self.check(released) { store in
      try store.keep(released: [released], by: "3")
    } found: { store in
      let releases = try store.releases()
      #expect(releases.map(\.name) == ["3"])
      return releases.flatMap(\.objects)
    }
  }

  @Test func ofAnAction() throws {
    let action = RecordedAction(
      key: ActionKey(target: Name("gate"), at: Scratch.start), system: Name("door"), action: "open",
      standing: .expected, line: "gate at 06:45", until: Scratch.start + 600,
      others: [RecordedAction.Line("gate at 06:45 on fridays", until: Scratch.start + 60)], failure: "was refused")
    try Self.check(action) {
      try $0.keep([action])
    } found: {
      try $0.actions()
    }
    let ended = EndedAction(key: action.key, action: "open", outcome: "missed", failure: "was refused")
    try Self.check(ended) { store in
      try store.keep([action])
      let event = Event(
        at: Scratch.start + 700, .action, target: Name("gate"), system: Name("door"), name: "open", outcome: "missed")
      try store.note(action.key, nil, telling: event)
    } found: {
      try $0.endedActions()
    }
  }

  /// What a run has seen of an object, and what it was told of it.
  @Test func ofAnObject() throws {
    var closing = Closing(
      target: Name("kids"), at: Scratch.start, name: "Downtime", position: .enabled, leftAt: Scratch.start + 60)
    (closing.isFound, closing.isStrange) = (true, true)
    closing.guarding = Guard(approvers: [Name("anna"), Name("ben")], needsAll: true)
    // Those are what the object itself remembers, and what each run finds out anew.
    #expect(Self.unset(closing) == ["hours", "keeper"])
    let request = Asking.Request(.disabled, at: Scratch.start + 1, isAnswered: true)
    var asking = Asking(name: "media", noted: .disabled, last: request)
    (asking.refused, asking.newestWish, asking.overrideEnds) = (
      Asking.Request(.enabled, at: Scratch.start + 2, isAnswered: false), 7, Scratch.start + 3
    )
    #expect(Self.unset(asking).isEmpty)
    var event = Event(
      at: Scratch.start, .change, by: "anna", target: Name("kids"), system: Name("gateway"), object: .aclRule, id: "7",
      name: "Downtime", from: SwitchState(.disabled), to: SwitchState(.enabled), state: .off, until: Scratch.start + 60,
      cause: .schedule, decidedBy: "policy-1", outcome: "applied", message: "a note", begins: Scratch.start + 9,
      override: .lock, request: "3", wish: "kids on",
      also: [Event.Wished(target: Name("tv"), state: .on, begins: Scratch.start + 1, until: Scratch.start + 2)])
    (event.ended, event.uncounted, event.sentence) = ("1", "2", "kids off 21:00–07:00")
    #expect(Self.unset(event).isEmpty && event.also.allSatisfy { Self.unset($0).isEmpty })
    #expect(Event(stored: event.stored) == event)

    var object = RecordedObject(
      switchState: SwitchState(.paused, ends: Scratch.start + 60), at: Scratch.start, wanted: SwitchState(.active),
      override: "3", inPlaceAt: Scratch.start + -5, hasBeenInPlace: true, cause: .contended,
      movedAt: [Scratch.start + -9, Scratch.start + -3], found: SwitchState(.paused), isDoubtful: true, policy: "p",
      closing: closing, tries: RecordedObject.Tries(count: 2, at: Scratch.start + -1), asking: asking)
    (object.locks, object.shutAfter) = (["3": .active, "10": .enabled], Scratch.start + -4)
    (object.foundBy, object.isFoundTooLate, object.isKept) = ("4", true, true)
    (object.address, object.contentMark, object.hours) = ("7f6c", "mark", "21:00–07:00")
    (object.refusedAt, object.hoursRefusedAt) = (Scratch.start + -7, Scratch.start + -8)
    (object.maker, object.ofOthers) = (Told.home, ["7f6d": Told.other])
    (object.target, object.wantedState, object.name) = (Name("kids"), "off", "Downtime")
    object.ownSchedule = "own schedule 20:00–22:00"
    object.underWay = UnderWay(before: object, telling: [event])
    object.gone = RecordedObject.Gone(since: Scratch.start + -6, newName: "Bedtime")
    object.rivals = Rivals(["/etc/a.yaml": Name("kids"), "/etc/b.yaml": Name("tablet")])
    let memory = RecordedState(policy: "p", objects: [Told.key: object])
    try Self.check(object) { store in
      try store.record([event], before: RecordedState(), after: memory, at: Scratch.start)
    } found: { store in
      #expect(try store.entries(since: Scratch.start).map(\.event) == [event])
      return Array(try store.memory().objects.values)
    }
  }

  /// Each guess is made by a program of its own, which knows what the state tells it of those before.
  @Test func whoeverGuessesAPINWaitsForLonger() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.store().keep(PersonPIN(hash: "$argon2id$"), of: Name("anna"), telling: Self.event(.pinSet))
    var clock = Self.now
    var waits: [Int64] = []
    while waits.count < 7 {
      let store = try scratch.store()
      let known = try #require(try store.pin(of: Name("anna")))
      let (answer, pin) = known.trying(at: clock) { _ in .wrong }
      try store.keep(pin, of: Name("anna"), telling: nil)
      guard case .blocked(let seconds) = answer else { continue }
      waits.append(seconds / 3_600)
      let again = try #require(try scratch.store().pin(of: Name("anna")))
      #expect(again.isBlocked(at: clock))
      clock.wall = clock.wall + seconds
      clock.boot?.seconds += seconds
      #expect(!again.isBlocked(at: clock))
    }
    #expect(waits == [1, 2, 4, 8, 16, 24, 24])
  }

  /// What was told of somebody's PIN, link or news takes nothing else away.
  @Test func newerNewsStay() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let news = ["1", "2"].map { ApproverNews(person: Name("anna"), text: $0) }
    let other = ApproverNews(person: Name("ben"), text: "1")
    for one in news + [other] { try store.keep(one) }
    try store.forget(news[0])
    #expect(try store.news() == [news[1], other])
    try store.forget(news[1])
    #expect(try store.news() == [other])
    try store.forget(news[1])
    try store.forget(other)
    #expect(try store.news().isEmpty)
    #expect(try store.differences().isEmpty)
  }
}
