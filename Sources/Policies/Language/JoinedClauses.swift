import CivilTime

/// What cannot be joined: sentences that two people could read in two ways.
extension TokenCursor {
  /// A comma joins whole clauses only, each with one day or one range of days before its times, or with its days behind
  /// them. The cursor is before the comma.
  func checkComma(between clauses: [ClauseSyntax], and next: ClauseSyntax) throws(SentenceProblem) {
    guard let last = clauses.last else { return }
    let listed = next.hasDaysBehind ? [] : next.days.flatMap(listed)
    if last.isWhole, next.isWhole, listed.count < 2 { return }
    let whole = last.range.lowerBound..<next.range.upperBound
    if last.isWhole, next.isWhole, let times = next.timesRange {
      let readings = daysInDoubt(listed, times, behind: last)
      throw problem(.commaBetweenClauses(proposals: readings.map { sentence.replacing(whole, with: $0) }))
    }
    if let later = HalfNights.later([last, next], sentence, names) {
      let proposals = isLast(next) ? [sentence.replacing(whole, with: later)] : []
      throw problem(.commaBetweenClauses(proposals: proposals))
    }
    let both = MixedClauses.readings(
      of: [last, next].map { clause in
        MixedClauses.Clause(clause, in: sentence) { names.timesOfDay[$0] != nil }
      })
    let readings = both.map { sentence.replacing(whole, with: $0) }
    throw problem(.commaBetweenClauses(proposals: timesOfFurther(next, behind: last) + readings))
  }

  /// `mon 21:00–07:00, tue, wed 20:00–07:00`: whose are the days in the middle?
  private func daysInDoubt(_ listed: [String], _ times: Range<Int>, behind last: ClauseSyntax) -> [String] {
    let rest = listed.dropFirst().joined(separator: ", ")
    guard let first = listed.first, !rest.isEmpty else { return [] }
    let hours = sentence[times]
    let all = ["\(sentence[last.range]) and \(first), \(rest) \(hours)"]
    let apart = "\(sentence[last.range]) and \(first) all day and \(rest) \(hours)"
    guard let days = last.daysRange, let before = last.timesRange, !last.hasDaysBehind,
      !last.days.contains(where: \.isOfParity)
    else { return all + [apart] }
    return all + ["\(sentence[days]), \(first) \(sentence[before]) and \(rest) \(hours)", apart]
  }

  /// `mon 21:00–07:00, tue and wed 20:00–07:00`: both days may have the times behind them. The cursor is before the comma.
  private func timesOfFurther(_ next: ClauseSyntax, behind last: ClauseSyntax) -> [String] {
    var ahead = self
    while ahead.kind != .end, ahead.token.range.lowerBound < next.range.upperBound { ahead.advance() }
    guard last.isWhole, !next.hasTimes, ahead.skip("and"), let further = try? ahead.readClause(isException: false),
      further.isWhole, !further.hasDaysBehind, !(next.days + further.days).contains(where: \.isOfParity),
      let days = next.daysRange, let others = further.daysRange, let times = further.timesRange
    else { return [] }
    let whole = last.range.lowerBound..<further.range.upperBound
    return [
      sentence.replacing(
        whole, with: "\(sentence[last.range]) and \(sentence[days]), \(sentence[others]) \(sentence[times])")
    ]
  }

  /// Whether no clause is behind `next`, which is behind the cursor.
  private func isLast(_ next: ClauseSyntax) -> Bool {
    var ahead = self
    while ahead.kind != .end, ahead.token.range.lowerBound < next.range.upperBound { ahead.advance() }
    return ahead.kind == .end || ahead.skipException()
  }

