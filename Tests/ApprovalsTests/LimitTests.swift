import CivilTime
import Policies
import Testing

@testable import Approvals

/// How often may be asked and tried, whoever sets the clock.
struct LimitTests {
  private static let start = Instant(secondsSinceEpoch: 1_795_200_000)

  private static func clocks(_ wall: Int64, boot: (String, Int64)?) -> ClockReading {
    ClockReading(wall: start + wall, boot: boot.map { BootMoment(boot: $0.0, seconds: $0.1) })
  }

  @Test(
    arguments: [
      (3_600, ("a", 3_700), true), (3_599, ("a", 3_699), false),
      // The wall clock alone moves nothing within one boot, either way.
      (9_999_999, ("a", 200), false), (-9_999_999, ("a", 3_700), true),
      // After a restart both must say so.
      (3_600, ("b", 3_599), false), (3_599, ("b", 9_999), false), (3_600, ("b", 3_600), true),
      (-50, ("b", 9_999), false),
    ] as [(Int64, (String, Int64), Bool)])
  func anHourIsPast(_ wall: Int64, _ boot: (String, Int64), _ isPast: Bool) {
    let earlier = Self.clocks(0, boot: ("a", 100))
    #expect(Self.clocks(wall, boot: boot).isPast(3_600, since: earlier) == isPast)
  }

  @Test func withoutAClockOfTheMachineTheWallClockCounts() {
    let earlier = Self.clocks(0, boot: nil)
    #expect(!Self.clocks(3_599, boot: ("a", 9_999)).isPast(3_600, since: earlier))
    #expect(Self.clocks(3_600, boot: nil).isPast(3_600, since: earlier))
  }

