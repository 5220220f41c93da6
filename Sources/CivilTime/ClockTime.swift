/// Reading one time of day, such as `21:00`, `9pm` or `9.30pm`: in sentences of a policy and on command lines alike.
public enum ClockTime {
  /// What a word is, as a time.
  public enum Reading: Hashable, Sendable {
    /// A time of the language.
    case time(TimeOfDay)
    /// Meant as a time, but not written as one; these are the times it could mean.
    case malformed(readings: [String])
    /// Nothing like a time.
    case other

    /// Whether it is a time of the language.
    public var isTime: Bool {
      if case .time = self { true } else { false }
    }
  }

  /// Reads `piece`, in any case.
  public static func read(_ piece: String) -> Reading {
    guard let parts = Parts(lowercasedASCII(piece)) else { return .other }
    return parts.half == nil ? twentyFourHours(parts) : twelveHours(parts)
  }

  /// `HH:MM`
  public static func text(_ time: TimeOfDay) -> String {
    clock(time.minutes / 60, time.minutes % 60)
  }

  /// The times that a number without am, pm or minutes could mean; none where no hour has it.
  public static func readings(ofBareNumber digits: String) -> [String] {
    if digits.count == 3 || digits.count == 4, let number = figures(digits) {
      let readings = readings(hour: number / 100, minute: number % 100)
      return digits.hasPrefix("0") ? Array(readings.prefix(1)) : readings
    }
    guard digits.count <= 2, let hour = figures(digits) else { return [] }
    return (1...12).contains(hour) ? ["\(hour)am", "\(hour)pm"] : readings(hour: hour, minute: 0)
  }

  private static func figures(_ digits: String) -> Int? { digits.utf8.allSatisfy(isDigit) ? Int(digits) : nil }

  // MARK: - The two forms

  private static func twentyFourHours(_ parts: Parts) -> Reading {
    guard let minute = parts.minute else { return .other }
    let isExact = parts.separator == ":" && parts.hourDigits == 2 && parts.minuteDigits == 2
    if isExact, let time = TimeOfDay(hour: parts.hour, minute: minute) { return .time(time) }
    return .malformed(readings: readings(hour: parts.hour, minute: parts.minuteDigits == 2 ? minute : 60))
  }

  private static func twelveHours(_ parts: Parts) -> Reading {
    let minute = parts.minute ?? 0
    let isWhole = parts.minute == nil || (parts.minuteDigits == 2 && minute < 60)
    if isWhole, (1...12).contains(parts.hour),
      let time = TimeOfDay(minutes: (parts.hour % 12 + (parts.half == "pm" ? 12 : 0)) * 60 + minute)
    {
      return .time(time)
    }
    guard isWhole else { return .malformed(readings: []) }
    if parts.hour == 0 { return .malformed(readings: [clock(0, minute)]) }
    guard (13...23).contains(parts.hour) else { return .malformed(readings: []) }
    return .malformed(
      readings: parts.half == "pm"
        ? [clock(parts.hour, minute), twelve(parts.hour - 12, minute, "pm")] : [clock(parts.hour, minute)])
  }

  /// For a time in figures whose form is wrong: in the morning two readings, as `7:00` may be `07:00` or `7pm`.
  private static func readings(hour: Int, minute: Int) -> [String] {
    guard minute < 60, hour < 24 || (hour == 24 && minute == 0) else { return [] }
    return (1...11).contains(hour) ? [clock(hour, minute), twelve(hour, minute, "pm")] : [clock(hour, minute)]
  }

  private static func clock(_ hour: Int, _ minute: Int) -> String {
    padded(hour, to: 2) + ":" + padded(minute, to: 2)
  }

  private static func twelve(_ hour: Int, _ minute: Int, _ half: String) -> String {
    minute == 0 ? "\(hour)\(half)" : "\(hour):\(padded(minute, to: 2))\(half)"
  }

  /// `H[:MM | .MM][am | pm]`, whether or not the numbers make a time.
  private struct Parts {
    var hour: Int
    var hourDigits: Int
    var separator: Unicode.Scalar?
    var minute: Int?
    var minuteDigits = 0
    var half: String?

    init?(_ piece: String) {
      var rest = piece.utf8[...]
      guard let first = rest.first, isDigit(first) else { return nil }
      if rest.last == UInt8(ascii: "m"), let half = ["am", "pm"].first(where: piece.hasSuffix) {
        self.half = half
        rest = rest.dropLast(2)
      }
      let hourBytes = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ".") }
      guard let hour = Self.number(hourBytes) else { return nil }
      self.hour = hour
      hourDigits = hourBytes.count
      rest = rest.dropFirst(hourBytes.count)
      guard let separator = rest.popFirst() else { return }
      guard let minute = Self.number(rest) else { return nil }
      self.separator = Unicode.Scalar(separator)
      self.minute = minute
      minuteDigits = rest.count
    }

    /// The number that one or two digits make.
    private static func number(_ bytes: Substring.UTF8View) -> Int? {
      guard (1...2).contains(bytes.count), bytes.allSatisfy(isDigit) else { return nil }
      return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
  }
}
