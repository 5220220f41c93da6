import Documents
import Policies
import TestSupport
import Testing

/// What a hint proposes can be where it is proposed: written there, it makes the policy right.
@Suite("what hints propose") struct HintLawTests {
  /// A right policy with names that are easily taken for one another: targets, groups, systems and schedules, those with
  /// times and those of days. `[…]` is around each word that is to be misspelt.
  private static let policy = """
    [timezone]: [Europe/Berlin]
    [people]: {anna: {}, anne: {}, hanna: {}}
    [systems]:
      gateway: {kind: unifi, [url]: https://g.example, api-key: {env: KEY}}
      gateways: {kind: unifi, url: https://h.example, api-key: {env: KEY}}
      pihole: {kind: pihole, url: https://p.example, [timeout]: 5s}
      pi-holes: {kind: pihole, url: https://q.example}
    [targets]:
      kids: {[system]: [gateway], [wifi]: [A], otherwise: on, [guard]: {[approve]: [anna], [all]: true}}
      kidz-tv: {system: [gateways], wifi: [B], [otherwise]: on, guard: {approve: [[anne], [hanna]], [all]: true}}
      ads: {system: [pihole], [domains]: {deny: [ads.example]}}
      group: {targets: [[kids], [kidz-tv]]}
      groups: {[targets]: [[group], [ads]]}
    [schedules]:
      holiday: 2026-12-24..2027-01-06
      holidays: [[holiday], dec 24]
      bedtime: 21:00–07:00
      bedtimes: [holidays] 20:00–06:00
      weekly: [weekdays] and [weekends]
      daily-use: [[bedtime]]
      bedtimer: [[holiday]]
    [policy]:
      - [kids] off [bedtime]
      - [kids] off [holidays] 20:00–07:00
      - [kids] off [bedtimer] 20:00–21:00
      - [kids], [group] off eves of [holiday]
      - [groups] off [mon], [tue] and [holidays] except [holiday]
      - [kidz-tv] off [weekly] 13:00–14:00 and [friday] 20:00–21:00
      - [group] off [bedtimes] and [holiday] 10:00–12:00 except [daily-use]
      - [pihole] paused [weekdays] 10:00–11:00
      - pause [pihole] [saturday]
      - {[do]: "[ads] off [bedtime]", [because]: ads}
      - {[target]: [kids], [state]: off, [when]: ["[weekly] 09:00–10:00", "[holidays] 12:00–13:00"]}
      - {targets: [[group], [ads]], state: on, when: "[mon] 12:00–13:00"}
      - [pi-holes] active
    [tests]:
      - {[at]: 2026-11-20 22:00, [expect]: {[kids]: off, [kidz-tv]: on}}
      - {at: 2026-11-23 10:30, expect: {[pihole]: paused}}
    """

  /// The text without marks, and each marked word with what is before it.
  private static let (text, words): (String, [Range<Int>]) = {
    var (text, words, start) = (String.UnicodeScalarView(), [Range<Int>](), [Int]())
    let scalars = Array(policy.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let isMark = scalar == "[" && scalars[(place + 1)...].prefix { $0 != "]" }.allSatisfy(isOfWord)
      if isMark, isMarked(scalars, place) {
        start.append(text.count)
      } else if scalar == "]", let first = start.last, first >= 0 {
        words.append(start.removeLast()..<text.count)
      } else {
        if scalar == "[" { start.append(-1) }
        if scalar == "]" { start.removeLast() }
        text.append(scalar)
      }
    }
    return (String(text), words)
  }()

  /// Lists of one capital letter, or of a domain, are lists and no marks.
  private static func isMarked(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    let word = scalars[(place + 1)...].prefix { $0 != "]" }
    return word.count > 1 && !word.contains(".")
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || "-/.".unicodeScalars.contains(scalar)
  }

  @Test func itIsRight() throws {
    let decoded = try DecodedPolicy(Self.text)
    #expect(decoded.policy != nil, "\(Self.text)\n\(decoded.lines())")
    #expect(Self.words.count > 60)
  }

