extension Response {
  /// The seconds that `Retry-After` asks for, in either of its two forms (RFC 9110, 10.2.3), at least 0; nil where it
  /// says nothing that is understood.
  ///
  /// A date is measured from the answer's own `Date`, so that the two clocks need not agree.
  public var retryAfterSeconds: Int? {
    guard let field = header("Retry-After") else { return nil }
    if let seconds = Int(field) { return max(0, seconds) }
    guard let until = secondsSinceEpoch(httpDate: field), let sent = header("Date"),
      let now = secondsSinceEpoch(httpDate: sent)
    else { return nil }
    return max(0, until - now)
  }
}

/// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that may still be sent (RFC 9110, 5.6.7).
private func secondsSinceEpoch(httpDate text: String) -> Int? {
  let words = text.split(separator: " ")
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
    let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]), (1970...9999).contains(year)
  else { return nil }
  let clock = words[4].split(separator: ":").compactMap { Int($0) }
  guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else {
    return nil
  }
  let days = daysSinceEpoch(year: year, month: month + 1, day: day)
  return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
}

/// Counts years from March, so that the leap day is a year's last.
private func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
  let marchYear = month > 2 ? year : year - 1
  let marchMonth = (month + 9) % 12
  let daysBeforeYear = marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400
  return daysBeforeYear + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
}
