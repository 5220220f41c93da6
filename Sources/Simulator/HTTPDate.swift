/// The instant `now` (seconds since 1970) as in the field `Date`: `Fri, 20 Nov 2026 21:00:04 GMT`.
func httpDate(_ now: Double) -> String {
  let text = Array(timestamp(now))
  let month = Int(String(text[5...6])) ?? 1
  let days = Int((now / 86_400).rounded(.down))
  // 1970 began on a Thursday.
  let weekday = weekdays[((days + 4) % 7 + 7) % 7]
  return "\(weekday), \(String(text[8...9])) \(months[month - 1]) \(String(text[..<4])) \(String(text[11...18])) GMT"
}

private let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
