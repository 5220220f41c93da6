/// What came of a wish about overrides.
package enum OverrideDone {
  /// They were changed.
  case changed(OverrideAnswer)
  /// Somebody else has to agree first.
  case asked(RequestAnswer)
  /// A request was decided about.
  case decided(DecidedRequest)
  /// A request was taken back.
  case cancelled(CancelledRequest)

  /// Whether overrides were changed, so that there is something to apply.
  package var isChange: Bool {
    switch self {
    case .changed: true
    case .decided(let decided): decided.isChange
    case .asked, .cancelled: false
    }
  }
}
