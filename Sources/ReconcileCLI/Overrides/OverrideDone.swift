import JSONTree

/// What came of a wish about overrides.
enum OverrideDone {
  /// They were changed.
  case changed(OverrideAnswer)
  /// Somebody else has to agree first.
  case asked(RequestAnswer)
  /// A request was decided about.
  case decided(DecidedRequest)
  /// A request was taken back.
  case cancelled(CancelledRequest)

  /// Whether overrides were changed, so that there is something to apply.
  var isChange: Bool {
    switch self {
    case .changed: true
    case .decided(let decided): decided.isChange
    case .asked, .cancelled: false
    }
  }

  /// Whether `command` was not to ask, and could not do more.
  func isRefused(by command: Command) -> Bool {
    if case .asked = self { ![.ask, .approve].contains(command) } else { false }
  }

  /// For a terminal. `isApplying` where an apply follows.
  func text(isApplying: Bool) -> String {
    switch self {
    case .changed(let answer): answer.text(isApplying: isApplying)
    case .asked(let answer): answer.text
    case .decided(let decided): decided.text(isApplying: isApplying)
    case .cancelled(let cancelled): cancelled.text
    }
  }

  /// One object.
  var json: JSON {
    switch self {
    case .changed(let answer): answer.json
    case .asked(let answer): answer.json
    case .decided(let decided): decided.json
    case .cancelled(let cancelled): cancelled.json
    }
  }
}
