import TestSupport
import Testing

@testable import Policies

/// `docs/policy.md` prints the grammar on one page: the parser accepts what can be derived from it, but for what the page
/// says in words beside it, and nothing else.
@Suite("the printed grammar") struct PrintedGrammarTests {
  @Test("has a meaning for every name") func names() throws {
    let grammar = try PrintedGrammar()
    #expect(grammar.rules.count > 20)
    #expect(grammar.unused == [])
    #expect(grammar.terminals == Set(TerminalSpelling.all.keys))
    #expect(grammar.words.isSuperset(of: ["off", "only", "eves", "between", ".."]))
  }

  @Test("stands beside words that say what is refused", arguments: StatedCondition.all.indices)
  func stated(_ index: Int) throws {
    #expect(try PrintedGrammar().page.contains(StatedCondition.all[index].page))
  }

  /// A sentence that is refused without such a word, or accepted against it, is a mistake of the page or of the parser.
  @Test("derives what the parser accepts", arguments: 0..<12) func derived(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let grammar = try PrintedGrammar()
    var wrong: [String] = []
    var accepted = 0
    for _ in 0..<200 {
      let sentence = grammar.derived(&random)
      let text = PrintedSentence.text(sentence.words, &random)
      let condition = StatedCondition.all.first { $0.refuses(sentence) }
      let outcome = ReadSentence.outcome(text)
      if outcome.isAccepted { accepted += 1 }
      // Whatever is accepted can be read again as the language itself writes it.
      let own = outcome.isAccepted ? ReadSentence.summary(text) : nil
      if let own, !ReadSentence.outcome(own).isAccepted { wrong.append("\(text) is written as \(own)") }
      if let condition, outcome.isAccepted { wrong.append("accepted against '\(condition.page)': \(text)") }
      if condition == nil, !outcome.isAccepted { wrong.append("refused: \(text): \(ReadSentence.summary(text))") }
    }
    #expect(wrong.prefix(5) == [])
    #expect(accepted > 50)
  }

  @Test("knows each thing that is refused in words") func eachCondition() throws {
    var random = SplitMix64(seed: 1)
    let grammar = try PrintedGrammar()
    var unmet = Set(StatedCondition.all.indices)
    for _ in 0..<20_000 where !unmet.isEmpty {
      let sentence = grammar.derived(&random)
      unmet = unmet.filter { !StatedCondition.all[$0].refuses(sentence) }
    }
    #expect(unmet.map { StatedCondition.all[$0].page } == [])
  }

  @Test("derives whatever the parser accepts", arguments: 0..<8) func damaged(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let grammar = try PrintedGrammar()
    let all = PrintedSentence.allWords(of: grammar)
    var wrong: [String] = []
    var (foreign, own) = (0, 0)
    for _ in 0..<150 {
      let whole = PrintedSentence.words(grammar.derived(&random).words)
      guard whole.count < 24 else { continue }
      let words = PrintedSentence.damaged(whole, all, &random)
      if PrintedRecogniser.accepts(words, grammar) {
        own += 1
      } else {
        foreign += 1
        let text = words.joined(separator: " ")
        if ReadSentence.outcome(text).isAccepted { wrong.append("\(text): \(ReadSentence.summary(text))") }
      }
    }
    #expect(wrong.prefix(5) == [])
    #expect(foreign > 30 && own > 1)
  }

  @Test("derives whatever the parser accepts of words at random", arguments: 0..<6) func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let grammar = try PrintedGrammar()
    let all = PrintedSentence.allWords(of: grammar)
    var wrong: [String] = []
    for _ in 0..<150 {
      let words =
        ["kids", "off"] + (0..<random.int(in: 1..<6)).flatMap { _ in PrintedSentence.words([random.pick(all)]) }
      guard !PrintedRecogniser.accepts(words, grammar) else { continue }
      let text = words.joined(separator: " ")
      if ReadSentence.outcome(text).isAccepted { wrong.append("\(text): \(ReadSentence.summary(text))") }
    }
    #expect(wrong.prefix(5) == [])
  }

  /// What was derived is recognised again, so that the two ways through the grammar are one.
  @Test("recognises what it derives", arguments: 0..<4) func recognised(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let grammar = try PrintedGrammar()
    var missed: [String] = []
    for _ in 0..<50 {
      let words = PrintedSentence.words(grammar.derived(&random).words)
      if words.count < 24, !PrintedRecogniser.accepts(words, grammar) { missed.append(words.joined(separator: " ")) }
    }
    #expect(missed == [])
  }
}

/// Derived words as a text, and texts that are nearly one.
enum PrintedSentence {
  /// The words as somebody would write them: marks beside words, in upper case now and then, `only` in another place.
  static func text(_ words: [String], _ random: inout SplitMix64) -> String {
    var words = words
    moveOnly(&words, &random)
    var text = ""
    for (index, word) in words.enumerated() {
      let isGlued =
        index > 0
        && (word == "," || (random.oneIn(2) && [words[index - 1], word].contains("-") && isGluedAt(index, words))
          || (random.oneIn(2) && [words[index - 1], word].contains("..")))
      text += (index > 0 && !isGlued ? " " : "") + (word == "-" ? random.pick(["-", "–"]) : word)
    }
    return random.oneIn(10) ? text.uppercased() : text
  }

  /// The page: "`kids only on …`, `kids on … only`, `kids allowed only …` and `allow kids only …` are the same".
  private static func moveOnly(_ words: inout [String], _ random: inout SplitMix64) {
    guard let only = words.firstIndex(of: "only"), random.oneIn(2) else { return }
    words.remove(at: only)
    let state = only - 1
    let isBehindNames =
      only > 1 && (TerminalSpelling.all["state"] ?? []).contains(words[state]) && words[0] != "turn"
      && words[0] != "switch"
    if isBehindNames, random.oneIn(2) { words.insert("only", at: state) } else { words.append("only") }
  }

  /// Whether the dash here, or behind, is between times or days of the week.
  private static func isGluedAt(_ index: Int, _ words: [String]) -> Bool {
    let dash = words[index] == "-" ? index : index - 1
    let free = (TerminalSpelling.all["TIME"] ?? []) + (TerminalSpelling.all["WEEKDAY"] ?? [])
    return dash > 0 && dash + 1 < words.count && free.contains(words[dash - 1]) && free.contains(words[dash + 1])
  }

  /// One by one: `on the` is two.
  static func words(_ words: [String]) -> [String] { words.flatMap { $0.split(separator: " ").map(String.init) } }

  /// Every word of the grammar, and every text of a terminal.
  static func allWords(of grammar: PrintedGrammar) -> [String] {
    grammar.words.sorted() + grammar.terminals.sorted().flatMap { TerminalSpelling.all[$0] ?? [] }
      + ["on", "the", "in", "during", "until", "night"]
  }

  /// The same with a few words lost, changed or put in.
  static func damaged(_ words: [String], _ all: [String], _ random: inout SplitMix64) -> [String] {
    var words = words
    for _ in 0..<random.int(in: 1..<4) where !words.isEmpty {
      let place = random.int(in: 0..<words.count)
      switch random.int(in: 0..<4) {
      case 0: words.remove(at: place)
      case 1: words.insert(contentsOf: self.words([random.pick(all)]), at: place)
      case 2: words.swapAt(place, random.int(in: 0..<words.count))
      default: words.replaceSubrange(place...place, with: self.words([random.pick(all)]))
      }
    }
    return words
  }
}
