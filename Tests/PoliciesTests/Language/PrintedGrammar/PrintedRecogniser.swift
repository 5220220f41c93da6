/// Whether words are a sentence of the printed grammar: every rule is tried at every place, and nothing is known but where
/// it may end.
struct PrintedRecogniser {
  private let grammar: PrintedGrammar
  private let words: [String]
  private var known: [String: [Int: Set<Int>]] = [:]

  /// Whether `words`, in lower case and cut at spaces, can be derived.
  static func accepts(_ words: [String], _ grammar: PrintedGrammar) -> Bool {
    Self.placesOfOnly(words).contains { words in
      var recogniser = PrintedRecogniser(grammar: grammar, words: words)
      return recogniser.ends(of: PrintedGrammar.start, from: 0).contains(words.count)
    }
  }

  private init(grammar: PrintedGrammar, words: [String]) {
    self.grammar = grammar
    self.words = words
  }

  /// The words, and with `only` moved behind the state, where it is before that or at the end.
  private static func placesOfOnly(_ words: [String]) -> [[String]] {
    guard let only = words.firstIndex(of: "only"), only > 0 else { return [words] }
    var rest = words
    rest.remove(at: only)
    let places = only == rest.count ? Array(1..<rest.count) : only + 1 < rest.count ? [only, only + 1] : [only]
    return places.map { place in
      var moved = rest
      moved.insert("only", at: place)
      return moved
    }
  }

  private mutating func ends(of name: String, from start: Int) -> Set<Int> {
    if let ends = known[name]?[start] { return ends }
    var ends = plainEnds(of: name, from: start)
    if PrintedGrammar.placesOfFillers.contains(name) {
      for filler in Self.fillers {
        if let behind = end(of: filler, from: start) { ends.formUnion(plainEnds(of: name, from: behind)) }
      }
    }
    known[name, default: [:]][start] = ends
    return ends
  }

  private mutating func plainEnds(of name: String, from start: Int) -> Set<Int> {
    if let rule = grammar.rules[name] { return ends(of: rule, from: start) }
    return Set((Self.texts[name] ?? []).compactMap { end(of: $0, from: start) })
  }

  private mutating func ends(of expression: PrintedGrammar.Expression, from start: Int) -> Set<Int> {
    switch expression {
    case .word(let word): return Set([end(of: [word], from: start)].compactMap(\.self))
    case .name(let name): return ends(of: name, from: start)
    case .choice(let choices):
      var all: Set<Int> = []
      for choice in choices { all.formUnion(ends(of: choice, from: start)) }
      return all
    case .option(let part): return ends(of: part, from: start).union([start])
    case .sequence(let parts):
      var places: Set<Int> = [start]
      for part in parts { places = union(places) { $0.ends(of: part, from: $1) } }
      return places
    case .repetition(let part):
      var all: Set<Int> = [start]
      var places = all
      while !places.isEmpty {
        places = union(places) { $0.ends(of: part, from: $1) }.subtracting(all)
        all.formUnion(places)
      }
      return all
    }
  }

  private mutating func union(
    _ places: Set<Int>, _ ends: (inout PrintedRecogniser, Int) -> Set<Int>
  ) -> Set<Int> {
    var all: Set<Int> = []
    for place in places { all.formUnion(ends(&self, place)) }
    return all
  }

  /// Where these words end; nil if they are not there.
  private func end(of text: [String], from start: Int) -> Int? {
    guard start + text.count <= words.count else { return nil }
    return words[start..<start + text.count].elementsEqual(text) ? start + text.count : nil
  }

  // MARK: - Words

  private static let fillers = PrintedGrammar.fillers.map(cut)
  private static let texts = Dictionary(
    uniqueKeysWithValues: TerminalSpelling.all.keys.map { ($0, TerminalSpelling.texts(of: $0).map(cut)) })

  private static func cut(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
