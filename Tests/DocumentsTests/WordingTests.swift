import Documents
import Testing

@Suite struct EscapedTextTests {
  @Test(arguments: [
    ("kids", "kids"), ("Gäste 🏠\u{FE0F} 家族 e\u{301}", "Gäste 🏠\u{FE0F} 家族 e\u{301}"), ("👨‍👩‍👧", "👨‍👩‍👧"),
    ("a\nb\tc\u{0}", "a\\u{A}b\\u{9}c\\u{0}"), ("\u{1B}[2J", "\\u{1B}[2J"), ("\r\n", "\\u{D}\\u{A}"),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\\u{7F}\\u{80}\\u{9B}\\u{9F}\u{A0}"),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", "\\u{202A}\\u{202E}\\u{2066}\\u{2069}"),
    ("\u{200E}\u{200F}\u{61C}", "\\u{200E}\\u{200F}\\u{61C}"), ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
    ("ki\u{200B}ds\u{FEFF}", "ki\\u{200B}ds\\u{FEFF}"), ("\\u{41}", "\\u{41}"),
  ])
  func terminal(_ text: String, _ shown: String) {
    #expect(EscapedText.terminal(text) == shown)
  }
}

@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("polcy", "policy"), ("poilcy", "policy"), ("policyy", "policy"), ("Policy", "policy"), ("sistems", "systems"),
      ("target", "targets"), ("timezne", "timezone"), ("shcedule", "schedules"), ("test", "tests"), ("xyz", nil),
      ("", nil), ("do", nil), ("pol", nil), ("tset", "test"), ("Europe/Belrin", "Europe/Berlin"),
    ] as [(String, String?)])
  func nearest(_ word: String, _ expected: String?) {
    let keys = ["policy", "schedules", "systems", "targets", "timezone", "Europe/Berlin"]
    #expect(Suggestion.nearest(to: word, among: expected == "test" ? ["test"] : keys + ["tests"]) == expected)
  }

  @Test(arguments: [["bat", "cat", "hat"], ["hat", "cat", "bat"]])
  func equallyNearOnesAreDecidedByTheirOrder(_ candidates: [String]) {
    #expect(Suggestion.nearest(to: "xat", among: candidates) == "bat")
    #expect(Suggestion.nearest(to: "hat", among: candidates) == "hat")
  }
}
