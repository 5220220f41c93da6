import Documents
import LibYAML
import ReadingLaws
import TestSupport
import Testing

@Suite struct ReaderPropertyTests {
  static let household = """
    # household.yaml
    timezone: Europe/Berlin
    systems:
      gateway: &gw
        kind: unifi
        api-key: {credential: unifi-api-key}  # ä
    targets:
      kids: {system: gateway, acl-rules: ["Downtime-*", 'it''s', "a\\tb\\u00e4\\
        c"]}
    policy:
      - kids off 21:00–07:00
      - do: kids on
          2026-12-31

          18:00
        because: >-
          everybody
            stays

          up
      - *gw
    x-notes: |+2
        deep
       text

    ...

    """

  @Test(arguments: 0..<400 as Range<UInt64>)
  func noBytesTrapAndEverySpanLiesInTheText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = Array((random.oneIn(4) ? Self.household.replacing("\n", with: "\r\n") : Self.household).utf8)
    for _ in 0..<random.int(in: 1..<5) { mutate(&bytes, &random) }
    #expect(ReadingLaws.brokenByPolicy(bytes) == [])
  }

  /// A scalar that is written in a random style is read as it was meant, with every letter where it stands.
  @Test(arguments: lettered)
  func lettersStandWhereThePlacesSay(_ text: String) throws {
    let source = SourceText(Array(text.utf8), file: "f")
    let scalar = try #require(Self.read(text))
    for (index, letter) in scalar.text.unicodeScalars.enumerated() where letter.properties.isAlphabetic {
      let span = scalar.span(of: index..<(index + 1))
      #expect(LibYAMLTests.text(of: span, in: source).unicodeScalars.first == letter, "\(text)")
    }
  }

  @Test func someScalarsHaveLetters() { #expect(Self.lettered.count > 200) }

  /// Random scalars that can be read and have a letter: the others have no place to be right about.
  static let lettered = (UInt64(0)..<300).compactMap { seed in
    var random = SplitMix64(seed: seed)
    let text = randomScalar(&random)
    return read(text)?.text.unicodeScalars.contains { $0.properties.isAlphabetic } == true ? text : nil
  }

  /// The value in a text of one key; nil where the text is refused.
  private static func read(_ text: String) -> Scalar? {
    let (node, diagnostics) = YAMLReader.read(Array(text.utf8), file: "f")
    return diagnostics.isEmpty ? scalars(node).last : nil
  }

  private static func randomScalar(_ random: inout SplitMix64) -> String {
    var body = ""
    for _ in 0..<random.int(in: 1..<14) {
      body += random.pick(["a", "ä", "b c", " ", "  ", "\n", "\n  ", "\n   ", "\n\n  ", "\t", "''", "🏠"])
    }
    let quoted = body.replacing("\n", with: "\n ")
    let block = "\n  x" + body.replacing("\n", with: "\n  ").replacing("''", with: "'")
    switch random.int(in: 0..<5) {
    case 0: return "v: a" + quoted.replacing("''", with: "'") + "\n"
    case 1: return "v: '" + quoted + "'\n"
    case 2: return "v: \"" + quoted.replacing("a", with: "a\\\n  b") + "\"\n"
    case 3: return "v: " + random.pick(["|", "|-", "|+", "|2", "|1+"]) + block + "\n"
    default: return "v: " + random.pick([">", ">-", ">+", ">2", ">-1"]) + block + "\n"
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let index = random.int(in: 0..<(bytes.count + 1))
    let end = min(bytes.count, index + random.int(in: 1..<9))
    switch random.int(in: 0..<6) {
    case 0: bytes.removeSubrange(index..<end)
    case 1: bytes.insert(UInt8(random.int(in: 0..<256)), at: index)
    case 2, 3:
      let piece = random.pick(
        [
          "\n", "\r\n", "\t", "  ", ": ", "- ", "'", "\"", "[", "]", "{", "}", "&a ", "*a ", "!t ", "#", "|", ">", "\\",
          "<<: x",
          "---\n", "? ", "%", "@", "\u{FEFF}", "\u{2028}", "家",
        ])
      bytes.insert(contentsOf: piece.utf8, at: index)
    case 4: bytes.insert(contentsOf: bytes[index..<end], at: random.int(in: 0..<(bytes.count + 1)))
    default: if random.oneIn(4) { bytes.removeSubrange(index...) }
    }
  }
}