  /// The day as it is written, or those that `odd weeks fri, sat` lists.
  private func listed(_ day: DaySyntax) -> [String] {
    let text = sentence[day.range]
    guard day.isOfParity else { return [text] }
    return text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// What clauses leave open together, be they excepted or not.
  func refuseReadings(of clauses: [ClauseSyntax]) throws(SentenceProblem) {
    try refuseSharedWords(in: clauses)
    try refuseBareHours(among: clauses)
    try refuseWholeDay(clauses)
  }

  /// Days before the times here, behind them there: `21:00–07:00 on mon and tue 20:00–06:00`.
  func refuseMixedOrder(of clauses: [ClauseSyntax]) throws(SentenceProblem) {
    let whole = clauses.filter { $0.isWhole }
    guard whole.contains(where: \.hasDaysBehind), let odd = whole.first(where: { !$0.hasDaysBehind }) else { return }
    let turned = clauses.map { clause -> String in
      guard clause.hasDaysBehind, let days = clause.daysRange, let times = clause.timesRange else {
        return sentence[clause.range]
      }
      return "\(sentence[days]) \(sentence[times])"
    }
    let all = (clauses.first?.range.lowerBound ?? 0)..<(clauses.last?.range.upperBound ?? 0)
    throw problem(
      .daysOnBothSides(
        sentence[odd.range], proposals: [sentence.replacing(all, with: turned.joined(separator: " and "))]),
      at: odd.range)
  }

  /// `weekdays 20:30–06:30 on holidays`
  func refuseDaysOnBothSides(of clause: ClauseSyntax) throws(SentenceProblem) {
    guard clause.hasTimes, !clause.days.isEmpty else { return }
    var ahead = self
    _ = ahead.readFiller()
    guard ahead.startsDay, let days = try? ahead.readDay(), !ahead.isUnknownName(days),
      let before = clause.daysRange, let times = clause.timesRange
    else { return }
    let whole = clause.range.lowerBound..<days.range.upperBound
    let (first, second, hours) = (sentence[before], sentence[days.range], sentence[times])
    var further = ahead
    while let next = further.behindComma, next.startsDay {
      further = next
      guard (try? further.readDay()) != nil else { break }
    }
    if further.startsTime || further.startsSchedule {
      let gap = lastEnd..<token.range.lowerBound
      throw problem(.missingSeparator(found ?? "", proposals: [sentence.replacing(gap, with: " and ")]))
    }
    let readings =
      days.isOfParity
      ? ["\(second) \(first) \(hours)"]
      : (areEnds(days, of: clause) ? ["\(first) \(hours)"] : [])
        + [eachAlone(clause.days + [days], hours), "\(first) \(hours) and \(second) all day"]
    let message = PolicyMessage.daysOnBothSides(
      second, proposals: readings.map { sentence.replacing(whole, with: $0) })
    let areInBoth = clause.days.last.map(days.mayNarrow) ?? false
    throw problem(areInBoth ? message.forDaysInBoth : message, at: days.range)
  }

  /// `sun-thu 9pm until 7am mon-fri`: whether the days behind are those on which the nights end.
  private func areEnds(_ days: DaySyntax, of clause: ClauseSyntax) -> Bool {
    guard case .weekdays(let ends) = days.kind, clause.times.count == 1, clause.times[0].times.isNight else {
      return false
    }
    var starts: WeekdaySet = []
    for day in clause.days {
      guard case .weekdays(let set) = day.kind else { return false }
      starts = starts.union(set)
    }
    return WeekdaySet(starts.days.map { $0.adding(days: 1) }) == ends
  }

  /// The cursor behind the comma here; nil where none stands.
  private var behindComma: TokenCursor? {
    var ahead = self
    return ahead.skip(.comma) ? ahead : nil
  }

  /// Whether `day` names a schedule that the file does not have.
  func isUnknownName(_ day: DaySyntax) -> Bool {
    if case .schedule(let name) = day.kind { names.kinds[name.name] == nil } else { false }
  }

  /// `bedtime 17:00–19:00`, `weekdays bedtime 14:00–16:00`
  func refuseSecondTimes(after clause: ClauseSyntax) throws(SentenceProblem) {
    guard clause.hasTimes else { return }
    var ahead = self
    _ = ahead.readFiller()
    guard ahead.startsTime || ahead.startsSchedule else { return }
    if let named = clause.named { throw problem(.timesOnTimes(named.name.text), at: named.range) }
    if case .schedule(let name) = ahead.kind { throw ahead.problem(.timesOnTimes(name.text)) }
    if let problem = ahead.nameAsEnd { throw problem }
    if clause.hasDaysBehind { throw ahead.timesBehindDaysBehind(clause) }
    if let turned = endBeforeStart(of: clause) { throw problem(.missingSeparator(found ?? "", proposals: [turned])) }
    let gap = lastEnd..<token.range.lowerBound
    throw problem(.missingSeparator(found ?? "", proposals: [sentence.replacing(gap, with: ", ")]))
  }

  /// The sentence with `from 9pm until 7am` for `till 7am from 9pm`, which is one night; nil where something else is here.
  private func endBeforeStart(of clause: ClauseSyntax) -> String? {
    var ahead = self
    guard let end = clause.times.last, end.isOpenStart, let times = try? ahead.readTimes(after: []), times.count == 1,
      times[0].isOpenEnded, times[0].times.start > end.times.end
    else { return nil }
    let (start, last) = (timeText(in: times[0]), timeText(in: end))
    return sentence.replacing(end.range.lowerBound..<times[0].range.upperBound, with: "from \(start) until \(last)")
  }

  /// `9pm` of `from 9pm`
  private func timeText(in range: RangeSyntax) -> String {
    sentence[range.range].split(whereSeparator: \.isWhitespace).dropFirst().joined(separator: " ")
  }

  /// `10:00–12:00 on sat and sun 14:00–16:00`
  private func timesBehindDaysBehind(_ clause: ClauseSyntax) -> SentenceProblem {
    var ahead = self
    guard let days = clause.daysRange, let times = clause.timesRange, let last = clause.days.last,
      let more = try? ahead.readTimes(after: []), let start = more.first?.range.lowerBound,
      let end = more.last?.range.upperBound
    else { return problem(.missingSeparator(found ?? "", proposals: [])) }
    let (first, second) = (sentence[times], sentence[start..<end])
    let before = clause.days.dropLast().map { sentence[$0.range] }.joined(separator: ", ")
    var readings = ["\(clause.days.map { sentence[$0.range] }.joined(separator: ", ")) \(first), \(second)"]
    if !before.isEmpty { readings.append("\(before) \(first) and \(sentence[last.range]) \(second)") }
    let whole = clause.range.lowerBound..<end
    return problem(
      .daysOnBothSides(sentence[days], proposals: readings.map { sentence.replacing(whole, with: $0) }), at: days)
  }

  /// `weekdays meals and homework`: homework on weekdays, too, or every day?
  func refuseBareHours(among clauses: [ClauseSyntax]) throws(SentenceProblem) {
    guard
      let bare = clauses.first(where: { $0.days.isEmpty && $0.named.map { names.timesOfDay[$0.name] != nil } == true }),
      let whole = clauses.first(where: { $0.isWhole && ($0.named != nil || $0.hasDaysBehind) }),
      let name = bare.named, let days = whole.daysRange
    else { return }
    let readings = ["\(sentence[days]) \(name.name)", "daily \(name.name)"].map { reading in
      clauses.map { clause -> String in
        guard let own = clause.daysRange, let times = clause.timesRange else {
          return clause == bare ? reading : sentence[clause.range]
        }
        return "\(sentence[own]) \(sentence[times])"
      }.joined(separator: " and ")
    }
    let all = (clauses.first?.range.lowerBound ?? 0)..<(clauses.last?.range.upperBound ?? 0)
    throw problem(
      .bareHours(name.name.text, days: sentence[days], proposals: readings.map { sentence.replacing(all, with: $0) }),
      at: name.range)
  }

  /// `every night` says nothing about hours.
  func refuseNightWithoutHours(_ clause: ClauseSyntax) throws(SentenceProblem) {
    guard !clause.hasTimes, let night = clause.days.first(where: \.isNight) else { return }
    throw problem(
      .nightWithoutHours(sentence[night.range], proposals: [withHours(night.range)]), at: night.range)
  }

  /// The sentence with hours for the night at `range`: those that are excepted with days, and on the days that follow.
  private func withHours(_ range: Range<Int>) -> String {
    var ahead = self
    let isExcepted = ahead.skipException()
    _ = ahead.readFiller()
    if ahead.startsDay, let day = try? ahead.readDay() {
      var end = day.range.upperBound
      while let next = ahead.behindComma, next.startsDay {
        ahead = next
        guard let more = try? ahead.readDay() else { break }
        end = more.range.upperBound
      }
      let days = sentence[day.range.lowerBound..<end]
      // A list of days may be days of their own.
      if !isExcepted, end == day.range.upperBound {
        return sentence.replacing(range.lowerBound..<end, with: "\(days) 21:00–07:00")
      }
      if isExcepted, ahead.startsTime, let times = try? ahead.readTimes(after: [day]), let last = times.last {
        let hours = sentence[times[0].range.lowerBound..<last.range.upperBound]
        return sentence.replacing(range.lowerBound..<last.range.upperBound, with: "daily \(hours) except \(days)")
      }
    }
    return sentence.replacing(range, with: "daily 21:00–07:00")
  }

  /// `from 07:00 and until 21:00`: in this order they read as one range, and together they are always, which nobody means.
  func refuseWholeDay(_ clauses: [ClauseSyntax]) throws(SentenceProblem) {
    for (clause, next) in zip(clauses, clauses.dropFirst()) {
      guard let from = clause.times.last, from.isOpenEnded, let until = next.times.first, until.isOpenStart,
        from.times.start < until.times.end, clause.days.map(\.kind) == next.days.map(\.kind)
      else { continue }
      let whole = from.range.lowerBound..<until.range.upperBound
      let both = ClockTime.text(from.times.start) + "–" + ClockTime.text(until.times.end)
      throw problem(
        .openEndsOverlap(sentence[whole], proposals: [both, "all day"].map { sentence.replacing(whole, with: $0) }),
        at: whole)
    }
  }
}

extension ClauseSyntax {
  /// Whether it has both days and times.
  var isWhole: Bool { !days.isEmpty && hasTimes }

  /// Whether the days are behind the times.
  var hasDaysBehind: Bool {
    guard let days = daysRange, let times = timesRange else { return false }
    return times.lowerBound < days.lowerBound
  }
}
