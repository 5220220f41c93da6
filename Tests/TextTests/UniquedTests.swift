import Testing
import Text

/// Each once, in order.
@Suite struct UniquedTests {
  @Test(arguments: [
    ([], []), (["b"], ["b"]), (["b", "a", "b"], ["b", "a"]), (["b", "b", "b", "a", "a", "c", "b"], ["b", "a", "c"]),
  ]) func keepsTheFirst(_ words: [String], _ expected: [String]) {
    #expect(words.uniqued() == expected)
  }

  /// Of those that are alike the first stays as it is written.
  @Test(arguments: [
    ([], []), (["Kids", "kids"], ["Kids"]), (["kids", "TV", "KIDS", "tv", "Kids", "a"], ["kids", "TV", "a"]),
  ]) func keepsTheFirstAlike(_ words: [String], _ expected: [String]) {
    #expect(words.uniqued { $0.lowercased() } == expected)
  }
}
