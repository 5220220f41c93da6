import JSONTree
import Overrides

/// What came of a wish about overrides, as it is told.
extension OverrideDone {
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
