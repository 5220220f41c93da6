package import Approvals
import CivilTime
import Policies
package import Presentation
import Text

extension ApprovalRequest {
  /// What would be done, as people read it: `kids on until 21:30`, for each part of it.
  package func deedText(_ moments: Moments) -> String {
    switch deed {
    case .make(let overrides): overrides.map { text($0, moments) }.listed()
    case .end(let overrides): "the end of " + overrides.map { "\($0.name) (\(text($0, moments)))" }.listed()
    case .extend(let override, let until):
      "\(override.target) \(override.stateText) until \(moments.short(until)), not \(moments.short(override.until))"
    case .edit(let edit): edit.words
    case .follow(let policy): policy.words
    case .release(let objects): objects.words
    }
  }

  /// The same in two parts: `kids on`, and until when. All of it is the first where there is no one end.
  func parts(_ moments: Moments) -> (what: String, override: Override?) {
    guard case .make(let overrides) = deed, overrides.count == 1, overrides[0].from <= made.wall else {
      return (deedText(moments), nil)
    }
    return ("\(overrides[0].target) \(overrides[0].stateText)", overrides[0])
  }

  /// When the one override that would be made begins, if that is later than it was asked for, and when it ends; nil where that
  /// is no one stretch.
  var stretch: (begins: Instant?, ends: Instant)? {
    guard case .make(let overrides) = deed, overrides.count == 1 else { return nil }
    return (overrides[0].from > made.wall ? overrides[0].from : nil, overrides[0].until)
  }

  private func text(_ override: Override, _ moments: Moments) -> String {
    let from = override.from > made.wall ? " from \(moments.short(override.from))" : ""
    return "\(override.target) \(override.stateText)\(from) until \(moments.short(override.until))"
  }
}

extension Override {
  fileprivate var stateText: String { kind == .lock ? "locked" : state.rawValue }
}

extension PolicyEdit {
  /// `an edit (kids: on, not off, once for 1h in the four weeks from now)`
  var words: String { "an edit (\(summary))" }
}

extension PolicyFile {
  /// `the policy in '/etc/reconcile/other.yaml' being followed`
  var words: String { "the policy in '\(path)' being followed" }
}

extension [ReleasedObject] {
  /// `the release of 'Downtime-iPad' (kids)`
  var words: String {
    "the release of " + map { "\($0.name.isEmpty ? "'\($0.system)'" : "'\($0.name)'") (\($0.target))" }.listed()
  }
}
