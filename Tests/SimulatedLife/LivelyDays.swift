/// On which days something happens, and somebody looks.
public enum LivelyDays: Sendable {
  /// On nearly all of them.
  case all
  /// On some in a row, and then on none for weeks: a year is over sooner, with everything that comes once a year. All
  /// clock changes are among them.
  case some
}
