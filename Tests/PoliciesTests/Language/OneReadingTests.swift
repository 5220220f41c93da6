import TestSupport
import Testing

@testable import Policies

/// The parser accepts every sentence of the grammar's heart, none of which has a second reading there, and whatever it
/// accepts is the same again in the language's own spelling.
@Suite("one reading") struct OneReadingTests {
  static let words = [
    "mon", "fri", "-", "to", "until", "from", "21:00", "07:00", "all", "day", "daily", "every", "on", "at", ",", "and",
    "except", "hols", "bed", "eves", "of", "2026-12-24", "2026-12-26", "..", "dec", "24", "weekdays", "only",
  ]
  /// The ends of a sentence by brute force: what follows `kids off`, and whole statements.
  static let exhaustive: [(prefix: [String], words: [String], longest: Int)] = [
    (["kids", "off"], words, 2),
    (["kids", "off"], ["mon", "-", "21:00", "07:00", "and", ",", "except", "bed"], 4),
    (["kids", "off", "mon", "21:00", "-", "07:00"], ["mon", "07:00", "until", "and", ",", "except", "hols"], 3),
    ([], ["kids", "guests", "off", "on", "pause", "and", ",", "mon", "hols"], 4),
    (["kids"], ["on", "off", "only", "allowed", "21:00", "bed", "hols", "mon", "except"], 4),
    (["kids", "on"], ["only", "21:00", "-", "07:00", "and", "bed", ",", "mon", "on"], 5),
    ([], ["allow", "kids", "only", "bed", "guests", "and", "block"], 5),
  ]

  @Test("every short sentence", arguments: exhaustive.indices) func short(_ index: Int) {
    let table = Self.exhaustive[index]
    var wrong: [String] = []
    for length in 0...table.longest {
      Self.sequences(of: table.words, length: length) { words in
        if let complaint = Self.disagreement(table.prefix + words) { wrong.append(complaint) }
      }
    }
    #expect(wrong.prefix(20) == [])
  }

  @Test("words at random", arguments: 0..<20) func anyWords(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var wrong: [String] = []
    for _ in 0..<100 {
      let words = (0..<random.int(in: 3..<7)).map { _ in random.pick(Self.words) }
      if let complaint = Self.disagreement(["kids", "off"] + words) { wrong.append(complaint) }
    }
    #expect(wrong == [])
  }

  @Test("long sentences, whole and damaged", arguments: 0..<20) func long(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var wrong: [String] = []
    for _ in 0..<100 {
      var words = RandomSentence.words(&random)
      for _ in 0..<random.int(in: 0..<3) { Self.damage(&words, &random) }
      if let complaint = Self.disagreement(words) { wrong.append(complaint) }
    }
    #expect(wrong.prefix(20) == [])
  }

  private static func sequences(of words: [String], length: Int, _ body: ([String]) -> Void) {
    var indices = Array(repeating: 0, count: length)
    while true {
      body(indices.map { words[$0] })
      guard let place = indices.lastIndex(where: { $0 + 1 < words.count }) else { return }
      indices[place] += 1
      for later in (place + 1)..<max(place + 1, length) { indices[later] = 0 }
    }
  }

  private static func damage(_ words: inout [String], _ random: inout SplitMix64) {
    let place = random.int(in: 0..<words.count)
    switch random.int(in: 0..<3) {
    case 0: words.remove(at: place)
    case 1: words.insert(random.pick(Self.words), at: place)
    default: words[place] = random.pick(Self.words)
    }
    if words.isEmpty { words = ["kids"] }
  }

  /// `from 07:00 and until 21:00`: each goes on where the other ends, which nobody means.
  private static func isWholeDay(_ text: String) -> Bool {
    text.contains("from 07:00 and") && text.contains("until 21:00")
  }

  /// How the parser and the grammar differ about a sentence; nil where they agree.
  private static func disagreement(_ words: [String]) -> String? {
    let text = words.joined(separator: " ")
    let readings = Grammar.readings(ofStatement: words)
    let outcome = ReadSentence.outcome(text)
    if readings > 1 { return "\(readings) readings: \(text)" }
    guard outcome.isAccepted else { return readings == 0 || isWholeDay(text) ? nil : "refused: \(text)" }
    let own = ReadSentence.summary(text)
    return ReadSentence.outcome(own) == outcome ? nil : "'\(text)' is not what its own spelling means: '\(own)'"
  }
}

/// Sentences made by the grammar at random.
enum RandomSentence {
  static func words(_ random: inout SplitMix64) -> [String] {
    let names = random.oneIn(3) ? ["kids", random.pick([",", "and"]), "guests"] : ["kids"]
    let start = random.oneIn(4) ? ["block"] + names : names + [random.pick(["on", "off"])]
    return start + when(&random)
  }

  private static func when(_ random: inout SplitMix64) -> [String] {
    var words = random.oneIn(5) ? [] : clauses(&random)
    for index in 0..<random.int(in: 0..<3) {
      words += (index == 0 ? ["except"] : ["and", "except"]) + clauses(&random)
    }
    return words
  }

  private static func clauses(_ random: inout SplitMix64) -> [String] {
    let kind = random.int(in: 0..<3)
    return list(&random, "and") { random in
      switch kind {
      case 0: days(&random)
      case 1: times(&random)
      default: random.oneIn(5) ? ["bed"] : days(&random) + times(&random)
      }
    }
  }

  private static func list(
    _ random: inout SplitMix64, _ separator: String, _ member: (inout SplitMix64) -> [String]
  ) -> [String] {
    var words = member(&random)
    while random.oneIn(3) { words += [separator] + member(&random) }
    return words
  }

  private static func days(_ random: inout SplitMix64) -> [String] {
    (random.oneIn(6) ? [random.pick(["on", "at"])] : [])
      + list(&random, ",") { random in
        random.pick([
          ["daily"], ["every", "day"], ["every", "mon"], ["weekdays"], ["fri"], ["fri", "-", "mon"],
          ["mon", "to", "fri"],
          ["2026-12-24"], ["2026-12-24", "..", "2026-12-26"], ["dec", "24"], ["24", "dec", "to", "dec", "24"], ["hols"],
          ["eves", "of", "hols"],
        ])
      }
  }

  private static func times(_ random: inout SplitMix64) -> [String] {
    list(&random, ",") { random in
      random.pick([
        ["21:00", "-", "07:00"], ["from", "21:00", "until", "07:00"], ["07:00", "to", "21:00"], ["from", "07:00"],
        ["until", "21:00"], ["all", "day"],
      ])
    }
  }
}
