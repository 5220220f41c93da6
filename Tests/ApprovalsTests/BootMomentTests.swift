import Testing

@testable import Approvals

/// Deadlines by the clock that nobody sets.
@Suite struct BootMomentTests {
  private static let start = BootMoment(boot: "a", seconds: 1000)

  @Test(
    arguments: [
      (("a", 1000), false), (("a", 1599), false), (("a", 1600), true), (("a", 1601), true), (("a", 0), false),
      (("b", 1000), true), (("b", 0), true), (("A", 1000), true), (nil, true), (("a", .min), false),
      (("a", .max), true),
    ] as [((boot: String, seconds: Int64)?, Bool)])
  func isOverInTimeOrAfterAnotherStart(_ now: (boot: String, seconds: Int64)?, _ isOver: Bool) {
    let (deadline, now) = (Self.start + 600, now.map { BootMoment(boot: $0.boot, seconds: $0.seconds) })
    #expect(deadline.isOver(at: now) == isOver)
  }

  @Test(
    arguments: [
      (1000, 600, 1600), (1000, -600, 400), (.max, 1, .max), (.min, -1, .min), (.max, -1, .max - 1),
    ] as [(Int64, Int64, Int64)]) func sumsEndWithTheNumbers(_ seconds: Int64, _ more: Int64, _ sum: Int64)
  {
    #expect(BootMoment(boot: "a", seconds: seconds) + more == BootMoment(boot: "a", seconds: sum))
  }
}
