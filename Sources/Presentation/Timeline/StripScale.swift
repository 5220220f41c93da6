/// How much time a sign of a strip stands for.
enum StripScale: Int, CaseIterable, Sendable {
  case halfHour = 1_800
  case hour = 3_600
  case twoHours = 7_200
  case fourHours = 14_400

  /// The finest one whose strips have at most `width` columns; else the coarsest.
  static func fitting(_ width: Int) -> StripScale { allCases.first { displayWidth($0.hours) <= width } ?? .fourHours }

  /// Seconds of the wall clock.
  var seconds: Int { rawValue }

  /// How many signs a day has.
  var count: Int { secondsPerDay / seconds }

  /// The hours above a strip, each above the sign that begins with it: `00  02  04`, and `24` behind the last one.
  var hours: String {
    // Four signs from one to the next; in the coarsest strip three, so that 24 is among them.
    let pace = self == .fourHours ? 3 : 4
    return stride(from: 0, through: count, by: pace).map {
      padded(twoDigits($0 * seconds / 3_600), to: $0 == count ? 2 : pace)
    }.joined()
  }

  /// What a sign stands for, in words.
  var words: String {
    switch self {
    case .halfHour: "half hour"
    case .hour: "hour"
    case .twoHours: "two hours"
    case .fourHours: "four hours"
    }
  }
}
