import Testing
import Text

/// Nothing that somebody wrote is markup.
@Suite struct HTMLTests {
  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("a & b", "a &amp; b"),
    ("\" onload='x'", "&quot; onload=&#39;x&#39;"),
    ("a\u{202E}b\u{0}c\u{1B}[31m\u{2028}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}[31m\u{FFFD}"),
    ("👩\u{200D}🚀 Ünï", "👩\u{200D}🚀 Ünï"),
  ])
  func textIsEscaped(_ text: String, _ html: String) {
    let piece: HTML = "<b title=\"\(text)\">\(text)</b>"
    #expect(piece.text == "<b title=\"\(html)\">\(html)</b>")
  }

  @Test func piecesAreNot() {
    let inner: HTML = "<i>\("<")</i>"
    let none: HTML? = nil
    #expect(("\(inner)\([inner, inner])\(none)\(7)" as HTML).text == "<i>&lt;</i><i>&lt;</i><i>&lt;</i>7")
  }

  @Test func isDescribedByItsMarkup() {
    let piece: HTML = "<b>\("a & b")</b>"
    #expect(piece.description == "<b>a &amp; b</b>")
  }
}
