import Testing

@testable import PageServer

/// How often one device may do something.
@Suite struct ActRateTests {
  /// So many within a minute, which begins with the first of them.
  @Test(
    arguments: [
      (0, false), (30, false), (59, false), (60, true), (3_600, true),
    ] as [(Int64, Bool)])
  func theMinuteIsOver(_ later: Int64, _ mayAct: Bool) {
    var rate = ActRate()
    let taken = (0...ActRate.most).map { _ in rate.take("a", at: 1_000) }
    #expect(taken == taken.indices.map { $0 < ActRate.most })
    let isTaken = rate.take("a", at: 1_000 + later)
    #expect(isTaken == mayAct)
  }

  /// Who acts now and then is never refused, however long.
  @Test(arguments: [1, 2, 30, 50, 59, 60, 61] as [Int64]) func aSteadyHand(_ step: Int64) {
    var rate = ActRate()
    let taken = (0..<200).map { rate.take("a", at: Int64($0) * step) }
    #expect(!taken.contains(false))
  }

  /// Each device counts for itself, and one that is refused counts no further.
  @Test func eachForItself() {
    var rate = ActRate()
    func take(_ devices: [String], at now: Int64) -> [Bool] { devices.map { rate.take($0, at: now) } }
    for second in 0..<Int64(ActRate.most) { #expect(take(["a", "b"], at: second / 2) == [true, true]) }
    for second in [40, 59] as [Int64] { #expect(take(["a", "b"], at: second) == [false, false]) }
    #expect(take(["c"], at: 59) == [true] && take(["a", "b"], at: 60) == [true, true])
  }
}
