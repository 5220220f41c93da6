import CivilTime
import JSONTree
import Providers

extension MadeObject.Hours {
  /// When a console's policy is active by itself, as its member `schedule` says.
  init(schedule: JSONText?) {
    guard let schedule, !schedule.isNothing else {
      self = .always
      return
    }
    let times = schedule["timeFilter"]
    if schedule["mode"]?.string == "EVERY_DAY",
      let start = times?["startTime"]?.string.flatMap(TimeOfDay.init(digits:)),
      let end = times?["stopTime"]?.string.flatMap(TimeOfDay.init(digits:)), start != end
    {
      self = .daily(TimeRange(start: start, end: end))
    } else {
      self = .other(PolicySchedule(schedule).words)
    }
  }

  /// The member that makes it so, as a merge patch; nil for what no console can be told. Only hours of every day are ever
  /// sent: to which day the hours after midnight of a weekly schedule belong is not known.
  var schedule: JSON? {
    switch self {
    case .always: .null
    case .daily(let hours):
      .object([
        .init("mode", .string("EVERY_DAY")),
        .init(
          "timeFilter",
          .object([
            .init("startTime", .string(hours.start.description)), .init("stopTime", .string(hours.end.description)),
          ])),
        .init("repeatOnDays", .null), .init("date", .null), .init("startDate", .null), .init("stopDate", .null),
      ])
    case .other: nil
    }
  }
}

extension TimeOfDay {
  /// `HH:MM`, as a console takes it, or `H:MM` or `HH:MM:00`, as one might show it; nil for anything else.
  init?(digits text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard parts.count == 2 || parts.count == 3 && parts[2] == "00", areDigits, (1...2).contains(parts[0].utf8.count),
      parts[1].utf8.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour)
    else { return nil }
    self.init(hour: hour, minute: minute)
  }
}

extension JSON {
  /// With the hours that are wanted besides; as it is where they stay as they are.
  func keeping(_ hours: MadeObject.Hours?) -> JSON { hours?.schedule.map { setting("schedule", to: $0) } ?? self }
}
