import Approvals
import Controller
import Documents
import JSONTree
import Policies
import Text
import Presentation
import Overrides

/// A decision about a request, as it is told.
extension DecidedRequest {
  private var request: ApprovalRequest { decision.request }

  /// For a terminal. `isApplying` where an apply follows.
  func text(_ style: Style, isApplying: Bool) -> String {
    let line = style.wrapped("request \(request.id): \(words)".escaped, indent: "").joined(separator: "\n") + "\n"
    if let next, !isApplying {
      return line + "\n" + style.wrapped(next.escaped, indent: "").joined(separator: "\n") + "\n"
    }
    return line + (overrides.map { "\n" + $0.text(style, isApplying: isApplying) } ?? "")
  }

  /// What comes of an approval that is about no overrides.
  private var next: String? {
    guard isDoneLater else { return nil }
    let next = RequestMessages.doneNext(context.applyLine)
    return done.isEmpty ? next : "\(RequestMessages.areDone(done)) \(next)"
  }

  private var words: String {
    let wish = RequestWords(request, context.moments).deed
    switch decision.answer {
    case .approvedInPart(let approver, let missing):
      return "\(approver) agrees to \(wish); \(missing.map(\.text).listed()) has yet to"
    case .denied(let approver): return "\(approver) says no to \(wish)"
    case .approved(let approver): return "\(approver) agrees to \(wish)"
    default: return ""
    }
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion, .init("deed", .string(deed)), .init("request", request.json(context.now)),
      .init("change", overrides?.json ?? .null),
    ])
  }

  private var deed: String {
    switch decision.answer {
    case .approvedInPart: "agreed"
    case .denied: "denied"
    default: "approved"
    }
  }
}
