extension TokenCursor {
  /// A statement with the word `only`: one without it, of which the place of the word says what it is about.
  ///
  /// Whether nothing but times of day follows is known only once names are looked up: see `OnlyTimes`.
  func readOnlyStatement(_ only: (place: Int, token: Token)) throws(SentenceProblem) -> SentenceSyntax {
    let range = only.token.range
    var rest = withoutOnly(only.place)
    if rest.first(.word("only")) != nil { throw problem(.onlyTwice, at: range) }
    if only.place == 0 { throw onlyBeforeTarget(rest, at: range) }
    var syntax: SentenceSyntax
    do throws(SentenceProblem) {
      syntax = try rest.readStatement()
    } catch {
      syntax = try onlyBetweenTimesAndDays(only, otherwise: error)
    }
    let names = sentence[namesRange(of: syntax)]
    guard syntax.state == .on else { throw problem(onlyState(syntax, names, range), at: range) }
    guard syntax.when != nil else { throw problem(.onlyWithoutTimes(names), at: range) }
    syntax.only = OnlySyntax(range: range, isInPlace: isOnlyInPlace(only.place, in: syntax))
    return syntax
  }

  /// The sentence without `only`.
  private func withoutOnly(_ place: Int) -> TokenCursor { leavingOut(place..<place + 1) }

  /// Behind the names, behind the state, or at the end.
  private func isOnlyInPlace(_ place: Int, in syntax: SentenceSyntax) -> Bool {
    let before = self[place - 1].range
    let isBehindState = before == syntax.stateRange && syntax.stateRange.lowerBound > namesRange(of: syntax).lowerBound
    return self[place + 1].kind == .end || before == syntax.subjects.last?.range || isBehindState
  }

  private func namesRange(of syntax: SentenceSyntax) -> Range<Int> {
    (syntax.subjects.first?.range.lowerBound ?? 0)..<(syntax.subjects.last?.range.upperBound ?? 0)
  }

  // MARK: - What may be meant

  /// `only kids on 15:00–18:00`
  private func onlyBeforeTarget(_ rest: TokenCursor, at range: Range<Int>) -> SentenceProblem {
    var ahead = rest
    guard let syntax = try? ahead.readStatement(), syntax.state == .on, let when = syntax.when else {
      return problem(.sentenceStartsWith("only", proposals: []), at: range)
    }
    let names = sentence[namesRange(of: syntax)]
    let target = "\(names) on \(sentence[when.range])"
    // Days cannot follow the word, so that two lines are needed for the same.
    let times = OnlyTimes.isTimesOfDay(when, self.names) ? "\(names) on only \(sentence[when.range])" : nil
    let others = vocabulary.otherLine(names, than: syntax.state) ?? "\(names) off"
    return problem(.onlyBeforeTarget(times: times, others: others, target: target), at: range)
  }

  /// `guests on 16:00–19:00 only on weekends`, which is read as `weekends 16:00–19:00`.
  private func onlyBetweenTimesAndDays(
    _ only: (place: Int, token: Token), otherwise error: SentenceProblem
  ) throws(SentenceProblem) -> SentenceSyntax {
    if error.message.code == .sentenceState, case .name = self[only.place - 1].kind {
      throw onlyWithoutState(only)
    }
    var left = leavingOut(only.place..<count - 1)
    var right = leavingOut(0..<only.place + 1)
    guard (try? right.nameSchedules()) != nil, var syntax = try? left.readStatement(),
      let days = try? right.readWhen(isBehindState: true), right.kind == .end,
      let times = syntax.when, times.exceptions.isEmpty, days.exceptions.isEmpty,
      let clause = times.clauses?.clauses.first, times.clauses?.clauses.count == 1, clause.days.isEmpty,
      let day = days.clauses?.clauses.first, days.clauses?.clauses.count == 1, !day.hasTimes
    else { throw error }
    let range = clause.range.lowerBound..<day.range.upperBound
    let both = ClauseSyntax(days: day.days, times: clause.times, named: clause.named, range: range)
    syntax.when = WhenSyntax(clauses: ClausesSyntax(clauses: [both]), exceptions: [], range: range)
    return syntax
  }

  /// `tv only 17:00–19:00`
  private func onlyWithoutState(_ only: (place: Int, token: Token)) -> SentenceProblem {
    let names = sentence[0..<only.token.range.lowerBound]
    var ahead = leavingOut(0..<only.place + 1)
    guard (try? ahead.nameSchedules()) != nil, let when = try? ahead.readWhen(isBehindState: true), ahead.kind == .end
    else {
      return problem(.onlyWithoutTimes(names), at: only.token.range)
    }
    return problem(.onlyWithoutState(names, when: sentence[when.range]), at: only.token.range)
  }

  /// `kids off only 21:00–07:00`
  private func onlyState(_ syntax: SentenceSyntax, _ names: String, _ only: Range<Int>) -> PolicyMessage {
    let when = syntax.when.map { when -> String in
      guard when.range.overlaps(only) else { return " " + sentence[when.range] }
      return
        " \(sentence[when.range.lowerBound..<only.lowerBound]) \(sentence[only.upperBound..<when.range.upperBound])"
    }
    let state = stateOfSubjects(syntax)
    let alone = "\(names) \(state)\(when ?? "")"
    return .onlyState(
      syntax.state.rawValue, alone: isRead(alone) ? alone : nil, before: vocabulary.otherLine(names, than: state))
  }

  /// Whether nothing but its names could be wrong with `sentence`. One that still says `only` would be asked about itself.
  private func isRead(_ sentence: String) -> Bool {
    let words = sentence.lowercased().split { !$0.isLetter }
    guard !words.contains("only") else { return false }
    guard case .understood(let syntax) = SentenceParser.statement(sentence, names) else { return false }
    return syntax.when.map { WhenResolver.resolve($0, in: sentence, names: names).schedule != nil } ?? true
  }

  /// The state that is meant, of those that the targets take: `off` by `kids paused`.
  private func stateOfSubjects(_ syntax: SentenceSyntax) -> TargetState {
    let pairs = Set(syntax.subjects.map { names.states($0.name) })
    guard pairs.count == 1, let pair = pairs.first ?? nil, !pair.has(syntax.state),
      let written = vocabulary.pair(of: syntax.state)
    else { return syntax.state }
    return pair.counterpart(of: syntax.state, in: written)
  }
}
