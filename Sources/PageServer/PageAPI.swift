import Approvals
import CivilTime
import JSONTree
import Page
import Planning
import Policies
import Presentation
import Text

/// The same for programs: what somebody sees, and what they may do, as JSON.
enum PageAPI {
  static let prefix = "/api/v1/"

  /// What `model` has under `name`; nil for what there is not.
  static func answer(_ name: String, _ model: PageModel) -> Answer? {
    let value: JSON
    switch name {
    case _ where name.hasPrefix("targets/"):
      guard let card = model.cards.first(where: { $0.target.text == name.dropFirst(8) }) else { return nil }
      value = .object([.init("target", target(card))] + freshness(model))
    case "overrides":
      value = .object([.init("overrides", .array(model.overrides.map(override)))] + freshness(model))
    case "targets": value = .object([.init("targets", .array(model.cards.map(target)))] + freshness(model))
    case "requests":
      let requests = model.requests.map { request($0, model) }
      value = .object([.init("requests", .array(requests))] + freshness(model))
    case "history": value = .object([.init("history", .array(model.history.map(event)))] + freshness(model))
    default: return nil
    }
    return json(value)
  }

  static func json(_ value: JSON, _ status: UInt32 = 200) -> Answer {
    Answer(
      status: status, headers: Answer.always + [Answer.unkept, ("Content-Type", "application/json")],
      body: Array((value.text + "\n").utf8))
  }

  /// Why not, as a word.
  static func refusal(_ status: UInt32, _ word: String) -> Answer {
    json(.object([.init("said", .string(word))]), status)
  }

  /// The same of what was done, with the targets for which something was ended.
  static func came(_ outcome: PageActing.Outcome, of act: PageAct) -> Answer {
    guard !outcome.targets.isEmpty else { return said(outcome.said, of: act) }
    let targets = JSON.array(outcome.targets.map { .string($0.text) })
    return json(.object([.init("said", .string(outcome.said.rawValue)), .init("targets", targets)]))
  }

  /// What came of `act`.
  static func said(_ said: Words.Said, of act: PageAct) -> Answer {
    // Who switches on what is on has what they want.
    if said == .idle, case .on = act { return refusal(200, said.rawValue) }
    // A program has no page from which it could be gone.
    return self.said(Self.plain[said] ?? said)
  }

  /// What is told apart for people alone.
  private static let plain: [Words.Said: Words.Said] = [
    .gone: .notAllowed, .tooManyOpen: .tooMany, .endedBefore: .over, .agreedBefore: .idle,
  ]

  private static func said(_ said: Words.Said) -> Answer {
    let status: UInt32 =
      switch said {
      case .made, .ended, .goesOn, .goesOnLater, .asked, .agreed, .approved, .approvedGoesOn, .approvedOverLock,
        .denied, .cancelled:
        200
      case .notAllowed, .gone: 403
      case .idle, .agreedBefore, .locked, .neverOff, .tooMany, .tooManyOpen, .over, .endedBefore, .older: 409
      case .time, .reason: 400
      case .tooFast: 429
      case .busy: 503
      case .failed: 500
      }
    return refusal(status, said.rawValue)
  }

  /// What is wanted by `body` at the place `name`; nil for what nobody understands.
  static func act(_ name: String, _ body: [UInt8]) -> PageAct? {
    guard let tree = try? JSON(parsing: body), case .object(let members) = tree, members.count <= 8 else { return nil }
    var form: [String: String] = [:]
    for member in members { form[member.name] = member.value.string ?? member.value.int.map(String.init) ?? "" }
    let minutes = form["minutes"].flatMap(Int64.init).flatMap { (1...1_440).contains($0) ? $0 : nil }
    let target = form["target"].flatMap { (1...63).contains($0.utf8.count) ? Name($0) : nil }
    switch (name, target, minutes) {
    case ("more", let target?, let minutes?): return .more(target, minutes: minutes)
    case ("ask", let target?, let minutes?):
      return .ask(target, minutes: minutes, because: PageAct.reason(form["because"]))
    case ("switch", let target?, let minutes?) where form["state"] == "on": return .on(target, minutes: minutes)
    case ("switch", _, _) where form["state"] == "off": form["do"] = "off"
    case ("lock", _, _): form["do"] = "off"
    case ("end", let target?, _) where form["override"] == nil: return .endAll(target)
    case ("end", _, _), ("approve", _, _), ("deny", _, _), ("cancel", _, _): form["do"] = name
    default: return nil
    }
    return PageAct(form)
  }

  /// Why `body` is no act of this `name`: a time, where that is all that is missing or wrong.
  static func misunderstood(_ name: String, _ body: [UInt8]) -> Answer {
    let tree = try? JSON(parsing: body)
    let isOff = name == "lock" || name == "switch" && tree?["state"]?.string == "off"
    return refusal(400, isOff && tree?["target"]?.string != nil ? "time" : "not-understood")
  }

  // MARK: Values

  private static func freshness(_ model: PageModel) -> [JSON.Member] {
    [.init("checkedAt", .instant(model.checkedAt)), .init("stale", .bool(model.isStale || model.isUnread))]
  }

