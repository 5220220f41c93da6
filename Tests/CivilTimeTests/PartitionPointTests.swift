import CivilTime
import Testing

@Suite struct PartitionPointTests {
  /// Against looking at one element after the other, for every length up to 40 and every place in it.
  @Test func isTheFirstForWhichItHolds() {
    for length in 0...40 {
      let numbers = Array(0..<length)
      for border in 0...length {
        #expect(numbers.partitionPoint { $0 >= border } == numbers.firstIndex { $0 >= border } ?? length)
        #expect(numbers[...].dropFirst(min(3, length)).partitionPoint { $0 >= border } == max(border, min(3, length)))
      }
    }
  }
}
