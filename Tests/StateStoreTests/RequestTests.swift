import Approvals
import CivilTime
import Foundation
import Planning
import Policies
import Testing

@testable import StateStore

/// Requests, and what users have tried: kept as they are, and known to the history.
struct RequestTests {
  private static let now = ClockReading(wall: Scratch.start, boot: BootMoment(boot: "first", seconds: 100))

  private static func override(_ target: String = "kids") -> Override {
    Override(
      id: "", target: Name(target), state: .on, from: Scratch.start, until: Scratch.start + 1_800,
      because: "film \"night\"", by: "emma", policy: PolicyFile(path: "/etc/policy.yaml", owner: "home"))
  }

  private static func wanted(_ deed: ApprovalRequest.Deed) -> ApprovalRequest {
    ApprovalRequest(
      id: "", asker: "emma", deed: deed, because: "film", made: now, expires: Scratch.start + 1_800,
      policy: PolicyFile(path: "/etc/policy.yaml", owner: "home"),
      needs: [ApprovalNeed(approvers: [Name("anna"), Name("ben")], needsAll: true)])
  }

  private static func event(_ kind: Event.Kind, _ request: ApprovalRequest) -> Event {
    Event(at: Scratch.start, kind, by: "emma", request: request.id)
  }

  private static func made(_ deed: ApprovalRequest.Deed, in store: StateStore) throws -> ApprovalRequest {
    try store.make(wanted(deed)) { [event(.requestMade, $0)] }
  }

