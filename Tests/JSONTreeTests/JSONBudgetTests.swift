import JSONTree
import Testing

/// How much JSON is taken of an answer.
@Suite struct JSONBudgetTests {
  private static func reason(_ text: String, _ budget: JSONBudget) -> JSONSyntaxError.Reason? {
    do throws(JSONSyntaxError) {
      _ = try JSONText(checking: Array(text.utf8), within: budget)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    "[1,2,3]", "[[],[],[]]", #"{"a":1,"b":2}"#, "[[[[]]]]", #"[{"a":"x"}]"#, #"["a","b",null]"#,
  ]) func valuesAndNamesAreCounted(text: String) throws {
    // All of these have four, but for one with five: the list, what is in it, and names.
    let count = text.hasPrefix("{") ? 5 : 4
    #expect(Self.reason(text, JSONBudget(bytes: 100, values: count)) == nil)
    #expect(Self.reason(text, JSONBudget(bytes: 100, values: 2)) == .tooManyValues(2))
  }

  @Test func bytesAreCounted() {
    #expect(Self.reason("[1,2]", JSONBudget(bytes: 5, values: 100)) == nil)
    #expect(Self.reason("[1,2]", JSONBudget(bytes: 4, values: 100)) == .tooManyBytes(4))
    #expect(Self.reason(" [1,2]", JSONBudget(bytes: 5, values: 100)) == .tooManyBytes(5))
  }

  @Test func sixteenMiBOfBracketsAreNotTaken() {
    let brackets = "[" + String(repeating: "[],", count: 2_000_001) + "1]"
    #expect(Self.reason(brackets, .list) == .tooManyValues(2_000_000))
    #expect(Self.reason(String(repeating: " ", count: 65_537), .small) == .tooManyBytes(65_536))
  }

  @Test(arguments: [
    ("1", 1), (#""abc""#, 5), ("[]", 1), ("[1]", 2), ("[[]]", 2), (#"{"a":[1,22]}"#, 10), (#"{"a":{}}"#, 6),
  ]) func theSizeOfAValueIsThatOfItsText(text: String, size: Int) throws {
    let whole = try JSONText(checking: Array(text.utf8))
    #expect(whole.size == size)
    let inside = try JSONText(checking: Array(" [0, \(text) ,0]".utf8)).elements
    #expect(inside?[1].size == size)
  }
}
