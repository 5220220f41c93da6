import CivilTime
import Testing

/// Instants beyond what anybody counts: moments come from servers as well.
@Suite struct InstantTests {
  private static let ends = [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max]

  @Test("a sum stays between the ends, and never ends the program", arguments: ends, ends)
  func adds(_ left: Int64, _ right: Int64) {
    let sum = Instant(secondsSinceEpoch: left) + right
    let exact = Double(left) + Double(right)
    #expect(abs(Double(sum.secondsSinceEpoch) - min(max(exact, Double(Int64.min)), Double(Int64.max))) <= 2048)
  }

  @Test("nor does a difference", arguments: ends, ends)
  func subtracts(_ left: Int64, _ right: Int64) {
    let seconds = Instant(secondsSinceEpoch: left) - Instant(secondsSinceEpoch: right)
    let exact = Double(left) - Double(right)
    #expect(abs(Double(seconds) - min(max(exact, Double(Int64.min)), Double(Int64.max))) <= 2048)
  }
}