  @Test(arguments: 0..<12) func misspelt(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var proposed = 0
    for word in Self.words {
      let text = Self.replacing(word, in: Self.text) { Self.slip($0, &random) }
      let decoded = try DecodedPolicy(text)
      for diagnostic in decoded.diagnostics where diagnostic.severity == .error {
        for proposal in Self.proposals(diagnostic) {
          proposed += 1
          let mended = try DecodedPolicy(try Self.mended(text, diagnostic, proposal))
          #expect(mended.policy != nil, "\(decoded.lines()) → \(mended.lines())")
        }
      }
    }
    #expect(proposed > 20)
  }

  /// Names that mean something by themselves, are written in another way, or are there already once they are put right.
  @Test(arguments: ["weekdays", "mon-fri", "noon-5pm", "Kids", "my room", "jan", "jän", "2-beds", "may"], 0..<4)
  func names(_ name: String, _ role: Int) throws {
    let taken = ["kids", "kids-2", "my-weekdays", "jan-devices", "may-system", "my-room"]
    let people = ["our-jan", "our-may", "our-may-2", "kids", "my-room"]
    let places = [
      "  \(name): {kind: pihole, url: https://r.example}", "  \(name): {wifi: [A], otherwise: on}", "  \(name): mon",
    ]
    let text = """
      timezone: UTC
      people:
      \(people.map { "  \($0): {}" }.joined(separator: "\n"))
      \(role == 3 ? "  \(name): {}" : "")
      systems:
        g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}
      \(role == 0 ? places[0] : "  p: {kind: pihole, url: https://r.example}")
      targets:
      \(taken.map { "  \($0): {wifi: [A], otherwise: on}" }.joined(separator: "\n"))
      \(role == 1 ? places[1] : "")
      schedules:
      \(role == 2 ? places[2] : "  unused: mon")
      policy: []
      """
    let decoded = try DecodedPolicy(text)
    let diagnostic = try #require(decoded.diagnostics.first { $0.severity == .error }, "\(text)")
    let proposal = try #require(Self.proposals(diagnostic).first, "\(decoded.lines())")
    let mended = try DecodedPolicy(try Self.mended(text, diagnostic, proposal))
    #expect(mended.policy != nil, "\(proposal): \(mended.lines())")
  }

  // MARK: - Proposals

  private static func proposals(_ diagnostic: Diagnostic) -> [String] {
    let hint = diagnostic.hint ?? ""
    if hint.hasPrefix("did you mean ") {
      return hint.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    return diagnostic.code.hasPrefix("name.") && hint.hasPrefix("write ") ? [String(hint.dropFirst(6))] : []
  }

  private static func mended(_ text: String, _ diagnostic: Diagnostic, _ proposal: String) throws -> String {
    let span = try #require(diagnostic.span)
    let lines = Array(text.unicodeScalars).split(separator: "\n", omittingEmptySubsequences: false)
    let before = lines.prefix(span.start.line - 1).map { $0.count + 1 }.reduce(0, +)
    return replacing(before + span.start.column - 1..<before + span.end.column - 1, in: text) { _ in proposal }
  }

  private static func replacing(_ range: Range<Int>, in text: String, _ change: (String) -> String) -> String {
    var scalars = Array(text.unicodeScalars)
    var word = String.UnicodeScalarView()
    word.append(contentsOf: scalars[range])
    scalars.replaceSubrange(range, with: Array(change(String(word)).unicodeScalars))
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// A letter too many, missing, wrong, or swapped with its neighbour.
  private static func slip(_ word: String, _ random: inout SplitMix64) -> String {
    var letters = Array(word)
    let place = random.int(in: 0..<letters.count)
    let letter = random.pick(Array("abcdefghijklmnopqrstuvwxyz"))
    switch random.int(in: 0..<4) {
    case 0: letters.insert(letter, at: place)
    case 1 where letters.count > 2: letters.remove(at: place)
    case 2: letters[place] = letter
    default: letters.swapAt(place, (place + 1) % letters.count)
    }
    return String(letters)
  }
}
