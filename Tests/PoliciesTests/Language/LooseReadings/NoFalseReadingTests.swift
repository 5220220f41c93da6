import Foundation
import TestSupport
import Testing

/// No sentence is accepted that somebody could have meant in another way, but for what the page says.
@Suite("no false reading") struct NoFalseReadingTests {
  private struct Corpus: Decodable {
    var contexts: [String: Context]
    var entries: [Entry]
  }

  private struct Context: Decodable {
    var schedules: [String: Schedule]
    var policy: [String]
  }

  /// A schedule in words; nil for a calendar.
  private struct Schedule: Decodable {
    var text: String?

    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  private struct Entry: Decodable {
    var context: String
    var sentence: String
    var option: String?
    var expect: Expectation
  }

  private struct Expectation: Decodable {
    var accept: Bool
  }

  /// A sentence with its schedules.
  struct Case: Sendable, CustomTestStringConvertible {
    var sentence: String
    var context: String
    var isAccepted: Bool

    var testDescription: String { "\(context): \(sentence)" }
  }

  private static let corpus = try? JSONDecoder().decode(
    Corpus.self, from: Data(Fixtures.bytes("conformance/sentences.json")))

  /// The schedules of each context without calendars, and whether its sentences are statements.
  static let contexts: [String: [String: String]] = (corpus?.contexts ?? [:]).compactMapValues { context in
    guard context.schedules.values.allSatisfy({ $0.text != nil }), context.policy.count != 1 || isOfStatements(context)
    else { return nil }
    return context.schedules.compactMapValues(\.text)
  }

  private static func isOfStatements(_ context: Context) -> Bool { context.policy == ["SENTENCE"] }

  static let cases: [Case] = (corpus?.entries ?? []).compactMap { entry in
    guard entry.option == nil, contexts[entry.context] != nil else { return nil }
    return Case(sentence: plain(entry.sentence), context: entry.context, isAccepted: entry.expect.accept)
  }

  /// Of a Pi-hole's words those of every other target: when it holds is the same.
  private static func plain(_ sentence: String) -> String {
    let words = [
      "pause ": "block ", "resume ": "allow ", " paused": " off", " active": " on", "pihole": "youtube",
    ]
    return words.reduce(sentence) { $0.replacingOccurrences(of: $1.key, with: $1.value, options: .caseInsensitive) }
  }

  @Test("of many sentences") func some() {
    #expect(Self.cases.count { $0.isAccepted } > 300)
    #expect(Self.cases.count { !$0.isAccepted } > 140)
  }

  @Test("the page says each rule", arguments: LooseRule.allCases) func rules(_ rule: LooseRule) throws {
    #expect(try PrintedGrammar().page.contains(rule.rawValue))
  }

  /// A sentence for each rule, which would have two meanings without it.
  static let ruled: [(LooseRule, String)] = [
    (.listOfTimes, "kids off sat 10:00–12:00, 14:00–16:00"), (.daysBehind, "kids off 17:00–19:00 on mon, wed and fri"),
    (.startingDay, "kids off fri 21:00–07:00"),
    (.exceptionsOfAll, "kids off weekdays 10:00–12:00 and weekends 14:00–15:00 except hols"),
    (.exceptedWindows, "kids off 21:00–07:00 except hols"), (.exceptAndMore, "kids off weekdays except hols and sat"),
    (.morning, "kids off 21:00–7:00"), (.ownHours, "kids off bed and mon 12:00–13:00"),
    (.only, "kids on only 15:00–18:00"), (.exceptAlone, "kids off except hols 21:00–07:00"),
    (.oneEnd, "kids off from 21:00"), (.endsAlone, "kids off sat from 21:00, until 07:00"),
    (.oddWeeks, "kids off odd weeks mon, fri"),
  ]

  @Test("each rule is needed", arguments: ruled) func needed(_ rule: LooseRule, _ sentence: String) throws {
    let found = try LooseComparison(sentence, Self.schedules, Self.loose)
    #expect(found.complaint == nil && found.meanings.count == 1)
    let others = Self.loose.readings(of: sentence).filter {
      $0.against == [rule] && !found.meanings.contains($0.timeline)
    }
    #expect(!others.isEmpty)
    #expect(Set(Self.ruled.map(\.0)) == Set(LooseRule.allCases))
  }

