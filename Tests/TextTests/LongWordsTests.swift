import Testing
import Text

/// Words of a message that somebody typed or pasted.
@Suite struct LongWordsTests {
  private static let long = String(repeating: "ü", count: 5_000)
  private static let cut = String(repeating: "ü", count: 256) + "…"

  @Test(arguments: [
    ("", ""), (" ", " "), ("'\(long)' is too long", "'\(cut.dropFirst())' is too long"),
    ("no  '\(long)', and  \(long)", "no  '\(cut.dropFirst())', and  \(cut)"),
    ("  \(long) ", "  \(cut) "), ("(\(long)')", "(\(cut.dropFirst())')"),
    ("\(long)'x", "\(cut)"),
    (String(repeating: "'", count: 5_000), String(repeating: "'", count: 256) + "…''"),
    (String(repeating: "ü", count: 256), String(repeating: "ü", count: 256)),
    (String(repeating: "two words ", count: 500), String(repeating: "two words ", count: 500)),
  ])
  func areCut(_ text: String, _ shown: String) { #expect(text.withShortWords() == shown) }
}
