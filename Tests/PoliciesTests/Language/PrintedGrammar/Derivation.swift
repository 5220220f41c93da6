import TestSupport

/// What was derived from a rule or a terminal, down to the words.
struct Derivation {
  /// The name of the rule or of the terminal, or the word in quotation marks.
  var label: String
  /// What is written; nil where the parts are.
  var text: String?
  /// The words before it that mean nothing, such as `on the`.
  var filler: String?
  var parts: [Derivation] = []

  /// Every derivation of this label in here, itself included.
  func all(_ label: String) -> [Derivation] {
    (self.label == label ? [self] : []) + parts.flatMap { $0.all(label) }
  }

  /// The words and marks, in their order.
  var words: [String] {
    (filler.map { [$0] } ?? []) + (text.map { [$0] } ?? parts.flatMap(\.words))
  }

  /// Without the words before it.
  var plain: String { (text.map { [$0] } ?? parts.flatMap(\.words)).joined(separator: " ") }

  /// Whether one of its own parts is this word.
  func has(_ word: String) -> Bool { parts.contains { $0.label == "\"\(word)\"" } }

  /// Its own parts of this label.
  func own(_ label: String) -> [Derivation] { parts.filter { $0.label == label } }
}

extension PrintedGrammar {
  /// Where the words `on`, `at`, `in`, `during`, `over` and `the` may stand: "before days and before schedules".
  static let placesOfFillers: Set<String> = ["day", "odd", "SCHEDULE-WITH-TIMES", "SCHEDULE-OF-TIMES-OF-DAY"]
  static let fillers = [
    "on", "at", "in", "during", "over", "the", "on the", "at the", "in the", "during the", "over the",
  ]

  /// A sentence at random: of a few the longest, as most that can be derived are short, but none that nobody would write.
  func derived(_ random: inout SplitMix64) -> Derivation {
    let sentences = (0..<6).map { _ in derived(Self.start, &random) }
    let long = sentences.filter { $0.words.count < 30 }.max { $0.words.count < $1.words.count }
    return long ?? sentences[0]
  }

  private func derived(_ name: String, _ random: inout SplitMix64) -> Derivation {
    let filler = Self.placesOfFillers.contains(name) && random.oneIn(5) ? random.pick(Self.fillers) : nil
    guard let rule = rules[name] else {
      return Derivation(label: name, text: random.pick(TerminalSpelling.all[name] ?? ["?"]), filler: filler)
    }
    return Derivation(label: name, filler: filler, parts: parts(rule, &random))
  }

  private func parts(_ expression: Expression, _ random: inout SplitMix64) -> [Derivation] {
    switch expression {
    case .word(let word): return [Derivation(label: "\"\(word)\"", text: word)]
    case .name(let name): return [derived(name, &random)]
    case .sequence(let parts): return parts.flatMap { self.parts($0, &random) }
    case .choice(let choices): return parts(random.pick(choices), &random)
    case .option(let part): return random.oneIn(2) ? parts(part, &random) : []
    case .repetition(let part):
      var all: [Derivation] = []
      while random.oneIn(4) { all += parts(part, &random) }
      return all
    }
  }
}
