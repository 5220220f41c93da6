package import Approvals
import Controller

/// A decision about a request, as it is told.
package struct DecidedRequest {
  package let decision: CodeDecision
  /// The overrides that came of it; nil where none did.
  package var overrides: OverrideAnswer?
  /// Whether one of them beats a lock.
  package var beatsLocks = false
  /// What is not left behind any more of what it would open.
  package var done: [ReleasedObject] = []
  package let context: OverrideContext

  /// Whether something is to be done now.
  package var isChange: Bool { overrides != nil || isDoneLater }

  /// Whether an approval that is about no overrides is to be acted on.
  package var isDoneLater: Bool {
    guard case .approved = decision.answer else { return false }
    return decision.request.deed.overrides.isEmpty
  }
}
