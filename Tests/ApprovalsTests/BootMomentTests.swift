import Testing

@testable import Approvals

/// Deadlines by the clock that nobody sets.
@Suite struct BootMomentTests {
  private static let start = BootMoment(boot: "a", seconds: 1000)

  @Test(
    arguments: [
      (("a", 1000), false, 600), (("a", 1599), false, 1), (("a", 1600), true, 0), (("a", 1601), true, 0),
      (("a", 0), false, 1600), (("b", 1000), true, 0), (("b", 0), true, 0), (("A", 1000), true, 0), (nil, true, 0),
      (("a", .min), false, .max), (("a", .max), true, 0),
    ] as [((boot: String, seconds: Int64)?, Bool, Int64)])
  func isOverInTimeOrAfterAnotherStart(_ now: (boot: String, seconds: Int64)?, _ isOver: Bool, _ left: Int64) {
    let (deadline, now) = (Self.start + 600, now.map { BootMoment(boot: $0.boot, seconds: $0.seconds) })
    #expect(deadline.isOver(at: now) == isOver)
    #expect(deadline.secondsLeft(at: now) == left)
  }

  @Test(
    arguments: [
      (1000, 600, 1600), (1000, -600, 400), (.max, 1, .max), (.min, -1, .min), (.max, -1, .max - 1),
    ] as [(Int64, Int64, Int64)]) func sumsEndWithTheNumbers(_ seconds: Int64, _ more: Int64, _ sum: Int64)
  {
    #expect(BootMoment(boot: "a", seconds: seconds) + more == BootMoment(boot: "a", seconds: sum))
  }
}
