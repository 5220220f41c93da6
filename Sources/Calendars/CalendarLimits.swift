/// How much of a calendar is taken.
enum CalendarLimits {
  /// Bytes of a file.
  static let bytes = 4 << 20
  /// Events of a file, cancelled ones included.
  static let events = 20_000
  /// Zones that the times of a file are in: each is looked for on the machine.
  static let zones = 500
  /// Times at which the events of a file happen, all together.
  static let occurrences = 500_000
  /// Components within each other; a calendar has an alarm in an event in itself.
  static let depth = 16
  /// What following the rules of a file may cost, see `RuleBudget`.
  static let ruleCost = 300_000
  /// Days that an event may last.
  static let days = 146_097
}
