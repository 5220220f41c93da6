import Testing

@testable import Controller

/// How the time of a run is shared out.
@Suite struct RunTimeTests {
  @Test(arguments: [
    // A deadline, what was spent, and what is left for a pass, for the first of two, and to tell, also in haste.
    (60, 0, 60, 30, 10), (60, 2, 58, 29, 10), (60, 58, 2, 1, 10), (60, 59, 1, 1, 9), (60, 65, 1, 1, 3),
    (60, 500, 1, 1, 3), (1, 0, 1, 1, 9), (1, 6, 1, 1, 3),
  ]) func isSharedOut(_ deadline: Int64, _ spent: Int64, _ left: Int64, _ half: Int64, _ toTell: Int64) {
    var time = RunTime(deadline: deadline)
    time.spend(.seconds(spent))
    #expect(time.left == left && time.half == half && time.toTell(isInHaste: false) == toTell)
    #expect(time.toTell(isInHaste: true) == 2)
  }

  /// What changes next comes before a program that hangs; whoever is told has three seconds all the same.
  @Test(arguments: [(-5, 3), (0, 3), (3, 3), (6, 6), (10, 10), (9000, 10)] as [(Int64, Int64)])
  func isNotSpentOnTellingWhenSomethingIsDue(_ next: Int64, _ toTell: Int64) {
    #expect(RunTime(deadline: 60).toTell(isInHaste: false, next: next) == toTell)
    #expect(RunTime(deadline: 60).toTell(isInHaste: true, next: next) == 2)
    var late = RunTime(deadline: 60)
    late.spend(.seconds(500))
    #expect(late.toTell(isInHaste: false, next: next) == 3)
  }

  /// Parts of a second count, and two parts of a run count together.
  @Test func isSpentBitByBit() {
    var time = RunTime(deadline: 60)
    for _ in 0..<2 { time.spend(.milliseconds(1500)) }
    #expect(time.left == 56)
  }

  /// Each pass may take five seconds longer than it was given; the kernel's timer leaves ten after the deadline.
  @Test func theKernelNeverHasTo() {
    for deadline in Int64(1)...100 {
      for (late, later) in [(0, 0), (0, 5), (5, 0), (5, 5)] as [(Int64, Int64)] {
        var one = RunTime(deadline: deadline)
        let took = one.left + later
        one.spend(.seconds(took))
        #expect(took + one.toTell(isInHaste: false) < deadline + 10)
        // Of less than that nothing is left for the second one.
        guard deadline >= 12 else { continue }
        var two = RunTime(deadline: deadline)
        let first = two.half + late
        two.spend(.seconds(first))
        let second = two.left + later
        two.spend(.seconds(second))
        #expect(first + second + two.toTell(isInHaste: false) < deadline + 10)
      }
    }
  }
}