  private static func target(_ card: PageCard) -> JSON {
    .object([
      .init("name", .string(card.target.text)), .init("state", .text(card.state?.rawValue)),
      .init("held", .bool(card.isHeld)), .init("until", .instant(card.until)),
      .init("next", .text(card.next?.rawValue)),
      .init("runs", .instant(card.runs)), .init("unless", card.keeper?.json ?? .null),
      .init(
        "ran",
        card.ran.map { ran in
          .object([.init("due", .instant(ran.due)), .init("outcome", .string(ran.outcome))])
        } ?? .null), .init("truth", .string(truth(card.truth))),
      .init("wrong", .array(card.wrong.map(wrong))), .init("missing", .array(card.missing.map(wrong))),
      .init(
        "letGo",
        card.letGo.map { letGo in
          .object([.init("by", .string(letGo.carrier.text)), .init("until", .instant(letGo.until))])
        } ?? .null),
      .init("lockedUntil", .instant(card.lockedUntil)), .init("override", .text(card.override?.id)),
      .init("endsFor", .array(endsFor(card).map { .string($0.text) })), .init("by", .text(card.override?.by)),
      .init("agreedBy", .array((card.override.flatMap { card.agreed[$0.id] } ?? []).map(JSON.string))),
      .init("because", .text(card.because)), .init("guardedBy", .array(card.guardedBy.map { .string($0.text) })),
      .init("guardedByAll", .bool(card.needsAllGuards)),
      .init("may", .array(card.acts.map(\.rawValue).sorted().map { .string($0) })),
    ])
  }

  private static func wrong(_ item: PageCard.Wrong) -> JSON {
    .object([
      .init("system", .string(item.system.text)), .init("kind", .text(item.kind?.rawValue)),
      .init("name", .text(item.name)), .init("problem", .text(item.problem)),
    ])
  }

  /// Everything for which the override of a card ends, if it does.
  private static func endsFor(_ card: PageCard) -> [Name] {
    guard let id = card.override?.id else { return [] }
    return card.endsFor[id] ?? [card.target]
  }

  private static func override(_ item: PageOverride) -> JSON {
    let override = item.override
    return .object([
      .init("id", .string(override.id)), .init("target", .string(override.target.text)),
      .init("targets", .array(item.targets.map { .string($0.text) })), .init("state", .string(override.state.rawValue)),
      .init("from", .instant(override.from)), .init("until", .instant(override.until)),
      .init("by", .string(override.by)), .init("agreedBy", .array(item.agreedBy.map(JSON.string))),
      .init("because", .text(override.because)),
      .init("kind", .string(override.kind.rawValue)), .init("beaten", .bool(item.isBeaten)),
    ])
  }

  private static func truth(_ truth: PageCard.Truth) -> String {
    switch truth {
    case .inPlace: "in-place"
    case .underway: "underway"
    case .late: "late"
    case .wrong(.moved): "moved"
    case .wrong(.failed): "failed"
    case .wrong(.unanswered): "unanswered"
    case .asked: "asked"
    case .wrong(.observed): "observed"
    case .wrong(.incomplete): "incomplete"
    case .unreachable: "unreachable"
    case .unknown: "unknown"
    case .free: "free"
    }
  }

  private static func request(_ request: PageRequest, _ model: PageModel) -> JSON {
    .object([
      .init("id", .string(request.id)), .init("asker", .string(request.asker)),
      .init("because", .text(request.because)),
      .init(
        "earlierNos",
        .array(request.earlierNos.map { .object([.init("by", .string($0.by)), .init("at", .instant($0.at))]) })),
      .init("expires", .instant(request.expires)), .init("mayDecide", .bool(request.mayDecide && !request.isInVain)),
      .init("mayDeny", .bool(request.mayDeny)),
      .init("overtaken", .bool(request.isOvertaken)), .init("gone", .bool(request.isGone || request.isIdle)),
      .init("lockedUntil", .instant(request.lockedUntil)),
      .init("own", .bool(request.isOwn)), .init("waitsFor", .array(request.missing.map { .string($0.text) })),
      .init("needs", .array(request.unmet.map(need))), .init("kind", .string(kind(of: request.deed))),
      .init("summary", .string(Words.english.text(request.deed, model.zone, now: model.now))),
      .init("wishes", .array(wishes(of: request.deed))),
    ])
  }

  private static func need(_ need: ApprovalNeed) -> JSON {
    .object([
      .init("approvers", .array(need.approvers.map { .string($0.text) })), .init("all", .bool(need.needsAll)),
    ])
  }

  /// As the commands call it.
  private static func kind(of deed: PageRequest.Deed) -> String {
    switch deed {
    case .make: "make"
    case .extend: "extend"
    case .end: "end"
    case .edit: "edit"
    case .follow: "follow"
    case .release: "release"
    }
  }

  /// A target, and what it would be; of an end, an edit and a release the target alone.
  private static func wishes(of deed: PageRequest.Deed) -> [JSON] {
    switch deed {
    case .make(let wishes): wishes.map { wish($0.target, $0) }
    case .extend(let extended, _): [wish(extended.target, extended)]
    case .end(let ended): ended.map(\.target).uniqued().map { wish($0, nil) }
    case .edit(let edit): edit.targets.map { wish($0, nil) }
    case .follow: []
    case .release(let objects): objects.map { wish($0.target, nil) }
    }
  }

  private static func wish(_ target: Name, _ wish: PageRequest.Wish?) -> JSON {
    .object([
      .init("target", .string(target.text)), .init("state", .text(wish?.state.rawValue)),
      .init("from", .instant(wish?.from)), .init("until", .instant(wish?.until)),
    ])
  }

  private static func event(_ item: PageEvent) -> JSON {
    let event = item.event
    return .object([
      .init("at", .instant(event.at)), .init("kind", .string(event.kind.rawValue)), .init("by", .text(event.by)),
      .init("target", .text(item.targets.first?.text)),
      .init("targets", .array(item.targets.map { .string($0.text) })), .init("state", .text(event.state?.rawValue)),
      .init("until", .instant(event.until)),
    ])
  }
}
