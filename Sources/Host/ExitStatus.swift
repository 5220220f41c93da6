/// What the program ends with.
package enum ExitStatus: Int32, Hashable, Sendable {
  /// In sync, or applied and verified, or shown.
  case success = 0
  /// Something failed that none of the others names.
  case failure = 1
  /// Differences, and no failure.
  case differences = 2
  /// Some of it failed.
  case partialFailure = 3
  /// Refused before any write.
  case refused = 4
  /// A bad command line.
  case usage = 64
  /// The policy has errors.
  case policy = 65
  /// No system could be reached.
  case unreachable = 69
  /// Nothing was done and it is worth trying again.
  case tryAgain = 75
  /// A key, a password or a permission was not accepted.
  case credentials = 77
  /// Ended by SIGINT.
  case interrupted = 130
  /// Ended by SIGTERM.
  case terminated = 143
}
