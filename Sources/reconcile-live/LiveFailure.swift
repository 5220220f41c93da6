/// Something that did not go as it must.
struct LiveFailure: Error {
  /// What was expected and what came: lower case, no full stop.
  var message: String

  init(_ message: String) { self.message = message }
}

/// Throws where `holds` is false.
func demand(_ holds: Bool, _ expectation: @autoclosure () -> String) throws(LiveFailure) {
  if !holds { throw LiveFailure("expected " + expectation()) }
}
