import CivilTime

/// When windows are, found by trying every quarter of an hour: slow, simple, and nobody's but the simulation's.
///
/// Every zone of the simulation has offsets of whole quarters.
struct Almanac {
  let zone: Zone
  private var found: [Key: Range<Int64>?] = [:]
  private var firsts: [Int64: Int64] = [:]

  private struct Key: Hashable {
    var day: Int
    var times: Times
  }

  init(_ zone: Zone) { self.zone = zone }

  private static let day: Int64 = 86_400

  /// Seconds since 1970-01-01 00:00 of the wall clock.
  func local(_ instant: Int64) -> Int64 { instant + Int64(zone.offset(at: Instant(secondsSinceEpoch: instant))) }

  /// The number of the day on the calendar, 1970-01-01 being 0.
  func day(_ instant: Int64) -> Int { Int((Double(local(instant)) / Double(Self.day)).rounded(.down)) }

  /// From the first instant of the window that starts on `day` to the last; nil where no clock shows any of it.
  mutating func window(_ day: Int, _ times: Times) -> Range<Int64>? {
    let key = Key(day: day, times: times)
    if let known = found[key] { return known }
    let window = search(day, times)
    found[key] = .some(window)
    return window
  }

  /// The first instant at which the wall clock shows so many minutes of `day`, or more where it jumps over them.
  mutating func first(_ day: Int, _ minutes: Int) -> Int64 {
    let wanted = Int64(day) * Self.day + Int64(minutes) * 60
    if let known = firsts[wanted] { return known }
    let first = stride(from: wanted - 15 * 3600, to: wanted + 15 * 3600, by: 900).first { local($0) >= wanted }
    firsts[wanted] = first
    return first ?? wanted
  }

  private func search(_ day: Int, _ times: Times) -> Range<Int64>? {
    let midnight = Int64(day) * Self.day
    let start = midnight + Int64(times.start) * 60
    let end = midnight + Int64(times.end) * 60 + (times.end <= times.start ? Self.day : 0)
    var bounds: (first: Int64, last: Int64)?
    for instant in stride(from: start - 15 * 3600, to: end + 15 * 3600, by: 900) {
      guard (start..<end).contains(local(instant)) else { continue }
      bounds = (bounds?.first ?? instant, instant + 900)
    }
    return bounds.map { $0.first..<$0.last }
  }
}

/// Minutes of the day; an end at or before the start is on the next day.
struct Times: Hashable, Sendable {
  var start: Int
  var end: Int

  static let allDay = Times(start: 0, end: 1440)

  var text: String { "\(Self.clock(start))–\(Self.clock(end))" }

  private static func clock(_ minutes: Int) -> String { "\(two(minutes / 60)):\(two(minutes % 60))" }
}

/// A number of two digits.
func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
