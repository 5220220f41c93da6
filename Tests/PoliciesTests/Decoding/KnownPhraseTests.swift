import Policies
import TestSupport
import Testing

/// A sentence read in halves, and one read from halves that are known, against the same sentence read as a whole.
@Suite("known phrases") struct KnownPhraseTests {
  @Test("every half gives what the whole gives", arguments: 0..<20 as Range<UInt64>)
  func halves(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<25 {
      var words = RandomSentence.words(&random)
      if random.oneIn(2) { words.remove(at: random.int(in: 0..<words.count)) }
      try Self.check(words.joined(separator: " "))
    }
  }

  @Test(
    "where a state stands elsewhere",
    arguments: [
      "kids off", "kids off  daily", "kids, guests on hols", "kids and off daily", "pause kids on mon",
      "kids off on mon",
      "kids on on mon", "off kids on mon", "Kids Off daily", "kids off, mon", "kids paused mon", "nobody off mon",
      "kids off nothing", "kids off from 21:00", "kids off 21:00–07:00", "kids off 21:00−07:00", "\u{212A}ids off mon",
      "kids off mon\u{301}", "kids off off", "kids off mon and", "hols off mon", " kids off mon ", "",
    ])
  func oddities(_ sentence: String) throws { try Self.check(sentence) }

  /// No sentence with such a space, which is as good as any other to the language, is cut into halves.
  private static func check(_ sentence: String) throws {
    let halved = try decoded([sentence, sentence])
    let whole = try decoded([sentence, sentence].map { $0.replacing(" ", with: "\u{A0}") })
    #expect(halved.lines() == whole.lines(), "\(sentence)")
    let known = try #require(halved.policy?.statements.count == whole.policy?.statements.count ? halved : nil)
    for (left, right) in zip(known.policy?.statements ?? [], whole.policy?.statements ?? []) {
      #expect(left.subjects == right.subjects && left.state == right.state && left.when == right.when, "\(sentence)")
      #expect(left.id == right.id && left.span == right.span)
    }
  }

  /// The first two sentences make halves known that some of the cases nearly are: to Unicode a Kelvin sign is a K.
  private static func decoded(_ sentences: [String]) throws -> DecodedPolicy {
    try DecodedPolicy(
      """
      timezone: UTC
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi}}
      targets:
        kids: {acl-rules: [a]}
        guests: {acl-rules: [b]}
      schedules:
        hols: 2099-12-23..2100-01-06
        bed: 21:00–07:00
      policy:
        - "kids off mon"
        - "Kids off mon"

      """ + sentences.map { "  - \"\($0)\"\n" }.joined())
  }
}
