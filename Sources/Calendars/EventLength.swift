import CivilTime

/// How long an event lasts.
enum EventLength: Hashable {
  /// Whole days, at least one.
  case days(Int)
  /// So many seconds, whatever the clocks do.
  case exact(Int64)
  /// So many days by the calendar, and then so many seconds.
  case nominal(days: Int, seconds: Int64)
}

/// A duration as it is written, such as `P1D`, `PT1H30M` or `-PT15M`.
struct WrittenDuration {
  var isNegative = false
  var days = 0
  var seconds: Int64 = 0

  /// What `text` says; nil where it has another form.
  init?(_ text: some StringProtocol) {
    var rest = text.utf8.map { $0 }[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty, rest.last != UInt8(ascii: "T") else { return nil }
    var isTime = false
    while let first = rest.first {
      if first == UInt8(ascii: "T"), !isTime {
        isTime = true
        rest = rest.dropFirst()
      } else {
        guard take(from: &rest, isTime: isTime) else { return nil }
      }
    }
  }

  /// Takes a number and its unit.
  private mutating func take(from rest: inout ArraySlice<UInt8>, isTime: Bool) -> Bool {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest[digits.endIndex...]
    // More than that no event lasts, and sums stay small.
    guard digits.count <= 9, let number = Int(String(decoding: digits, as: UTF8.self)), let unit = rest.popFirst()
    else {
      return false
    }
    switch (unit, isTime) {
    case (UInt8(ascii: "W"), false): days += number * 7
    case (UInt8(ascii: "D"), false): days += number
    case (UInt8(ascii: "H"), true): seconds += Int64(number) * 3_600
    case (UInt8(ascii: "M"), true): seconds += Int64(number) * 60
    case (UInt8(ascii: "S"), true): seconds += Int64(number)
    default: return false
    }
    return true
  }

  var isEmpty: Bool { days == 0 && seconds == 0 }
}
