import CivilTime

/// A sentence about an edge as it was read, names not looked up yet.
struct EdgeSyntax: Hashable {
  /// The names before `at`.
  var subjects: [NameSyntax]
  /// The times behind it, as they are written; never empty.
  var times: [TimeOfDay]
  /// From `at` to the last time.
  var timesRange: Range<Int>
  /// On which days; nil where the sentence does not say, which means daily.
  var when: WhenSyntax?
}

/// Reads what is done at a time: `gate at 06:45 on weekdays`.
///
/// ```text
/// edge = names "at" moment { "," moment } [days-only] { except days-only }
/// moment = time, but neither 24:00 nor "midnight"
/// ```
extension TokenCursor {
  /// Whether the sentence says what is done at a time: behind its names stands `at` and what was meant as a time.
  var isEdge: Bool {
    guard let at = first(.word("at")), at.place > 0 else { return false }
    let before = (0..<at.place).map { self[$0].kind }
    let areNames = before.allSatisfy { kind in
      if case .name = kind { true } else { kind == .comma || kind == .word("and") }
    }
    return areNames && Self.isMoment(self[at.place + 1].kind)
  }

  private static func isMoment(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .time, .loose, .number, .word("noon"), .word("midnight"): true
    case .word, .name, .schedule, .ordinal, .date, .comma, .dash, .dots, .end: false
    }
  }

  /// The whole sentence.
  mutating func readEdge() throws(SentenceProblem) -> EdgeSyntax {
    let subjects = try readNames()
    let start = token.range.lowerBound
    advance()
    try refuseStretchOfState(subjects, from: start)
    var times = [try readMoment()]
    while kind == .comma {
      advance()
      times.append(try readMoment())
    }
    let timesRange = range(from: start)
    try refuseMoreTimes()
    if kind == .end { return EdgeSyntax(subjects: subjects, times: times, timesRange: timesRange, when: nil) }
    try nameSchedules()
    takesDaysAlone = true
    let days = self
    do throws(SentenceProblem) {
      let when = try readWhen(isBehindState: false)
      return EdgeSyntax(subjects: subjects, times: times, timesRange: timesRange, when: when)
    } catch {
      throw days.timesOnOtherDays(subjects) ?? error
    }
  }

  /// `gate at 06:45 weekdays, 09:00 sat`: what to say of further times among the days, which a range is told to need in a
  /// statement; nil where there are none.
  private func timesOnOtherDays(_ subjects: [NameSyntax]) -> SentenceProblem? {
    // What is listed behind another time goes with it.
    let times = (place..<count).filter { isMomentAlone(at: $0 - place) && !isMomentAlone(at: $0 - place - 2) }
    guard let first = times.first else { return nil }
    let names = sentence[(subjects.first?.range.lowerBound ?? 0)..<(subjects.last?.range.upperBound ?? 0)]
    let starts = times.map { mark(before: $0) }
    var lines = [sentence[0..<self[starts[0]].range.lowerBound]]
    for (index, time) in times.enumerated() {
      let end = index + 1 < starts.count ? self[starts[index + 1]].range.lowerBound : self[count - 1].range.upperBound
      lines.append("\(names) at \(sentence[self[time].range.lowerBound..<end])")
    }
    let areRead = lines.allSatisfy { line in
      if case .understood(.edge) = SentenceParser.entry(line, self.names) { true } else { false }
    }
    return problem(.edgeOfSeveralDays(areRead ? lines : nil), at: self[first].range)
  }

  /// Where the comma, `and` or `at` before the time at `place` begins.
  private func mark(before place: Int) -> Int {
    let marks: [Token.Kind] = [.comma, .word("and"), .word("at"), .word("on")]
    var start = place
    while start > self.place, marks.contains(self[start - 1].kind) { start -= 1 }
    return start
  }

  /// Whether a time is there that is no end of a range.
  func isMomentAlone(at distance: Int) -> Bool {
    let joins: [Token.Kind] = [.dash, .word("to"), .word("until"), .word("till")]
    let (before, behind) = (peek(distance - 1).kind, peek(distance + 1).kind)
    guard !joins.contains(before), !joins.contains(behind) else { return false }
    return switch peek(distance).kind {
    case .time, .loose, .word("noon"): true
    case .word, .name, .schedule, .number, .ordinal, .date, .comma, .dash, .dots, .end: false
    }
  }

  private mutating func readMoment() throws(SentenceProblem) -> TimeOfDay {
    switch kind {
    case .time(let time):
      guard time != .endOfDay else { throw problem(.edgeAtMidnight(sentence[token.range])) }
      try refuseStretch()
      advance()
      return time
    case .loose(let loose):
      guard loose.isTime(beside: nil) else {
        let readings = momentReadings(loose).map { sentence.replacing(token.range, with: $0) }
        throw problem(.doubtfulTime(sentence[token.range], proposals: readings))
      }
      guard loose.time != .endOfDay else { throw problem(.edgeAtMidnight(sentence[token.range])) }
      try refuseStretch()
      advance()
      return loose.time
    case .word("noon"):
      try refuseStretch()
      advance()
      return .noon
    case .word("midnight"): throw problem(.edgeAtMidnight("midnight"))
    case .number(let digits): throw bareNumber(digits, isStart: false)
    case .word, .name, .schedule, .ordinal, .date, .comma, .dash, .dots, .end:
      throw problem(.expectedTime(found, after: sentence[peek(-1).range]))
    }
  }

  private func momentReadings(_ loose: LooseTime) -> [String] {
    let evening = loose.hasOneDigit && loose.time < .noon ? TimeOfDay(minutes: loose.time.minutes + 720) : nil
    return [loose.time, evening].compactMap(\.self).map(ClockTime.text)
  }

  /// `gate at 06:45–07:00`
  private func refuseStretch() throws(SentenceProblem) {
    guard [.dash, .word("to"), .word("until")].contains(peek(1).kind), Self.isMoment(peek(2).kind) else { return }
    let whole = token.range.lowerBound..<peek(2).range.upperBound
    throw problem(
      .edgeOverTime(sentence[whole], proposal: sentence.replacing(whole, with: sentence[token.range])), at: whole)
  }

  /// `tv at 21:00–07:00`, in which a state is missing.
  private func refuseStretchOfState(_ subjects: [NameSyntax], from start: Int) throws(SentenceProblem) {
    guard [.dash, .word("to"), .word("until")].contains(peek(1).kind), Self.isMoment(peek(2).kind),
      let states = subjects.lazy.compactMap({ names.states($0.name) }).first
    else { return }
    let at = start..<token.range.lowerBound
    let whole = token.range.lowerBound..<peek(2).range.upperBound
    throw problem(
      .stateMissingBeforeTimes(
        sentence[whole], states,
        proposals: [states.off, states.on].map { sentence.replacing(at, with: "\($0) ") }), at: whole)
  }

  /// `gate at 06:45 and 16:30`
  private func refuseMoreTimes() throws(SentenceProblem) {
    guard kind == .word("and"), Self.isMoment(peek(1).kind) else { return }
    let gap = lastEnd..<peek(1).range.lowerBound
    throw problem(.edgeTimesJoined(proposal: sentence.replacing(gap, with: ", ")))
  }
}
