import Testing

@testable import Policies

/// Words that are kept in place: they come back as they were, and sort like text.
@Suite struct ShortWordTests {
  private static let words = [
    "a", "on", "off", "acl-rule", "acl-rules", "firewall-policy", "sixteen-letters!", "zzzzzzzz", "zzzzzzzza", "~",
  ]

  @Test(arguments: words) func comesBack(_ word: String) throws {
    #expect(try #require(ShortWord(word)).text == word)
  }

  @Test(arguments: ["", "seventeen-letters", "a\u{0}b", "türe", "🚪", String(repeating: "x", count: 1000)])
  func whatDoesNotFitIsNone(_ text: String) {
    #expect(ShortWord(text) == nil)
    #expect(ObjectKind(stored: text, isWhole: false) == nil)
  }

  @Test func sortsLikeText() throws {
    for left in Self.words {
      for right in Self.words {
        let (first, second) = (try #require(ShortWord(left)), try #require(ShortWord(right)))
        #expect((first < second) == (left.utf8.lexicographicallyPrecedes(right.utf8)), "\(left) \(right)")
        #expect((first == second) == (left == right))
      }
    }
  }
}
