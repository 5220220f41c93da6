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
    var both = MixedClauses.readings(of: [last, next].map { MixedClauses.Clause($0, in: sentence) })
    if last.isWhole, next.isWhole, let firstDay = listed.first, let times = next.timesRange {
      let rest = listed.dropFirst().joined(separator: ", ")
      both = [
        "\(sentence[last.range]) and \(sentence[next.range])",
        "\(sentence[last.range]) and \(firstDay) all day and \(rest) \(sentence[times])",
      ]
    }
    throw problem(.commaBetweenClauses(proposals: both.map { sentence.replacing(whole, with: $0) }))
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
      : [eachAlone(clause.days + [days], hours), "\(first) \(hours) and \(second) all day"]
    let message = PolicyMessage.daysOnBothSides(
      second, proposals: readings.map { sentence.replacing(whole, with: $0) })
    let areInBoth = clause.days.last.map(days.mayNarrow) ?? false
    throw problem(areInBoth ? message.forDaysInBoth : message, at: days.range)
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
    let gap = lastEnd..<token.range.lowerBound
    throw problem(.missingSeparator(found ?? "", proposals: [sentence.replacing(gap, with: ", ")]))
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
      .nightWithoutHours(
        sentence[night.range], proposals: [sentence.replacing(night.range, with: "daily 21:00–07:00")]),
      at: night.range)
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
