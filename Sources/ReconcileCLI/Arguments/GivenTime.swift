import CivilTime
import Controller
import Text

/// The times and lengths that options give, and what to say of those that cannot be understood.
extension Instant {
  /// The instant that `text`, the value of `option`, means as `role`, by the clocks of `zone`.
  init(
    given text: String, for option: Option, as role: MomentRole, in zone: Zone, now: Instant
  ) throws(UsageError) {
    do throws(MomentTextError) {
      try self.init(text, as: role, in: zone, now: now)
    } catch {
      throw error.usageError(of: text, for: option, as: role, in: zone)
    }
  }
}

extension CivilLength {
  /// The length, longer than none, that `text`, the value of `option`, means.
  init(given text: String, for option: Option) throws(UsageError) {
    guard let length = CivilLength(text), length.nominalSeconds > 0 else {
      throw UsageError.badValue(option, text, expected: Self.hint(text, option))
    }
    self = length
  }

  /// Lengths that are accepted.
  static let examples = ["30m", "1h30m", "90s", "'30 minutes'", "'1 day'"]

  /// Who gives a time instead of a length learns which option takes it.
  private static func hint(_ text: String, _ option: Option) -> String {
    if text == "0" || CivilLength(text)?.nominalSeconds == 0 { return "that is too short: \(Messages.noLength)" }
    let anytime = Instant(secondsSinceEpoch: 0)
    if option == .forDuration, let end = try? Instant(text, as: .end(after: anytime), in: .utc, now: anytime),
      end > anytime
    {
      return "that is a time and no length: --until \(quoted(text))"
    }
    return "a length is written like " + examples.listed("or")
  }
}

extension MomentTextError {
  fileprivate func usageError(of text: String, for option: Option, as role: MomentRole, in zone: Zone) -> UsageError {
    switch self {
    case .unreadable(let meant):
      let near = meant.map(quoted).joined(separator: " or ")
      return UsageError.badValue(option, text, expected: near.isEmpty ? role.hint : "did you mean \(near)?")
    case .impossible:
      return UsageError(message: "'\(text)': no calendar and no clock shows that", hint: role.hint)
    case .otherWeekday(let weekday):
      return UsageError(
        message: "'\(text)': that date is a \("\(weekday)".prefix(1).uppercased() + "\(weekday)".dropFirst())",
        hint: "leave out the day of the week, or give another date")
    case .wholeDay(let readings):
      return UsageError(
        message: "'\(text)' is a whole day, and '--\(option.name)' is one instant of it",
        hint: readings.isEmpty ? role.hint : readings.map { $0.words(zone) }.joined(separator: "; "))
    }
  }
}

extension MomentReading {
  /// `'fri 24:00' is Sat 2026-11-28 00:00 +01:00`
  fileprivate func words(_ zone: Zone) -> String { "\(quoted(text)) is \(zone.fullText(instant))" }
}

extension MomentRole {
  /// Times that are accepted; those in quotes have a space.
  var examples: [String] {
    let times = ["21:30", "7am", "noon", "'fri 21:30'", "'tomorrow 7am'", "'2026-11-20 21:30'"]
    switch self {
    case .at: return times + ["+90m", "now"]
    case .start, .comingStart: return times + ["fri", "tomorrow", "2026-11-20", "+90m"]
    case .end: return times + ["midnight", "+90m"]
    case .past: return ["2h", "'1 day'", "today", "yesterday", "fri"] + times.prefix(4) + times.suffix(1)
    }
  }

  fileprivate var hint: String { "a time is written like " + examples.listed("or") }
}

/// As a shell takes it.
private func quoted(_ text: String) -> String { "'\(text)'" }
