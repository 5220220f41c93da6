/// The instant `now` (seconds since 1970) as `2026-11-20T21:00:04.500000Z`.
func timestamp(_ now: Double) -> String {
  let micros = Int((now * 1_000_000).rounded(.down))
  let (days, ofDay) = micros.quotientAndRemainderFloored(by: 86_400_000_000)
  let date = civilDate(day: days)
  let seconds = ofDay / 1_000_000
  let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
  return "\(date)T\(time).\(padded(ofDay % 1_000_000, 6))Z"
}

/// The day so many days after 1970-01-01, as `2026-11-20`.
private func civilDate(day: Int) -> String {
  // Counting from 1 March of year 0 puts the leap day at the end of the year.
  let (era, ofEra) = (day + 719_468).quotientAndRemainderFloored(by: 146_097)
  let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
  let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * ofYear + 2) / 153
  let dayOfMonth = ofYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Int {
  fileprivate func quotientAndRemainderFloored(by divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
