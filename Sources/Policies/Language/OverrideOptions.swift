import CivilTime

/// The options of a command that say from when until when: `--from "tomorrow 21:00" --until 07:00`.
struct OverrideOptions: Hashable {
  private var from: String?
  private var until: String?
  private var length: String?

  init(from: String? = nil, until: String) { (self.from, self.until) = (from, until) }

  init(from: String? = nil, length: String) { (self.from, self.length) = (from, length) }

  /// `--until "today 22:00"`
  init(until day: String, _ time: TimeOfDay) { until = "\(day) \(ClockTime.text(time))" }

  /// What to type at `present`: without a start that is past. Nil where the end is past, too.
  func settled(_ present: PresentMoment?) -> String? {
    guard let present, let (start, end) = range(present) else { return text }
    guard end > present.now else { return nil }
    guard from != nil, start < present.now else { return text }
    // Without a start an end in the same words may be another one.
    let wordings = [until].compactMap { $0 } + present.wordings(end)
    let wording = wordings.first { present.end($0, after: present.now) == end }
    return OverrideOptions(until: wording ?? "\(end)").text
  }

  /// When it begins and ends, as a command takes it.
  private func range(_ present: PresentMoment) -> (start: Instant, end: Instant)? {
    var start = present.now
    if let from {
      guard let read = try? Instant(from, as: .comingStart, in: present.zone, now: present.now) else { return nil }
      start = read
    }
    let end =
      until.map { present.end($0, after: start) }
      ?? length.flatMap { CivilLength($0)?.added(to: start, in: present.zone) }
    return end.map { (start, $0) }
  }

  private var text: String {
    [("--from", from), ("--until", until), ("--for", length)]
      .compactMap { option, value in value.map { "\(option) \($0.contains(" ") ? "\"\($0)\"" : $0)" } }
      .joined(separator: " ")
  }
}

extension PresentMoment {
  /// The end that a command takes `text` for.
  fileprivate func end(_ text: String, after start: Instant) -> Instant? {
    try? Instant(text, as: .end(after: start), in: zone, now: now)
  }

  /// `today 16:00`, `2026-12-24 16:00`
  fileprivate func wordings(_ instant: Instant) -> [String] {
    let there = zone.local(instant)
    guard let time = TimeOfDay(minutes: there.secondOfDay / 60) else { return [] }
    let day =
      switch there.date.dayNumber - local.date.dayNumber {
      case 0: ["today"]
      case 1: ["tomorrow"]
      default: [String]()
      }
    return (day + [DateFigures.text(there.date)]).map { "\($0) \(ClockTime.text(time))" }
  }
}
