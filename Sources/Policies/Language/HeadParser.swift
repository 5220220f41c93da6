extension TokenCursor {
  /// Who a statement is about, and what it wants of them.
  ///
  /// ```text
  /// head = names state | verb names | ("turn" | "switch") ("on" | "off") names | ("turn" | "switch") names ("on" | "off")
  /// ```
  mutating func readHead() throws(SentenceProblem) -> SentenceSyntax {
    if let turned = try readTurned() { return turned }
    if let verb = try readVerb() {
      let subjects = try readNames()
      try refuseTarget(after: subjects)
      return SentenceSyntax(
        subjects: subjects, state: verb.state, stateRange: verb.range, isAboutSwitch: verb.isAboutSwitch)
    }
    let subjects = try readNames()
    try refuseTarget(after: subjects)
    let state = try readState(after: subjects)
    return SentenceSyntax(
      subjects: subjects, state: state.state, stateRange: state.range, isAboutSwitch: state.isAboutSwitch)
  }

  /// A word that asks for a state.
  private typealias StateWord = (state: TargetState, range: Range<Int>, isAboutSwitch: Bool)

  /// What the words ask for that speak of the switch of a thing, which is not always what is let through.
  private static let switchVerbs: [String: TargetState] = ["enable": .on, "disable": .off]
  static let switchStates: [String: TargetState] = ["enabled": .on, "disabled": .off]

  /// `turn off kids`, `switch kids on`; nil where the sentence starts otherwise.
  private mutating func readTurned() throws(SentenceProblem) -> SentenceSyntax? {
    guard let word, word == "turn" || word == "switch" else { return nil }
    let isAhead = kind(at: 1) == .word("on") || kind(at: 1) == .word("off")
    // A target may be called `switch`.
    guard isAhead || word == "turn" || self.word(at: 1).map({ vocabulary.isReserved($0) }) == false else { return nil }
    let start = token.range
    var ahead = self
    ahead.advance()
    let state = isAhead ? try ahead.readTurn(from: start) : nil
    // 'switch on' may be a target of that name, too.
    if word == "switch", isAhead, !ahead.startsTargetName { return nil }
    let subjects = try ahead.readNames()
    let behind = state == nil ? try ahead.readTurn(from: start) : nil
    if behind == nil { try ahead.refuseTarget(after: subjects) }
    guard let state = state ?? behind else {
      throw ahead.problem(.turnWithoutState(subjects.map(\.name.text).joined(separator: ", ")))
    }
    self = ahead
    return SentenceSyntax(subjects: subjects, state: state.state, stateRange: state.range, isAboutSwitch: true)
  }

  /// Whether a name is here that is no schedule's.
  private var startsTargetName: Bool {
    if case .name(let name) = kind { names.kinds[name] == nil } else { false }
  }

  /// `on` or `off` behind `turn`, the range from `turn` on where they stand side by side.
  private mutating func readTurn(from start: Range<Int>) throws(SentenceProblem) -> StateWord? {
    guard kind == .word("on") || kind == .word("off") else { return nil }
    defer { advance() }
    let isBeside = peek(-1).range == start
    return (kind == .word("on") ? .on : .off, isBeside ? start.lowerBound..<token.range.upperBound : token.range, true)
  }

  /// The state that a verb asks for; nil where the sentence does not start with one.
  private mutating func readVerb() throws(SentenceProblem) -> StateWord? {
    if kind == .name(Name("unblock")), case .name = peek(1).kind {
      defer { advance() }
      return (.on, token.range, false)
    }
    guard case .word(let word) = kind else { return nil }
    if let state = vocabulary.state(verb: word) {
      defer { advance() }
      return (state, token.range, false)
    }
    guard let state = Self.switchVerbs[word] else {
      throw problem(.sentenceStartsWith(word, proposals: sentenceWithStateLast(word)))
    }
    defer { advance() }
    return (state, token.range, true)
  }

  /// `kids off …` for `off kids …`.
  private func sentenceWithStateLast(_ word: String) -> [String] {
    guard let state = vocabulary.state(behindName: word), state != .leave, case .name(let name) = peek(1).kind else {
      return []
    }
    return [sentence.replacing(token.range.lowerBound..<peek(1).range.upperBound, with: "\(name) \(state)")]
  }

  /// `name { sep name }`
  mutating func readNames() throws(SentenceProblem) -> [NameSyntax] {
    var names = [try readName()]
    while kind == .comma || kind == .word("and") {
      if skip(.comma) { _ = skip("and") } else { advance() }
      names.append(try readName())
    }
    return names
  }

  private mutating func readName() throws(SentenceProblem) -> NameSyntax {
    guard case .name(let name) = kind else { throw problem(.expectedTarget(found)) }
    defer { advance() }
    return NameSyntax(name: name, range: token.range)
  }

  /// `gests kids off`, `kids guests off`: a target directly behind other names, of which one is none, or a comma is missing.
  private func refuseTarget(after subjects: [NameSyntax]) throws(SentenceProblem) {
    guard case .name(let next) = kind, names.isTarget(next), names.kinds[next] == nil, let last = subjects.last,
      !names.isTarget(Name("\(last.name)-\(next)"))
    else { return }
    if let odd = subjects.first(where: { names.isFree($0.name) }), let message = names.targetProblem(odd.name) {
      throw problem(message, at: odd.range)
    }
    let comma = sentence.replacing(lastEnd..<token.range.lowerBound, with: ", ")
    throw problem(.missingSeparator(next.text, proposals: [comma]))
  }

  private mutating func readState(after subjects: [NameSyntax]) throws(SentenceProblem) -> StateWord {
    defer { advance() }
    if case .name(let name) = kind, let state = Self.switchStates[name.text] { return (state, token.range, true) }
    guard case .word(let word) = kind, let state = vocabulary.state(behindName: word), state != .leave else {
      throw problem(stateMissing(after: subjects))
    }
    return (state, token.range, false)
  }

  private func stateMissing(after subjects: [NameSyntax]) -> PolicyMessage {
    if let action = subjects.first(where: { names.isAction($0.name) }) {
      // `gate 06:45`
      let at = sentence.replacing(token.range.lowerBound..<token.range.lowerBound, with: "at ")
      return .actionWithoutTime(action.name.text, proposals: isMomentAlone(at: 0) ? [at] : [])
    }
    if kind == .word("or"), let last = subjects.last, case .name = kind(at: 1) {
      let comma = sentence.replacing(last.range.upperBound..<token.range.upperBound, with: ",")
      return .orBetweenTargets(proposals: [comma])
    }
    let written = subjects.map(\.name.text).joined(separator: ", ")
    let pairs = Set(subjects.compactMap { names.states($0.name) })
    let states = pairs.count == 1 ? pairs.first : nil
    // `room 101 off`
    if let last = subjects.last, let figures, names.isTarget(Name("\(last.name)-\(figures)")) {
      let joined = sentence.replacing(last.range.lowerBound..<token.range.upperBound, with: "\(last.name)-\(figures)")
      return .expectedState(found, after: written, states, vocabulary, joined: joined) { _ in nil }
    }
    let either = { (state: String) -> String? in
      startsWhen ? sentence.replacing(token.range.lowerBound..<token.range.lowerBound, with: state + " ") : nil
    }
    guard case .name(let next) = kind, let last = subjects.last, names.kinds[next] == nil else {
      return .expectedState(found, after: written, states, vocabulary, either: either) { sentence(withStateHere: $0) }
    }
    // Of `kids no tv` nobody knows whether the kids are off.
    if next.text == "no", case .name(let denied) = kind(at: 1), names.kinds[denied] == nil {
      return .expectedState(found, after: written, states, vocabulary, isMeant: false) { _ in nil }
    }
    // Two words may be a name with a dash, which is known only where targets are.
    let joined = sentence.replacing(last.range.lowerBound..<token.range.upperBound, with: "\(last.name)-\(next)")
    return .expectedState(found, after: written, states, vocabulary, joined: joined) { sentence(withStateHere: $0) }
  }

  /// Whether days or times are here.
  private var startsWhen: Bool {
    if case .name(let name) = kind { return names.kinds[name] != nil }
    return startsDay || startsTime
  }

  /// The word at the cursor if it begins with a figure; nil for any other.
  private var figures: String? {
    switch kind {
    case .number, .ordinal, .time, .loose: ASCII.lowercased(sentence[token.range])
    case .word, .name, .schedule, .date, .comma, .dash, .dots, .end: nil
    }
  }

  /// The whole sentence with `state` in place of what is found where a state must stand; nil at the end of the sentence.
  private func sentence(withStateHere state: String) -> String? {
    kind == .end ? nil : sentence.replacing(token.range, with: state)
  }

  private func kind(at distance: Int) -> Token.Kind { peek(distance).kind }
}
