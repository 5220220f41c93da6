/// A length of time as people say it: so many days of the calendar, and then so many seconds.
///
/// A day later is the same time by the clock on the next day, also across a clock change; 24 hours later may not be.
public struct CivilLength: Hashable, Sendable {
  /// Days of the calendar, 0 or more.
  public var days: Int
  /// What comes on top of them, 0 or more.
  public var seconds: Int64

  /// So many days, and then so many seconds.
  public init(days: Int = 0, seconds: Int64 = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// How many seconds it has where no clock changes, and for what has no beginning: a day counts 24 hours.
  public var nominalSeconds: Int64 { Int64(days) * 86_400 + seconds }

  /// The instant so much after `start`: the days first, by the clocks of `zone`, then the seconds.
  ///
  /// Where the clocks show the time of the last day twice it is the first, where they skip it the jump. Nil where it
  /// is beyond the years that can be written.
  public func added(to start: Instant, in zone: Zone) -> Instant? { moved(start, by: 1, in: zone) }

  /// The instant so much before `end`, reckoned alike.
  public func subtracted(from end: Instant, in zone: Zone) -> Instant? { moved(end, by: -1, in: zone) }

  private func moved(_ instant: Instant, by direction: Int, in zone: Zone) -> Instant? {
    var result = instant
    if days != 0 {
      let local = zone.local(instant)
      result = zone.instant(
        local: LocalDateTime(date: local.date.adding(days: direction * days), secondOfDay: local.secondOfDay))
    }
    result = result + Int64(direction) * seconds
    return Instant.writable.contains(result) ? result : nil
  }
}

extension CivilLength {
  private static let units: [(names: [String], length: CivilLength)] = [
    (["d", "day", "days"], CivilLength(days: 1)),
    (["h", "hr", "hrs", "hour", "hours"], CivilLength(seconds: 3_600)),
    (["m", "min", "mins", "minute", "minutes"], CivilLength(seconds: 60)),
    (["s", "sec", "secs", "second", "seconds"], CivilLength(seconds: 1)),
  ]

  /// The length that `text` means on a command line: `30m`, `30min`, `30 minutes`, `1h30m`, `1 day`, `1d2h30m15s`; each
  /// unit once and in this order, capitals or not. Nil where it is none.
  public init?(_ text: String) {
    self.init()
    var cursor = TextCursor(lowercasedASCII(text))
    var remaining = Self.units[...]
    repeat {
      cursor.skipSpaces()
      // Nobody means more than this, and no sum of them leaves the calendar by far.
      guard let count = cursor.number(upTo: 1_000_000_000) else { return nil }
      cursor.skipSpaces()
      let unit = String(decoding: cursor.takeWhile { !isDigit($0) && $0 != UInt8(ascii: " ") }, as: UTF8.self)
      guard let index = remaining.firstIndex(where: { $0.names.contains(unit) }) else { return nil }
      days += count * remaining[index].length.days
      seconds += Int64(count) * remaining[index].length.seconds
      remaining = remaining[(index + 1)...]
      cursor.skipSpaces()
    } while !cursor.isAtEnd
  }
}

extension CivilLength: CustomStringConvertible {
  /// The shortest text that means it, such as `1d1h30m`; `0s` for none. Hours never become days.
  public var description: String {
    let parts = [
      (Int64(days), "d"), (seconds / 3_600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s"),
    ]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return text.isEmpty ? "0s" : text
  }
}

extension TextCursor {
  fileprivate mutating func skipSpaces() { _ = takeWhile { $0 == UInt8(ascii: " ") } }
}

/// Durations as a policy writes them: `1d2h30m15s`, each unit once and in this order.
public enum DurationText {
  private static let units: [(letter: Unicode.Scalar, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// The seconds that `text` means, or nil where it is no duration. A day has 24 hours.
  ///
  /// Of the ways to write a length on a command line it is the shortest one: a letter for each unit, and no spaces.
  public static func seconds(_ text: String) -> Int64? {
    guard text.utf8.allSatisfy({ isDigit($0) || "dhms".utf8.contains($0) }) else { return nil }
    return CivilLength(text)?.nominalSeconds
  }

  /// The shortest text for `seconds`, such as `1h30m`; `0s` for none.
  public static func text(seconds: Int64) -> String {
    var rest = seconds.magnitude
    var text = ""
    for unit in units {
      let (count, left) = rest.quotientAndRemainder(dividingBy: unit.seconds.magnitude)
      if count > 0 { text += "\(count)\(unit.letter)" }
      rest = left
    }
    return (seconds < 0 ? "-" : "") + (text.isEmpty ? "0s" : text)
  }
}
