import CivilTime

/// `weekdays except holidays 21:00–07:00`: all day but for these times on these days, or at these times but for these days?
struct WholeException {
  /// What is excepted, as it is written: `holidays` and `21:00–07:00`.
  let days: String
  let times: String
  /// Whether no days are before it, so that it is taken out of always.
  let isOfAlways: Bool
  /// What to write instead of the whole `when`: the times before the exception, and `all day` there.
  let readings: [String]

  /// Nil where `when` leaves nothing open: it has times before the exception, or none in it. And of every day nothing would
  /// be left, while of `all day` both come to the same. Only the first of several that are excepted is looked at where `isAlone`
  /// is false, and nothing is known to write then.
  init?(_ when: WhenSyntax, in sentence: SentenceSource, isAlone: Bool = true) {
    let clauses = when.clauses?.clauses ?? []
    guard let clause = when.exceptions.first?.clauses.first,
      !isAlone || when.exceptions.count == 1 && when.exceptions[0].clauses.count == 1,
      clauses.allSatisfy({ !$0.hasTimes }), let daysRange = clause.daysRange, let timesRange = clause.timesRange,
      !clause.days.contains(where: { $0.kind == .daily }),
      clause.named != nil || clause.times.contains(where: { $0.times != .allDay })
    else { return nil }
    let (days, times) = (sentence[daysRange], sentence[timesRange])
    let at = { (times: String) in
      // Each with its own: a list of such days may not be a list of days with times.
      clauses.isEmpty ? times : clauses.map { "\(sentence[$0.range]) \(times)" }.joined(separator: " and ")
    }
    (self.days, self.times, isOfAlways) = (days, times, clauses.isEmpty)
    readings = !isAlone ? [] : ["\(at(times)) except \(days)", "\(at("all day")) except \(days) \(times)"]
  }

  /// `proposals`, each of them that leaves open what is excepted as its two readings. `read` gives what stands behind the
  /// state of one; nil where it cannot be read.
  static func settling(_ proposals: [String], _ read: (String) -> WhenSyntax?) -> [String] {
    proposals.flatMap { proposal -> [String] in
      let sentence = SentenceSource(proposal)
      guard let when = read(proposal), let open = WholeException(when, in: sentence) else { return [proposal] }
      return open.readings.map { sentence.replacing(when.range, with: $0) }
    }
  }
}

extension SentenceParser {
  /// What stands behind the state of a whole statement, be it `except` or `unless` that it leaves something open with; nil
  /// where nothing stands there, or where it cannot be read.
  static func when(ofStatement text: String, _ names: ScheduleNames) -> WhenSyntax? {
    let (tokens, problems) = Lexer.read(text, names.vocabulary)
    var cursor = TokenCursor(tokens, of: SentenceSource(text), names)
    guard problems.isEmpty, (try? cursor.readHead()) != nil, cursor.kind != .end, (try? cursor.nameSchedules()) != nil
    else { return nil }
    return try? cursor.readWhen(isBehindState: false)
  }

  /// What a schedule holds; nil where it cannot be read.
  static func when(ofSchedule text: String, _ names: ScheduleNames) -> WhenSyntax? {
    guard case .understood(let syntax) = when(text, names) else { return nil }
    return syntax
  }
}
