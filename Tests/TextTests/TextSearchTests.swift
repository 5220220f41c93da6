import Testing
import Text

@Suite struct TextSearchTests {
  @Test(
    "where a piece first stands, counted in bytes",
    arguments: [
      ("a://b", "://", 1), ("//", "//", 0), ("a/b/", "//", nil), ("aab", "ab", 1), ("ab", "abc", nil), ("", "a", nil),
      ("", "", 0), ("ab", "", 0), ("Über 2FA", "2FA", 6), ("2f a", "2FA", nil),
      // A letter and its accent are one character, and still the letter is there.
      ("secre\u{301}t", "secre", 0),
    ] as [(String, String, Int?)])
  func place(text: String, piece: String, offset: Int?) {
    let place = text.place(of: piece)
    #expect(place.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
    #expect(place.map { String(text[$0]).utf8.elementsEqual(piece.utf8) } ?? true)
    #expect(text.holds(piece) == (offset != nil))
  }

  @Test(
    "every piece is exchanged",
    arguments: [
      ("key and key", "key", "***", "*** and ***"), ("aaa", "aa", "b", "ba"), ("aba", "a", "aa", "aabaa"),
      ("text", "", "***", "text"), ("", "a", "b", ""), ("Schlüssel", "ü", "u", "Schlussel"), ("a", "ab", "c", "a"),
    ])
  func exchanged(text: String, piece: String, replacement: String, expected: String) {
    #expect(text.exchanging(piece, for: replacement) == expected)
  }

  @Test func aPartOfATextIsSearchedAlone() {
    let text = "one two one"
    let rest = text.dropFirst(3)
    #expect(rest.place(of: "one").map { text[..<$0.lowerBound] } == "one two ")
    #expect(!rest.dropLast(3).holds("one"))
  }
}
