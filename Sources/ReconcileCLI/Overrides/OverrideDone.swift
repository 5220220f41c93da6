import JSONTree
import Overrides
import Presentation

/// What came of a wish about overrides, as it is told.
extension OverrideDone {
  /// Whether `command` was not to ask, and could not do more.
  func isRefused(by command: Command) -> Bool {
    if case .asked = self { ![.ask, .approve].contains(command) } else { false }
  }

  /// For a terminal. `isApplying` where an apply follows.
  func text(_ style: Style, isApplying: Bool) -> String {
    switch self {
    case .changed(let answer): answer.text(style, isApplying: isApplying)
    case .asked(let answer): answer.text(style)
    case .decided(let decided): decided.text(style, isApplying: isApplying)
    case .cancelled(let cancelled): cancelled.text(style)
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