  @Test func everythingComesBack() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    let override = try store.make([Self.override()])[0]
    let deeds: [ApprovalRequest.Deed] = [
      .make([Self.override(), Self.override("tv")]), .end([override]), .extend(override, until: Scratch.start + 60),
    ]
    var all: [ApprovalRequest] = []
    for deed in deeds {
      var request = try Self.made(deed, in: store)
      request.codes[0].standing = .sent
      request.codes[0].hash = "$argon2id$"
      request.codes[0].at = Self.now
      request.codes[0].tries = 2
      request.codes[0].asked = 1
      request.codes[1].standing = .unreachable
      request.codes[1].trouble = "no answer"
      request.approvedBy = [Name("anna")]
      request.earlierNos = [EarlierNo(by: "paul", at: Scratch.start + -60)]
      request.wrongTries = 3
      request.end(.denied, at: Scratch.start + 9, by: "anna")
      try store.keep([request], telling: [Self.event(.requestDenied, request)])
      all.insert(request, at: 0)
    }
    #expect(try StateStore(reading: scratch.folder)?.requests() == all)
    #expect(all.map(\.id) == ["3", "2", "1"])
    #expect(try store.verify(head: nil) == .holds(entries: 7))
  }

  @Test func whatItsUserTriedComesBack() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    let request = try Self.made(.make([Self.override()]), in: store)
    let decision = CodeDecision(
      .approve, about: request, needs: request.needs, at: Self.now, limit: TryLimit()
    ) { _ in .wrong }
    #expect(decision.limit == TryLimit(wrong: [Self.now]))
    #expect(try store.settle(decision, of: "emma", telling: [], at: Scratch.start).isEmpty)
    #expect(try store.tries(of: "emma") == decision.limit)
    #expect(try store.tries(of: "max") == TryLimit())
    // No name is a part of another.
    #expect(try store.tries(of: "emm") == TryLimit())
  }

  @Test func approvingDoesWhatWasAskedForFromThenOn() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    let request = try Self.made(.make([Self.override(), Self.override("tv")]), in: store)
    let decision = Self.approved(request)
    let made = try store.settle(
      decision, of: "ben", telling: [Self.event(.requestApproved, request)], at: Scratch.start + 60)
    #expect(made.map(\.from) == [Scratch.start + 60, Scratch.start + 60])
    #expect(made.map(\.until) == [Scratch.start + 1_800, Scratch.start + 1_800])
    #expect(made.map(\.by) == ["emma", "emma"])
    #expect(try store.overrides().count == 2)
    #expect(try store.verify(head: nil) == .holds(entries: 4))
    // Once.
    let again = Self.approved(decision.request)
    #expect(again.answer == .over)
    #expect(try store.settle(again, of: "ben", telling: [], at: Scratch.start + 60).isEmpty)
    #expect(try store.overrides().count == 2)
  }

  /// What comes of it when anna, who alone has to, agrees a minute after the request.
  private static func approved(_ request: ApprovalRequest) -> CodeDecision {
    let needs = [ApprovalNeed(approvers: [Name("anna")], needsAll: false)]
    var later = now
    later.wall = later.wall + 60
    return CodeDecision(.approve, about: request, needs: needs, at: later, limit: TryLimit(), by: Name("anna"))
  }

  /// What has ended between the request and its approval keeps its end, and nothing is told of it.
  @Test func approvingAnEndLeavesWhatHasEnded() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    var short = Self.override("tv")
    short.until = Scratch.start + 30
    let locks = try store.make([short, Self.override()])
    let request = try Self.made(.end(locks), in: store)
    let changed = try store.settle(Self.approved(request), of: "ben", telling: [], at: Scratch.start + 60)
    #expect(changed.map(\.id) == [locks[1].id])
    #expect(try store.overrides().map(\.until) == [Scratch.start + 60, Scratch.start + 30])
  }

  @Test(arguments: [true, false]) func approvingEndsOrExtends(_ ends: Bool) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    let lock = try store.make([Self.override()])[0]
    let request = try Self.made(ends ? .end([lock]) : .extend(lock, until: Scratch.start + 600), in: store)
    let changed = try store.settle(Self.approved(request), of: "ben", telling: [], at: Scratch.start + 60)
    #expect(changed.map(\.id) == [lock.id])
    #expect(try store.overrides().map(\.until) == [Scratch.start + (ends ? 60 : 600)])
  }

  /// Whoever writes into the table and not into the history has written nothing.
  @Test(arguments: [
    "UPDATE approvals SET body = replace(body, '\"wrongTries\":4', '\"wrongTries\":1')",
    "UPDATE approvals SET body = replace(body, 'emma', 'anna')",
    "UPDATE approvals SET name = 'request-9'",
    "INSERT INTO approvals(name, body) SELECT 'request-7', body FROM approvals WHERE name = 'request-1'",
    "DELETE FROM approvals",
  ])
  func whatSomebodyElseWroteDoesNotCount(_ edit: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    do {
      let store = try StateStore(writing: scratch.folder, now: Scratch.start)
      var request = try Self.made(.make([Self.override()]), in: store)
      request.wrongTries = 4
      try store.keep([request], telling: [Self.event(.wrongCode, request)])
      #expect(try store.requests() == [request])
    }
    try scratch.edit(edit)
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    let isInserted = edit.hasPrefix("INSERT")
    #expect(try store.requests().map(\.id) == (isInserted ? ["1"] : []))
    guard case .differs(let differences) = try store.verify(head: nil) else {
      Issue.record("nobody notices")
      return
    }
    #expect(differences.contains { if case .request = $0.kept { true } else { false } })
    // A number is never given twice.
    let next = try Self.made(.make([Self.override("tv")]), in: store)
    #expect(next.id == "2")
  }

  /// What is asked for goes on with the policy that it is for, wherever that is moved to, and nothing else does.
  @Test(arguments: [true, false]) func whatIsAskedForIsMovedWithItsPolicy(_ isSame: Bool) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    let (here, there) = (
      PolicyFile(path: "/etc/policy.yaml", owner: "home"), PolicyFile(path: "/etc/moved.yaml", owner: "home")
    )
    try store.follow(here, isSame: false, at: Scratch.start)
    let override = try store.make([Self.override()])[0]
    for deed: ApprovalRequest.Deed in [
      .make([Self.override(), Self.override("tv")]), .end([override]), .extend(override, until: Scratch.start + 60),
    ] { _ = try Self.made(deed, in: store) }
    var other = Self.override("pc")
    other.policy = PolicyFile(path: "/etc/other.yaml", owner: "home")
    _ = try Self.made(.make([other]), in: store)
    var over = try Self.made(.make([Self.override("old")]), in: store)
    over.end(.denied, at: Scratch.start, by: "anna")
    try store.keep([over])
    try store.follow(there, isSame: isSame, at: Scratch.start + 1)
    let now = isSame ? there : here
    let requests = try store.requests()
    #expect(requests.reversed().map(\.policy) == [now, now, now, now, here])
    #expect(
      requests.reversed().map { $0.deed.overrides.map(\.policy) } == [
        [now, now], [now], [now], [other.policy], [here],
      ])
    #expect(try store.differences().isEmpty)
  }

  @Test func anOldOneIsForgottenWithTheHistory() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    _ = try Self.made(.make([Self.override()]), in: store)
    try store.pruneApprovals(before: Scratch.start + 1_800)
    #expect(try store.requests().count == 1)
    try store.pruneApprovals(before: Scratch.start + 1_801)
    #expect(try store.requests().isEmpty)
  }

  @Test func theReasonsOfAnEditAreKept() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    let notes =
      EditNote.Reason.allCases.map { EditNote(Name("kids"), $0) } + [
        EditNote(Name("kids"), .freer, state: .on, before: .off, at: Scratch.start + 60),
        EditNote(Name("phone"), .linked, other: Name("kids")),
        EditNote(
          Name("kids"), .freer, state: .on, before: .off,
          times: LooserTimes(count: 3, seconds: 60, isThroughout: true, isNeverHeld: true)),
        EditNote(Name("kids"), .weaker, times: LooserTimes(count: 1, seconds: 1)),
        EditNote(Name("kids"), .guarding, need: ApprovalNeed(approvers: [Name("anna"), Name("ben")], needsAll: true)),
      ]
    let edit = PolicyEdit(targets: [Name("kids"), Name("phone")], version: "new", summary: "kids: freer", notes: notes)
    let plain = PolicyEdit(targets: [Name("kids")], version: "new", summary: "kids: freer")
    for edit in [edit, plain] {
      let request = try Self.made(.edit(edit), in: store)
      #expect(request.deed == .edit(edit))
      #expect(try store.requests().first?.deed == .edit(edit))
    }
  }

  @Test func whatWasSaidAboutAHeldEditIsNotForgotten() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    var request = try Self.made(
      .edit(PolicyEdit(targets: [Name("kids")], version: "new", summary: "kids: freer")), in: store)
    request.end(.denied, at: Scratch.start + 9, by: "anna")
    try store.keep([request])
    var edit = ApprovedEdit(Name("kids"), version: "old", since: Scratch.start)
    edit.request = request.id
    func keep(_ edit: ApprovedEdit) throws {
      try store.keep([edit], [], ending: [], asking: [], telling: []) { Self.event(.requestMade, $0) }
    }
    try keep(edit)
    try store.pruneApprovals(before: Scratch.start + 400 * 86_400)
    #expect(try store.requests() == [request])
    edit.request = nil
    try keep(edit)
    try store.pruneApprovals(before: Scratch.start + 400 * 86_400)
    #expect(try store.requests().isEmpty)
  }

  /// Two programs that decide with the same code at the same moment: the state is held by one writer after the other, so
  /// that one of them finds it used.
  @Test(arguments: 0..<20) func oneOfTwoWins(_ part: Int) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for round in 0..<50 {
      let id = try Self.sent("target-\(round)", in: scratch.folder)
      let wins = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<2 { group.addTask { try Self.approve(id, in: scratch.folder) } }
        return try await group.reduce(0, +)
      }
      #expect(wins == 1, "round \(round) of part \(part)")
    }
    #expect(try StateStore(writing: scratch.folder, now: Scratch.start).overrides().count == 50)
  }

  /// The number of a request whose codes were sent.
  private static func sent(_ target: String, in folder: String) throws -> String {
    let store = try StateStore(writing: folder, now: Scratch.start)
    var request = try made(.make([override(target)]), in: store)
    for place in request.codes.indices {
      request.codes[place].standing = .sent
      request.codes[place].hash = "code"
      request.codes[place].at = now
    }
    try store.keep([request], telling: [event(.codeSent, request)])
    return request.id
  }

  /// Waits for the state, and decides. How many overrides came of it.
  private static func approve(_ id: String, in folder: String) throws -> Int {
    while true {
      guard let lock = try WriterLock(folder) else { continue }
      defer { withExtendedLifetime(lock) {} }
      let store = try StateStore(writing: folder, now: now.wall)
      let request = try #require(try store.requests().first { $0.id == id })
      let needs = [ApprovalNeed(approvers: [Name("anna")], needsAll: false)]
      let decision = CodeDecision(.approve, about: request, needs: needs, at: now, limit: TryLimit()) { _ in .right }
      return try store.settle(decision, of: "anna", telling: [event(.requestApproved, request)], at: now.wall).count
    }
  }
}
