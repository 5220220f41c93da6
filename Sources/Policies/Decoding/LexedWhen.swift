import Documents

/// What a schedule holds, cut into words: enough to know which schedules it uses and whether it holds times.
struct LexedWhen {
  /// One part of it without a word that is none.
  struct Part {
    var scalar: Scalar
    var tokens: [Token]
  }

  /// The parts that could be cut.
  let parts: [Part]
  /// Whether all could.
  let isWhole: Bool

  /// What is under the key `what`: a part of a sentence, or a list of them.
  init(_ node: Node, _ what: String, _ vocabulary: Vocabulary, into findings: inout Findings) {
    guard let nodes = ValueReader.oneOrMore(node, what, into: &findings) else {
      (parts, isWhole) = ([], false)
      return
    }
    var parts: [Part] = []
    for node in nodes {
      if findings.areTooMany() { break }
      guard let scalar = ValueReader.sentence(node, what, into: &findings) else { continue }
      let (tokens, problems) = Lexer.read(scalar.text, vocabulary)
      if problems.isEmpty {
        parts.append(Part(scalar: scalar, tokens: tokens))
      } else {
        let joined = DateReadings.joined(problems, in: SentenceSource(scalar.text))
        findings.add(joined.map { $0.settled(ScheduleNames(vocabulary: vocabulary)) }, in: scalar)
      }
    }
    self.parts = parts
    isWhole = parts.count == nodes.count
  }

  /// A name in it.
  struct Use {
    var name: Name
    var span: SourceSpan
    /// Whether it is behind `eves of`, where only days are meant.
    var isOfEves: Bool
  }

  /// The names in it, where days and times are expected. `names` knows which there are, and not yet what
  /// they are, except for calendars.
  func uses(_ names: ScheduleNames) -> [Use] {
    parts.flatMap { part -> [Use] in
      let source = SentenceSource(part.scalar.text)
      let tokens = (try? names.naming(part.tokens[...], in: source)) ?? part.tokens
      return tokens.indices.compactMap { place in
        let name: Name
        switch tokens[place].kind {
        // Of a calendar above it is known already what it is.
        case .name(let found), .schedule(let found): name = found
        case .word, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: return nil
        }
        let isOfEves = place > 0 && tokens[place - 1].kind == .word("of")
        return Use(name: name, span: part.scalar.span(of: tokens[place].range), isOfEves: isOfEves)
      }
    }
  }

  /// Whether a time is in it.
  var holdsTimes: Bool {
    parts.contains { part in
      part.tokens.contains { token in
        switch token.kind {
        case .time, .loose, .word("noon"), .word("midnight"), .word("all"): true
        case .word, .name, .schedule, .number, .ordinal, .date, .comma, .dash, .dots, .end: false
        }
      }
    }
  }
}
