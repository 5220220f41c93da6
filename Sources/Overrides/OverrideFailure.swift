package import Controller

/// Why nothing was written.
package enum OverrideFailure: Error, Hashable {
  /// What was asked for cannot be.
  case usage(UsageError)
  /// It would be for nothing.
  case refused(OverrideRefusal)
}
