extension PiHole {
  /// This Pi-hole on a machine that checks a password in so many milliseconds, and any number of them in a second;
  /// the same goes for its seats.
  public func checkingPasswords(in milliseconds: Int) -> PiHole {
    var quick = self
    quick.loginMilliseconds = milliseconds
    quick.throttle = LoginThrottle(limit: .max)
    quick.seats.limit = 100_000
    return quick
  }
}
