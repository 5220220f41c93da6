import Text

/// Why what was asked for would change nothing.
package struct OverrideRefusal: Error, Hashable {
  package var message: String
  /// What to do instead; nil where nothing is.
  package var hint: String?

  /// For whom other words are meant than these.
  package var reason: Reason

  /// Which of the usual ones it is.
  package enum Reason: Hashable, Sendable {
    /// It would change nothing at any instant.
    case idle
    /// What was to end has ended.
    case ended
    case neverOff
    case locked
    /// That person has asked for enough.
    case tooMany
    /// Somebody else has to agree, too.
    case othersToo
    /// It is not that person's to decide.
    case noSay
    /// The request is over, or there is none.
    case over
    case other
  }

  package init(_ message: String, _ hint: String?, _ reason: Reason = .other) {
    (self.message, self.hint, self.reason) = (message, hint, reason)
  }

  /// Whether things are as they were to be, up to what a run has yet to bring about.
  package var isAlreadySo: Bool { reason == .idle || reason == .ended }

  /// Several in one.
  package init(_ parts: [OverrideRefusal]) {
    message = Self.joined(parts.map(\.message))
    let hints = parts.compactMap(\.hint).uniqued()
    hint = hints.isEmpty ? nil : Self.joined(hints)
    reason = parts.map(\.reason).first { $0 != .idle } ?? parts.first?.reason ?? .other
  }

  /// `parts` in one line. Of hundreds of targets nobody reads more than a few.
  static func joined(_ parts: [String]) -> String {
    let rest = parts.count - 5
    return rest > 1 ? (parts.prefix(5) + ["and \(rest) more"]).joined(separator: "; ") : parts.joined(separator: "; ")
  }
}
