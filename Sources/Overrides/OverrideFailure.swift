package import Controller

/// Why nothing was written.
package enum OverrideFailure: Error, Hashable {
  /// What was asked for cannot be.
  case usage(UsageError)
  /// It would be for nothing.
  case refused(OverrideRefusal)
}

/// Why what was asked for would change nothing.
package struct OverrideRefusal: Error, Hashable {
  package var message: String
  package var hint: String?

  package init(_ message: String, _ hint: String?) { (self.message, self.hint) = (message, hint) }

  /// Several in one.
  package init(_ parts: [OverrideRefusal]) {
    message = parts.map(\.message).joined(separator: "; ")
    let hints = parts.compactMap(\.hint)
    hint = hints.isEmpty ? nil : hints.joined(separator: "; ")
  }
}
