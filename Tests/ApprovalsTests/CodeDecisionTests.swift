import CivilTime
import Policies
import Testing

@testable import Approvals

/// A code works once, for one request, by one approver, within its ten minutes.
struct CodeDecisionTests {
  /// What happens to a request whose two approvers, anna and ben, have just been sent codes, and what comes of trying a
  /// code then.
  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var wish = CodeDecision.Wish.approve
    var needsAll = false
    /// Who guards it when the code is tried.
    var guards = ["anna", "ben"]
    var code = "code of anna"
    var happens: @Sendable (inout Scene) -> Void = { _ in }
    var comes: CodeDecision.Answer

    var testDescription: String { id }
  }

  /// A request, the clocks, and what the user has tried.
  struct Scene {
    var request: ApprovalRequest
    var now = CodeDecisionTests.start
    var limit = TryLimit()

    /// So many seconds go by.
    mutating func pass(_ seconds: Int64) {
      now.wall = now.wall + seconds
      now.boot?.seconds += seconds
    }

    mutating func pass(setting wall: Int64) { now.wall = now.wall + wall }

    /// The machine is started again, and is up for so long.
    mutating func reboot(up seconds: Int64 = 5) { now.boot = BootMoment(boot: "second", seconds: seconds) }

    mutating func tries(_ code: String, _ wish: CodeDecision.Wish = .approve, needs: [ApprovalNeed]? = nil) {
      let decision = CodeDecisionTests.decide(wish, self, code, needs ?? request.needs)
      (request, limit) = (decision.request, decision.limit)
    }

    mutating func sendsFresh() {
      for place in request.codes.indices {
        request.codes[place].standing = .sent
        request.codes[place].hash = "fresh " + (request.codes[place].hash ?? "")
        request.codes[place].at = now
      }
    }
  }

  static let start = ClockReading(
    wall: Instant(secondsSinceEpoch: 1_795_200_000), boot: BootMoment(boot: "first", seconds: 5_000))
  static let anna = Name("anna")
  static let ben = Name("ben")

  static func request(needsAll: Bool = false) -> ApprovalRequest {
    let override = Override(
      id: "", target: Name("kids"), state: .on, from: start.wall, until: start.wall + 86_400, because: nil, by: "emma")
    var request = ApprovalRequest(
      id: "3", asker: "emma", deed: .make([override]), because: nil, made: start, expires: start.wall + 1_800,
      policy: nil, needs: [ApprovalNeed(approvers: [anna, ben], needsAll: needsAll)])
    for place in request.codes.indices {
      request.codes[place].standing = .sent
      request.codes[place].hash = "code of \(request.codes[place].approver)"
      request.codes[place].at = start
    }
    return request
  }

  static func decide(
    _ wish: CodeDecision.Wish, _ scene: Scene, _ code: String, _ needs: [ApprovalNeed]
  ) -> CodeDecision {
    CodeDecision(wish, about: scene.request, needs: needs, at: scene.now, limit: scene.limit) { hash in
      hash == "no memory" ? .unknown : hash == code ? .right : .wrong
    }
  }

  static let cases: [Case] = [
    Case(id: "right", comes: .approved(by: anna)),
    Case(id: "the other approver's", code: "code of ben", comes: .approved(by: ben)),
    Case(id: "right, to deny", wish: .deny, comes: .denied(by: anna)),
    Case(id: "wrong", code: "?", comes: .wrong(left: 4)),
    Case(id: "of another request", code: "code of anna for 4", comes: .wrong(left: 4)),
    Case(id: "in the last second", happens: { $0.pass(599) }, comes: .approved(by: anna)),
    Case(id: "ten minutes later", happens: { $0.pass(600) }, comes: .late(anna)),
    Case(id: "the clock set back an hour", happens: { $0.pass(setting: -3_600) }, comes: .approved(by: anna)),
    Case(
      id: "late, the clock set back to where it was in time",
      happens: {
        $0.pass(700)
        $0.pass(setting: -700)
      }, comes: .late(anna)),
    Case(id: "the clock set forward ten minutes", happens: { $0.pass(setting: 600) }, comes: .approved(by: anna)),
    Case(id: "the clock set forward an hour: the request is over", happens: { $0.pass(setting: 3_600) }, comes: .over),
    Case(id: "after a restart", happens: { $0.reboot() }, comes: .late(anna)),
    Case(id: "after a restart, as long up as before", happens: { $0.reboot(up: 5_001) }, comes: .late(anna)),
    Case(id: "without a clock of the machine", happens: { $0.now.boot = nil }, comes: .late(anna)),
    Case(id: "used", happens: { $0.tries("code of anna") }, comes: .over),
    Case(
      id: "used, where both have to agree", needsAll: true, happens: { $0.tries("code of anna") }, comes: .reused(anna)),
    Case(
      id: "used, where nobody else has to agree any more", guards: ["anna"],
      happens: { $0.tries("code of anna", needs: [ApprovalNeed(approvers: [anna, ben], needsAll: true)]) },
      comes: .approved(by: anna)),
    Case(
      id: "used, to deny", wish: .deny, needsAll: true, happens: { $0.tries("code of anna") }, comes: .reused(anna)),
    Case(
      id: "one of two", needsAll: true, comes: .approvedInPart(by: anna, missing: [ben])),
    Case(
      id: "the second of two", needsAll: true, happens: { $0.tries("code of ben") }, comes: .approved(by: anna)),
    Case(id: "after it was denied", happens: { $0.tries("code of ben", .deny) }, comes: .over),
    Case(
      id: "after it was taken back", happens: { $0.request.end(.cancelled, at: $0.now.wall, by: "emma") }, comes: .over),
    Case(
      id: "after it was replaced", happens: { $0.request.end(.replaced, at: $0.now.wall, by: "emma") }, comes: .over),
    Case(id: "when its time is over", happens: { $0.pass(1_800) }, comes: .over),
    Case(
      id: "when what was asked for is over",
      happens: {
        $0.request.expires = $0.now.wall + 200_000; $0.pass(86_400)
      },
      comes: .over),
    Case(id: "an old one after a fresh one was sent", happens: { $0.sendsFresh() }, comes: .wrong(left: 4)),
    Case(
      id: "a fresh one", code: "fresh code of anna",
      happens: {
        $0.pass(700); $0.sendsFresh()
      },
      comes: .approved(by: anna)),
    Case(id: "after four wrong ones", happens: { $0.tries("?", times: 4) }, comes: .approved(by: anna)),
    Case(id: "the fifth wrong one", code: "?", happens: { $0.tries("?", times: 4) }, comes: .lastWrong),
    Case(id: "after five wrong ones", happens: { $0.tries("?", times: 5) }, comes: .burned),
    Case(
      id: "a fresh one after five wrong ones", code: "fresh code of anna",
      happens: {
        $0.tries("?", times: 5); $0.sendsFresh()
      }, comes: .burned),
    Case(id: "of somebody who guards it no more", guards: ["ben"], comes: .notAnApprover(anna)),
    Case(id: "of the one who still does", guards: ["ben"], code: "code of ben", comes: .approved(by: ben)),
    Case(
      id: "where somebody new has to agree", guards: ["anna", "cleo"], code: "code of anna", comes: .approved(by: anna)),
    Case(id: "before it was handed over", happens: { $0.request.codes[0].standing = .wanted }, comes: .late(anna)),
    Case(
      id: "while it is on its way", happens: { $0.request.codes[0].standing = .sending }, comes: .approved(by: anna)),
    Case(id: "without memory", happens: { $0.request.codes[0].hash = "no memory" }, comes: .unknown),
    Case(
      id: "after ten wrong ones for other requests",
      happens: { scene in for _ in 0..<10 { scene.limit = scene.limit.after(wrongAt: scene.now) } }, comes: .blocked),
    Case(
      id: "an hour after that", code: "fresh code of anna",
      happens: { scene in
        for _ in 0..<10 { scene.limit = scene.limit.after(wrongAt: scene.now) }
        scene.request.expires = scene.now.wall + 86_400
        scene.pass(3_600)
        scene.sendsFresh()
      }, comes: .approved(by: anna)),
  ]

  @Test(arguments: cases) func comesToThis(_ example: Case) {
    var scene = Scene(request: Self.request(needsAll: example.needsAll))
    example.happens(&scene)
    let needs = [ApprovalNeed(approvers: example.guards.map { Name($0) }, needsAll: example.needsAll)]
    let decision = Self.decide(example.wish, scene, example.code, needs)
    #expect(decision.answer == example.comes)
    // Only two answers end it, and only a wrong code counts as one.
    let (before, after) = (scene.request, decision.request)
    switch decision.answer {
    case .approved: #expect(after.ending == .approved && after.endedAt == scene.now.wall)
    case .denied: #expect(after.ending == .denied)
    case .wrong: #expect(after.wrongTries == before.wrongTries + 1 && decision.limit != scene.limit)
    case .lastWrong: #expect(after.wrongTries == CodeDecision.mostWrong && decision.limit != scene.limit)
    case .burned: #expect(after == before && after.wrongTries == CodeDecision.mostWrong)
    case .approvedInPart: #expect(after.ending == nil && after.approvedBy == [Self.anna])
    case .late, .reused, .notAnApprover, .over, .blocked, .unknown:
      #expect(after == before && decision.limit == scene.limit)
    }
  }

  /// Whatever is tried in whatever order, at most one of two codes of a request approves it, and each decides once.
  @Test(arguments: UInt64(0)..<200) func decidesOnce(seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    var scene = Scene(request: Self.request(needsAll: numbers.next() % 2 == 0))
    var decided: [CodeDecision.Answer] = []
    for _ in 0..<12 {
      let code = ["code of anna", "code of ben", "?"][Int(numbers.next() % 3)]
      let wish: CodeDecision.Wish = numbers.next() % 4 == 0 ? .deny : .approve
      if numbers.next() % 3 == 0 { scene.pass(Int64(numbers.next() % 200)) }
      let decision = Self.decide(wish, scene, code, scene.request.needs)
      switch decision.answer {
      case .approved, .denied, .approvedInPart: decided.append(decision.answer)
      default: break
      }
      (scene.request, scene.limit) = (decision.request, decision.limit)
      #expect(scene.request.wrongTries <= CodeDecision.mostWrong)
    }
    let ends = decided.filter { if case .approvedInPart = $0 { false } else { true } }
    #expect(ends.count <= 1)
    #expect(Set(scene.request.approvedBy).count == scene.request.approvedBy.count)
  }
}

extension CodeDecisionTests {
  /// What is asked for is over with the last of it, in whichever order it is named, or with its own time.
  @Test(arguments: [([60, 600], 600), ([600, 60], 600), ([60], 60), ([600, 9_000], 1_800)] as [([Int64], Int64)])
  func isOpenUntilTheLastOfItIsOver(_ ends: [Int64], _ last: Int64) {
    let wall = Self.start.wall
    let overrides = ends.enumerated().map { number, end in
      Override(
        id: String(number), target: Name("kids"), state: .on, from: wall, until: wall + end, because: nil, by: "emma")
    }
    var deeds: [ApprovalRequest.Deed] = [.make(overrides), .end(overrides)]
    if ends.count == 2 { deeds.append(.extend(overrides[0], until: wall + ends[1])) }
    for deed in deeds {
      var request = Self.request()
      request.deed = deed
      #expect(request.isOpen(at: wall + last + -1) && !request.isOpen(at: wall + last), "\(deed)")
    }
  }
}

extension CodeDecisionTests.Scene {
  mutating func tries(_ code: String, times: Int) { for _ in 0..<times { tries(code) } }
}

/// Numbers that follow from a seed.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
