import Testing
import Text

@Suite struct ListingTests {
  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
    (["a", "b", "c", "d"], "a, b, c and d"),
  ]) func namesAll(_ members: [String], _ expected: String) {
    #expect(members.listed() == expected)
    #expect(members.listed("or") == expected.exchanging(" and ", for: " or "))
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a, b"), (["a", "b", "c"], "a, b and 1 more"),
    (["a", "b", "c", "d"], "a, b and 2 more"),
  ]) func namesSome(_ members: [String], _ expected: String) {
    #expect(members.listed(atMost: 2) == expected)
  }
}
