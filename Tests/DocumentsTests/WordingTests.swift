import Documents
import Testing
import Text

@Suite struct EscapedTextTests {
  @Test(arguments: [
    ("kids", "kids"), ("Gäste 🏠\u{FE0F} 家族 e\u{301}", "Gäste 🏠\u{FE0F} 家族 e\u{301}"), ("👨‍👩‍👧", "👨‍👩‍👧"),
    ("a\nb\tc\u{0}", "a\\u{A}b\\u{9}c\\u{0}"), ("\u{1B}[2J", "\\u{1B}[2J"), ("\r\n", "\\u{D}\\u{A}"),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\\u{7F}\\u{80}\\u{9B}\\u{9F}\u{A0}"),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", "\\u{202A}\\u{202E}\\u{2066}\\u{2069}"),
    ("\u{200E}\u{200F}\u{61C}", "\\u{200E}\\u{200F}\\u{61C}"), ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
    ("ki\u{200B}ds\u{FEFF}", "ki\\u{200B}ds\\u{FEFF}"), ("\\u{41}", "\\u{41}"),
    // What belongs to a character that is seen, and what only looks as if.
    ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"), ("A1\u{FE0F}", "A1\\u{FE0F}"), ("❤\u{FE0E}", "❤\u{FE0E}"),
    ("👩\u{1F3FD}\u{200D}🚀", "👩\u{1F3FD}\u{200D}🚀"), ("❤\u{FE0F}\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"),
    ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\u{FE0F}"), ("a\u{200D}b", "a\\u{200D}b"), ("👩\u{200D}", "👩\\u{200D}"),
    ("\u{200D}👩", "\\u{200D}👩"), ("葛\u{E0100}", "葛\u{E0100}"), ("x\u{E0100}", "x\\u{E0100}"),
    ("\u{1820}\u{180B}", "\u{1820}\u{180B}"), ("é\u{180B}", "é\\u{180B}"), ("\u{FE0F}", "\\u{FE0F}"),
    (
      "kids\u{34F}\u{115F}\u{1160}\u{17B4}\u{17B5}\u{2800}\u{3164}\u{FFA0}",
      "kids\\u{34F}\\u{115F}\\u{1160}\\u{17B4}\\u{17B5}\\u{2800}\\u{3164}\\u{FFA0}"
    ),
    ("x\u{16FE4}\u{13441}\u{1D159}y", "x\\u{16FE4}\\u{13441}\\u{1D159}y"),
    ("hi\u{E0068}\u{E0069}\u{AD}", "hi\\u{E0068}\\u{E0069}\\u{AD}"),
  ])
  func terminal(_ text: String, _ shown: String) {
    #expect(EscapedText.terminal(text) == shown)
  }

  /// Every scalar there is, alone and between letters: what commands, formats or is not seen never gets through, and all
  /// else stays as it is.
  @Test func everyScalarIsSeenOrEscaped() {
    var escaped = 0
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = EscapedText.terminal("a\(scalar)b")
      let properties = scalar.properties
      let isHidden =
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
        || properties.isDefaultIgnorableCodePoint || value == 0x2800 || value == 0xFFFC
        || properties.generalCategory == .privateUse || properties.isNoncharacterCodePoint
        || [0x13441, 0x13442, 0x16FE4, 0x1D159].contains(value)
      let wanted = isHidden ? "a\\u{\(String(value, radix: 16, uppercase: true))}b" : "a\(scalar)b"
      if !shown.unicodeScalars.elementsEqual(wanted.unicodeScalars) { Issue.record("U+\(String(value, radix: 16))") }
      if scalar.isHidden != isHidden { Issue.record("U+\(String(value, radix: 16)) is hidden: \(isHidden)") }
      escaped += isHidden ? 1 : 0
    }
    #expect(escaped > 4000, "the tags and all that is reserved for more of the kind")
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
