import CICal
import CivilTime

/// A rule that libical follows: the one place that talks to it.
struct LibicalRule: ~Copyable {
  private let rule: OpaquePointer
  private let isDay: Bool

  /// Whether libical is there.
  static var isAvailable: Bool { calendar_rules_load() != 0 }

  /// Follows `text` from `start` up to `last`; nil where it never comes true.
  init?(_ text: String, from start: LocalDateTime, isDay: Bool, through last: LocalDateTime) {
    guard let rule = calendar_rule_new(text, Self.time(start, isDay), Self.time(last, isDay)) else { return nil }
    self.rule = rule
    self.isDay = isDay
  }

  deinit { calendar_rule_free(rule) }

  /// The next time, in seconds of the wall clock; nil if there is none any more.
  func next() -> Int64? {
    var time = calendar_time()
    guard calendar_rule_next(rule, &time) != 0,
      let date = CivilDate(year: Int(time.year), month: Int(time.month), day: Int(time.day))
    else { return nil }
    let second = isDay ? 0 : Int(time.hour) * 3_600 + Int(time.minute) * 60 + Int(time.second)
    return LocalDateTime(date: date, secondOfDay: second).wallSeconds
  }

  private static func time(_ local: LocalDateTime, _ isDay: Bool) -> calendar_time {
    let (year, month, day) = local.date.parts
    return calendar_time(
      year: CInt(year), month: CInt(month), day: CInt(day), hour: CInt(local.hour), minute: CInt(local.minute),
      second: CInt(local.second), is_day: isDay ? 1 : 0)
  }
}
