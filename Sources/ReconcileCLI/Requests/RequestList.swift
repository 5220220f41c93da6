import Approvals
import CivilTime
import Controller
import Documents
import JSONTree
import Presentation
import Text
import Policies
import Overrides

/// The requests that are open, and those that ended lately, the newest first.
struct RequestList {
  private let requests: [ApprovalRequest]
  private let context: OverrideContext
  private let means: ApproverMeans
  private let overrides: [Override]
  private let idle: [String: Idleness]
  private let outgrown: Set<String>
  private let given: Set<String>

  /// Those that ended are told of for a day.
  private static let toldSeconds: Int64 = 86_400

  /// Of `all` that are remembered, beside the `overrides` that are. Those whose numbers are in `idle` would do nothing, and
  /// those that are `outgrown` would do more than they say. What `given` ones ask for is so by now.
  init(
    _ all: [ApprovalRequest], beside overrides: [Override], idle: [String: Idleness] = [:],
    outgrown: Set<String> = [], given: Set<String> = [], _ context: OverrideContext
  ) {
    let now = context.now
    requests = all.filter { $0.isOpen(at: now) || now - ($0.endedAt ?? $0.expires) < Self.toldSeconds }
    (self.context, self.overrides, self.idle, self.outgrown) = (context, overrides, idle, outgrown)
    self.given = given
    means = ApproverMeans(requests.filter { $0.isOpen(at: now) }, context)
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion, .init("requests", .array(requests.map { $0.json(context.now) })),
    ])
  }

  /// For a terminal.
  func text(_ style: Style) -> String {
    let head = [context.places.state.path, context.zone.name, context.moments.full].map(\.escaped)
    var lines = style.wrapped(head.joined(separator: " · "), indent: "")
    if requests.isEmpty { lines += ["", RequestMessages.none] }
    for request in requests { lines += [""] + self.lines(request, style) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ request: ApprovalRequest, _ style: Style) -> [String] {
    let words = RequestWords(request, context.moments)
    let title = "request \(request.id) · \(words.standing)".escaped
    let asked = "\(request.asker) asks for \(words.deed)\(words.because)".escaped
    return [request.isOpen(at: context.now) ? style.strong(title) : title] + style.wrapped(asked, indent: "  ")
      + (request.isOpen(at: context.now) ? open(request, words, style) : [])
  }

  private func open(_ request: ApprovalRequest, _ words: RequestWords, _ style: Style) -> [String] {
    let width = request.codes.map { displayWidth($0.approver.text) }.max() ?? 0
    let approvers = request.codes.flatMap { code in
      let lines = style.wrapped(
        words.words(code, means).escaped, indent: "  " + padded(code.approver.text, to: width + 2))
      return code.standing == .unreachable ? lines.map { style.bad($0) } : lines
    }
    let needs = request.needs.contains { $0.needsAll && $0.approvers.count > 1 }
    let rest = needs ? style.wrapped("needs \(RequestMessages.who(request.needs))", indent: "  ") : []
    let overtaken = request.overtaken(by: overrides, at: context.now).map { change in
      style.wrapped(RequestMessages.cannotBeApproved(change, context.moments).escaped, indent: "  ")
    }
    let missing =
      idle[request.id].map { idleness in
        style.wrapped(RequestMessages.wouldDoNothing(idleness, request.targets).escaped, indent: "  ")
      } ?? []
    let more =
      outgrown.contains(request.id)
      ? style.wrapped(RequestMessages.cannotBeApproved(request.targets).escaped, indent: "  ") : []
    let so =
      given.contains(request.id)
      ? style.wrapped(RequestMessages.isGiven(request.targets).escaped, indent: "  ") : []
    let nos = words.earlierNos.flatMap { style.wrapped($0.escaped, indent: "  ") }
    return nos.map { style.bad($0) } + approvers + rest
      + ((overtaken ?? []) + missing + more + so).map { style.bad($0) }
      + (request.isBurned ? style.wrapped(RequestMessages.isBurned, indent: "  ").map { style.bad($0) } : [])
  }
}
