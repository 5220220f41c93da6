import Approvals
import Documents
import JSONTree
import Text
import Presentation
import Overrides

/// A request that was taken back, as it is told.
extension CancelledRequest {
  /// For a terminal.
  func text(_ style: Style) -> String {
    let wish = RequestWords(request, context.moments).deed
    let lines = style.wrapped("request \(request.id) is taken back: \(wish)".escaped, indent: "")
    // What is held asks by itself.
    guard case .edit = request.deed else { return lines.joined(separator: "\n") + "\n" }
    let next = style.wrapped(RequestMessages.isAskedAgain, indent: "")
    return (lines + [""] + next).joined(separator: "\n") + "\n"
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion, .init("deed", .string("cancelled")),
      .init("request", request.json(context.now)),
    ])
  }
}
