import CivilTime

extension Response {
  /// The seconds that `Retry-After` asks for, in either of its two forms (RFC 9110, 10.2.3), at least 0; nil where it
  /// says nothing that is understood.
  ///
  /// A date is measured from the answer's own `Date`, so that the two clocks need not agree.
  public var retryAfterSeconds: Int? {
    guard let field = header("Retry-After") else { return nil }
    if let seconds = Int(field) { return max(0, seconds) }
    guard let until = WireDate.instant(field), let now = header("Date").flatMap(WireDate.instant) else { return nil }
    return Int(max(0, until - now))
  }
}
