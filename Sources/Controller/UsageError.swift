import Text

/// A command line that was not understood.
package struct UsageError: Error, Hashable, Sendable {
  /// What was found.
  package var message: String
  /// What to do.
  package var hint: String?

  package init(message: String, hint: String? = nil) {
    self.message = message.withShortWords()
    self.hint = hint
  }
}
