import Approvals
import CivilTime
import Controller
import Documents
import JSONTree
import Policies
import Presentation
import StateStore
import Text
import Overrides

/// A request that was made, as it is told.
extension RequestAnswer {
  private var moments: Moments { context.moments }
  private var words: RequestWords { RequestWords(request, moments) }

  /// For a terminal.
  func text(_ style: Style) -> String {
    func row(_ label: String, _ text: String) -> [String] {
      style.wrapped(text.escaped, indent: "  " + padded(label, to: 8))
    }
    var lines = style.wrapped(
      "\(isFresh ? "asked again" : "asked"): \(words.deed)\(words.because) · request \(request.id)".escaped, indent: "")
    lines.append("")
    lines += row("needs", RequestMessages.who(request.needs))
    lines += row(
      "until", request.stays ? "somebody decides" : "\(context.zone.fullText(request.expires)), then it expires")
    for old in replaced { lines += row("instead", "of request \(old.id)") }
    lines += row("state", context.places.state.path)
    let next = RequestMessages.nothingYet(
      request, ApproverMeans([request], context), context, applyLine, tellsNow: tellsNow)
    for text in left.map(\.message) + [next] { lines += [""] + style.wrapped(text.escaped, indent: "") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion, .init("deed", .string(isFresh ? "asked-again" : "asked")),
      .init("request", request.json(context.now)),
      .init("replaced", .array(replaced.map { .string($0.id) })), .init("state", .string(context.places.state.path)),
      .init("notes", .array(left.map { .string($0.message) })),
    ])
  }
}

extension ApprovalRequest {
  /// The request as one object, its keys in a fixed order; of codes only whether they were sent.
  func json(_ now: Instant) -> JSON {
    .object(
      [
        .init("id", .string(id)),
        .init("standing", .string(isOpen(at: now) ? "open" : (ending ?? .expired).rawValue)),
        .init("by", .string(asker)), .init("because", .text(because)),
        .init("targets", .array(targets.map { .string($0.text) })),
      ] + deedMembers + [
        .init("madeAt", .instant(made.wall)), .init("expires", .instant(stays ? nil : expires)),
        .init("needs", .array(needs.map(\.json))),
        .init("approvedBy", .array(approvedBy.map { .string($0.text) })),
        .init("earlierNos", .array(earlierNos.map(\.json))),
        .init("approvers", .array(codes.map(\.json))), .init("wrongTries", .integer(wrongTries)),
        .init("endedAt", .instant(endedAt)), .init("endedBy", .text(endedBy)), .init("policy", .text(policy?.path)),
      ])
  }

  private var deedMembers: [JSON.Member] {
    switch deed {
    case .make(let overrides): [.init("wish", .string("make")), .init("overrides", .array(overrides.map(\.json)))]
    case .end(let overrides): [.init("wish", .string("end")), .init("overrides", .array(overrides.map(\.json)))]
    case .extend(let override, let until):
      [
        .init("wish", .string("extend")), .init("overrides", .array([override.json])),
        .init("newEnd", .instant(until)),
      ]
    case .edit(let edit):
      [.init("wish", .string("edit")), .init("edit", .string(edit.summary)), .init("version", .string(edit.version))]
    case .follow(let policy): [.init("wish", .string("follow")), .init("follow", .string(policy.path))]
    case .release(let objects):
      [.init("wish", .string("release")), .init("objects", .array(objects.map(\.json)))]
    }
  }
}

extension EarlierNo {
  fileprivate var json: JSON { .object([.init("by", .string(by)), .init("at", .instant(at))]) }
}

extension ReleasedObject {
  fileprivate var json: JSON {
    .object([
      .init("system", .string(system.text)), .init("target", .string(target.text)), .init("kind", .string(kind)),
      .init("id", .string(id)), .init("name", .string(name)),
    ])
  }
}

extension ApprovalNeed {
  fileprivate var json: JSON {
    .object([
      .init("approvers", .array(approvers.map { .string($0.text) })), .init("all", .bool(needsAll)),
    ])
  }
}

extension ApproverCode {
  fileprivate var json: JSON {
    .object([
      .init("name", .string(approver.text)), .init("standing", .string(standing.rawValue)),
      .init("at", .instant(at?.wall)), .init("trouble", .text(trouble)),
    ])
  }
}
