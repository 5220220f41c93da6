import CivilTime

extension TokenCursor {
  /// `sat from 21:00, until 07:00`: twice on Saturday, or the night that starts there? Of every day both are the same, as long
  /// as no days are excepted.
  func refuseOpenNights(in clauses: [ClauseSyntax], areDaysExcepted: Bool = false) throws(SentenceProblem) {
    var pair: (from: RangeSyntax, until: RangeSyntax)?
    var last: (range: RangeSyntax, isOpen: Bool)?
    for clause in clauses {
      // Days of its own are not those of the clause before.
      if !clause.days.isEmpty { last = nil }
      let isOpen = areDaysExcepted || !clause.days.allSatisfy { $0.kind == .daily }
      for range in clause.times where pair == nil {
        if let last, last.isOpen, isOpen, last.range.isOpenEnded, range.isOpenStart,
          range.times.end <= last.range.times.start
        {
          pair = (last.range, range)
        }
        last = (range, isOpen)
      }
    }
    guard let (from, until) = pair else { return }
    let whole = from.range.lowerBound..<until.range.upperBound
    let night = ClockTime.text(from.times.start) + "–" + ClockTime.text(until.times.end)
    let both = [until, from].map { sentence[$0.range] }.joined(separator: ", ")
    throw problem(
      .openNight(sentence[whole], proposals: [night, both].map { sentence.replacing(whole, with: $0) }), at: whole)
  }
}

extension RangeSyntax {
  /// Whether it is `until T`.
  fileprivate var isOpenStart: Bool { hasOneEnd && !isOpenEnded }
}