  @Test func tenWrongOnesWithinAnHourAreTooMany() {
    var limit = TryLimit()
    for minute in 0..<9 {
      limit = limit.after(wrongAt: Self.clocks(Int64(minute) * 60, boot: ("a", Int64(minute) * 60)))
    }
    #expect(!limit.isBlocked(at: Self.clocks(600, boot: ("a", 600))))
    let tenth = limit.after(wrongAt: Self.clocks(3_599, boot: ("a", 3_599)))
    #expect(tenth.isBlocked(at: Self.clocks(3_599 + 3_599, boot: ("a", 3_599 + 3_599))))
    #expect(!tenth.isBlocked(at: Self.clocks(3_599 + 3_600, boot: ("a", 3_599 + 3_600))))
    // The first one is forgotten by then.
    #expect(
      !limit.after(wrongAt: Self.clocks(3_600, boot: ("a", 3_600))).isBlocked(
        at: Self.clocks(3_601, boot: ("a", 3_601))))
    // After the wait it begins again.
    let after = Self.clocks(8_000, boot: ("a", 8_000))
    #expect(tenth.after(wrongAt: after) == TryLimit(wrong: [after]))
  }

  /// Whoever is asked next hears of the no of a few hours ago, of others and about the same, once for each person.
  @Test(
    arguments: [
      ("kids", "emma", "paul", 600, true), ("both", "emma", "paul", 600, true), ("tv", "emma", "paul", 600, false),
      ("kids", "ben", "paul", 600, false), ("kids", "emma", "emma", 600, false),
      ("kids", "emma", "paul", 6 * 3_600, false), ("kids", "emma", "paul", -60, false),
    ] as [(String, String, String, Int64, Bool)])
  func anEarlierNo(_ target: String, _ asker: String, _ by: String, _ ago: Int64, _ isTold: Bool) {
    let now = Self.clocks(100_000, boot: nil)
    let parts = { (names: [Name]) in names == [Name("both")] ? [Name("kids"), Name("phone")] : names }
    var requests = (1...2).map { number in
      var request = Self.request(number, by: "emma", target: "kids", at: Self.clocks(0, boot: nil))
      request.end(.denied, at: now.wall + -(ago + Int64(number)), by: by)
      return request
    }
    let told = EarlierNo.all(to: asker, about: [Name(target)], among: requests, at: now.wall + 1, parts: parts)
    #expect(told == (isTold ? [EarlierNo(by: by, at: now.wall + -(ago + 1))] : []))
    for place in requests.indices { requests[place].end(.approved, at: now.wall + -60, by: by) }
    #expect(EarlierNo.all(to: asker, about: [Name(target)], among: requests, at: now.wall, parts: parts).isEmpty)
  }

  /// A no to the whole is one to each part, and the other way round; one to another part of the same is none.
  @Test(
    arguments: [
      ("both", "kids", true), ("both", "phone", true), ("both", "both", true), ("both", "tv", false),
      ("kids", "both", true), ("kids", "kids", true), ("kids", "phone", false), ("tv", "both", false),
      ("both", "screens", true), ("screens", "both", true), ("screens", "kids", false), ("screens", "phone", true),
    ] as [(String, String, Bool)])
  func anEarlierNoToTheWhole(_ denied: String, _ asked: String, _ isTold: Bool) {
    let now = Self.clocks(100_000, boot: nil)
    let parts = { (names: [Name]) in
      names.flatMap { ["both": ["kids", "phone"], "screens": ["phone", "tv"]][$0.text]?.map { Name($0) } ?? [$0] }
    }
    var request = Self.request(1, by: "emma", target: denied, at: Self.clocks(0, boot: nil))
    request.end(.denied, at: now.wall + -600, by: "paul")
    let told = EarlierNo.all(to: "emma", about: [Name(asked)], among: [request], at: now.wall, parts: parts)
    #expect(told == (isTold ? [EarlierNo(by: "paul", at: now.wall + -600)] : []))
  }

  private static func request(_ id: Int, by asker: String, target: String, at clocks: ClockReading) -> ApprovalRequest {
    let override = Override(
      id: "", target: Name(target), state: .on, from: clocks.wall, until: clocks.wall + 50_000, because: nil, by: asker)
    return ApprovalRequest(
      id: String(id), asker: asker, deed: .make([override]), because: nil, made: clocks, expires: clocks.wall + 1_800,
      policy: nil, needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
  }

  @Test func threeMayBeOpen() {
    let now = Self.clocks(0, boot: ("a", 0))
    let open = ["kids", "tv", "guests"].enumerated().map {
      Self.request($0.offset, by: "emma", target: $0.element, at: now)
    }
    func excess(_ asker: String, _ target: String, _ requests: [ApprovalRequest]) -> RequestLimits.Excess? {
      RequestLimits.excess(of: asker, about: [Name(target)], among: requests, at: now)
    }
    #expect(excess("emma", "ps5", open) == .open(open))
    // One about the same target takes its place, and somebody else has three of their own.
    #expect(excess("emma", "tv", open) == nil)
    #expect(RequestLimits.replaced(by: "emma", about: [Name("tv")], among: open, at: now.wall).map(\.id) == ["1"])
    // One about a target of targets is about each of these.
    let parts = { (names: [Name]) in names.flatMap { $0 == Name("both") ? [Name("kids"), Name("tv")] : [$0] } }
    for (asked, ids) in [("both", ["0", "1"]), ("guests", ["2"]), ("ps5", [])] {
      let replaced = RequestLimits.replaced(
        by: "emma", about: [Name(asked)], among: open, at: now.wall, parts: parts)
      #expect(replaced.map(\.id) == ids)
    }
    let both = [Self.request(7, by: "emma", target: "both", at: now)]
    #expect(
      RequestLimits.replaced(by: "emma", about: [Name("tv")], among: both, at: now.wall, parts: parts).map(\.id)
        == ["7"])
    #expect(RequestLimits.excess(of: "emma", about: [Name("both")], among: open, at: now, parts: parts) == nil)
    #expect(excess("max", "ps5", open) == nil)
    var ended = open
    ended[0].end(.denied, at: now.wall, by: "anna")
    #expect(excess("emma", "ps5", ended) == nil)
  }

  @Test func tenMayBeMadeWithinADay() {
    let requests = (0..<10).map { number in
      var request = Self.request(
        number, by: "emma", target: "kids", at: Self.clocks(Int64(number), boot: ("a", Int64(number))))
      request.end(.denied, at: Self.start + Int64(number), by: "anna")
      return request
    }
    func excess(at clocks: ClockReading) -> RequestLimits.Excess? {
      RequestLimits.excess(of: "emma", about: [Name("kids")], among: requests, at: clocks)
    }
    #expect(excess(at: Self.clocks(86_399, boot: ("a", 86_399))) == .perDay)
    #expect(excess(at: Self.clocks(86_400, boot: ("a", 86_400))) == nil)
    // A clock that was set a day ahead does not help.
    #expect(excess(at: Self.clocks(90_000, boot: ("a", 50))) == .perDay)
    // A machine that was started just now does not make last week's requests today's.
    #expect(excess(at: Self.clocks(86_399, boot: ("b", 50))) == .perDay)
    #expect(excess(at: Self.clocks(86_400 + 9, boot: ("b", 50))) == nil)
    #expect(excess(at: Self.clocks(7 * 86_400, boot: ("b", 50))) == nil)
    #expect(excess(at: Self.clocks(86_400 + 9, boot: nil)) == nil)
    #expect(excess(at: Self.clocks(86_400 + 9, boot: ("a", 86_399))) == .perDay)
  }

  @Test func aNeedIsMetByAnyOrByAll() {
    let (anna, ben, cleo) = (Name("anna"), Name("ben"), Name("cleo"))
    let any = ApprovalNeed(approvers: [anna, ben], needsAll: false)
    let all = ApprovalNeed(approvers: [ben, cleo], needsAll: true)
    #expect(any.isMet(by: [ben]) && !any.isMet(by: [cleo]) && !all.isMet(by: [ben]) && all.isMet(by: [ben, cleo]))
    #expect([any, all].approvers == [anna, ben, cleo])
    #expect(![any, all].areMet(by: [anna]) && [any, all].areMet(by: [ben, cleo]))
    #expect([any, all].missing(after: [anna]) == [ben, cleo] && [any, all].missing(after: [ben]) == [cleo])
  }
}
