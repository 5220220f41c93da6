import TestSupport
import Testing

/// What a test must be able to rely on that lets a pretend machine meet what it has just looked at.
@Suite(.waitsForPrograms) struct FakeTimeTests {
  private actor Counter {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  @Test(arguments: 0..<8) func anActorIsFreeOnceItWasLeft(_: Int) async {
    let counter = Counter()
    for round in 0..<500 {
      _ = await counter.next()
      #expect(FakeTime { _ in }.run { await counter.next() } == 2 * round + 2)
    }
  }
}
