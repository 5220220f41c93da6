import CivilTime

/// A date or a time as it is written: `20261118`, `20261118T140000` or `20261118T140000Z`.
enum WrittenMoment {
  case day(CivilDate)
  case time(LocalDateTime, isUTC: Bool)

  /// What `text` says; nil where it has another form, or where no calendar or clock shows that.
  init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)
    let isUTC = bytes.count == 16 && (bytes[15] == UInt8(ascii: "Z") || bytes[15] == UInt8(ascii: "z"))
    if isUTC { bytes.removeLast() }
    guard bytes.count == 8 || bytes.count == 15, let day = Self.day(bytes[..<8]) else { return nil }
    guard bytes.count == 15 else {
      self = .day(day)
      return
    }
    guard bytes[8] == UInt8(ascii: "T") || bytes[8] == UInt8(ascii: "t"), let hour = Self.number(bytes[9..<11]),
      let minute = Self.number(bytes[11..<13]), let second = Self.number(bytes[13..<15]), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    // A leap second is the last one of its minute to every clock here.
    self = .time(LocalDateTime(date: day, secondOfDay: hour * 3_600 + minute * 60 + min(second, 59)), isUTC: isUTC)
  }

  private static func day(_ bytes: ArraySlice<UInt8>) -> CivilDate? {
    guard let year = number(bytes.prefix(4)), let month = number(bytes.dropFirst(4).prefix(2)),
      let day = number(bytes.suffix(2))
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