  @Test("what parents write has one", arguments: cases.filter(\.isAccepted)) func corpus(_ entry: Case) throws {
    let schedules = Self.contexts[entry.context] ?? [:]
    #expect(try LooseComparison(entry.sentence, schedules).complaint == nil)
  }
}

extension NoFalseReadingTests {
  static let schedules = [
    "hols": "2026-12-23..2027-01-06", "bed": "21:00–07:00", "lunch": "12:00–13:00", "party": "sat 18:00–23:30",
    "school-nights": "sun-thu except eves of hols",
  ]
  static let loose = LooseReadings(schedules)

  /// Parts of sentences in any order, with marks in between.
  @Test("what is put together at random has one", arguments: 0..<8) func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var complaints: [String] = []
    var accepted = 0
    for _ in 0..<100 {
      let found = try LooseComparison(LooseSentences.any(&random), Self.schedules, Self.loose)
      if found.parsed.timeline != nil { accepted += 1 }
      if let complaint = found.complaint { complaints.append(complaint) }
    }
    #expect(complaints.prefix(8) == [])
    #expect(accepted > 10)
  }

  /// Whatever the printed grammar derives.
  @Test("what the grammar derives has one", arguments: 0..<6) func derived(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let grammar = try PrintedGrammar()
    var complaints: [String] = []
    var accepted = 0
    for _ in 0..<60 {
      let words = grammar.derived(&random).words
      guard words.count < 20, !words.contains(where: { ["paused", "active", "pause", "resume"].contains($0) }) else {
        continue
      }
      let found = try LooseComparison(PrintedSentence.text(words, &random), Self.schedules, Self.loose)
      if found.parsed.timeline != nil { accepted += 1 }
      if let complaint = found.complaint { complaints.append(complaint) }
    }
    #expect(complaints.prefix(8) == [])
    #expect(accepted > 8)
  }
}

/// Sentences put together out of what people write.
enum LooseSentences {
  private static let days = [
    "mon", "fri", "sat", "on fri", "weekdays", "on weekends", "sat, sun", "mon-fri", "mon to thu", "hols",
    "during the hols", "every day", "every friday", "daily", "first friday", "last sun of the month", "odd weeks",
    "odd weeks mon", "even weeks fri-sun", "dec 24", "24th of december", "dec 24..jan 6", "from dec 24 to jan 6",
    "2026-12-24", "2026-12-24 to 2026-12-26", "eves of hols", "school nights", "mondays",
    "every other fri from 2026-11-06",
    "every 3 weeks fri-sun from 2026-11-06", "second and fourth sat", "friday", "eves of school-nights",
  ]
  private static let times = [
    "9pm-7am", "14:00-16:00", "21:00–7:00", "from 21:00", "until 7am", "after 9pm", "before 6:30am", "bed", "lunch",
    "all day", "between 3pm and 5pm", "20:30 till 22:00", "noon-2pm", "21h–7h30", "from 10:00", "until 22:00",
    "7:00-9:00", "10.12-12.12", "21.30-23.00", "9-5", "from 9pm until midnight", "after midnight", "party", "nightly",
  ]
  private static let marks = [" ", " ", " ", ", ", ", ", " and ", " and ", " except ", " unless ", " and except "]

  /// Days and times in any order.
  static func any(_ random: inout SplitMix64, parts: Int = 5) -> String {
    var sentence = random.pick(["kids off ", "kids off ", "kids off ", "block kids ", "kids on ", "kids on only "])
    if random.oneIn(12) { sentence += random.pick(["except ", "unless ", "but not "]) }
    sentence += random.pick(random.oneIn(2) ? days : times)
    for _ in 0..<random.int(in: 0..<parts) {
      sentence += random.pick(marks) + random.pick(random.oneIn(2) ? days : times)
    }
    return sentence
  }
}

/// What the parser and the loose one make of a sentence.
struct LooseComparison {
  var sentence: String
  var parsed: ParserMeaning
  var meanings: Set<LooseTimeline>

  init(_ sentence: String, _ schedules: [String: String]) throws {
    try self.init(sentence, schedules, LooseReadings(schedules))
  }

  init(_ sentence: String, _ schedules: [String: String], _ loose: LooseReadings) throws {
    self.sentence = sentence
    parsed = try ParserMeaning(sentence, schedules)
    meanings = parsed.timeline == nil ? [] : loose.meanings(of: sentence)
  }

  /// What is wrong with accepting it; nil where it is refused.
  var complaint: String? {
    guard let timeline = parsed.timeline else { return nil }
    if meanings.isEmpty { return "no way to read: \(sentence)" }
    if !meanings.contains(timeline) { return "nobody means that: \(sentence)" }
    return meanings.count == 1 ? nil : "\(meanings.count) meanings: \(sentence)"
  }
}
