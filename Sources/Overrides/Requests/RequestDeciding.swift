package import Approvals
import CivilTime
import Controller
import Planning
import Policies
package import StateStore

/// Deciding about a request with a code: what holds then, and what is told of it.
package struct RequestDeciding {
  package let wish: CodeDecision.Wish
  /// The number of the request.
  package let id: String
  package let context: OverrideContext
  package let means: Means

  /// By what it is shown who decides.
  package enum Means {
    /// The code that was sent.
    case code(OneTimeCode)
    /// What shows who it is: a PIN, or a session.
    case proof(ApproverProof)
  }

  package init(wish: CodeDecision.Wish, id: String, context: OverrideContext, means: Means) {
    (self.wish, self.id, self.context, self.means) = (wish, id, context, means)
  }

  /// Decides, and does what was asked for where that was approved.
  package func decide(in store: StateStore) throws(StateError) -> Result<DecidedRequest, OverrideFailure> {
    guard var request = try store.requests().first(where: { $0.id == id }) else {
      return .failure(.refused(RequestMessages.noSuchRequest(id)))
    }
    let (now, user) = (context.clocks, context.person)
    let judge = try context.judge(request, store)
    if case .make(let wanted) = request.deed, let judge { request.deed = .make(judge.asked(wanted)) }
    let needs = judge.map { request.needs(by: $0, at: now.wall) } ?? request.needs
    let decision: CodeDecision
    switch means {
    case .code(let code):
      decision = CodeDecision(wish, about: request, needs: needs, at: now, limit: try store.tries(of: user)) {
        code.secret.fit($0)
      }
    case .proof(let proof):
      if let refusal = try proof.refusal(in: store, context) { return .failure(.refused(refusal)) }
      decision = CodeDecision(
        wish, about: request, needs: needs, at: now, limit: try store.tries(of: user), by: proof.person)
    }
    let grant = RequestGrant(request, judge, try store.overrides(at: now.wall), at: now.wall)
    // What was shown stays good for when the lock is over.
    if decision.isYes, let refusal = grant.refusal(context.moments) { return .failure(.refused(refusal)) }
    if isOfSession, let refusal = refusal(decision, needs) {
      try noteOnce(events(decision, user), about: request, store)
      return .failure(.refused(refusal))
    }
    let held = context.overriding(try context.remembered(store))?.holds ?? []
    let left = try left(by: decision, store)
    let told = events(decision, user) + left.map { $0.event(.requestWithdrawn, at: now.wall, by: $0.asker) }
    let changed = try store.settle(decision, of: user, ending: left, telling: told, at: now.wall)
    if let refusal = refusal(decision, needs) { return .failure(.refused(refusal)) }
    var decided = DecidedRequest(decision: decision, overrides: nil, context: context)
    decided.done = grant.done
    if !changed.isEmpty {
      var answer = OverrideAnswer(deed: Self.deed(of: request), context: context)
      let ends = previousEnds(request)
      answer.notes = grant.notes(changed, context.moments)
      decided.beatsLocks = !answer.notes.isEmpty
      answer.tell(changed.map { ($0, ends[$0.id] ?? $0.until) }, try context.remembered(store), held: held)
      decided.overrides = answer
    }
    return .success(decided)
  }

  /// Whether who decides is in already, and may try as often as they like.
  private var isOfSession: Bool {
    guard case .proof(let proof) = means else { return false }
    return !proof.isTyped
  }

  /// What is refused to somebody who is in changes nothing, and is in the history once for each request: else a child could
  /// write to the state without end.
  private func noteOnce(_ events: [Event], about request: ApprovalRequest, _ store: StateStore) throws(StateError) {
    guard let event = events.first else { return }
    let isNoted = try store.entries(since: request.made.wall).compactMap(\.event).contains {
      $0.kind == event.kind && $0.by == event.by && $0.request == event.request
    }
    if !isNoted { try store.keep([ApprovalRequest](), telling: events) }
  }

  /// Where another policy is followed by now, nothing is left to decide about edits of the one before, nor about leaving
  /// it: its approvers have no say about the new one.
  private func left(by decision: CodeDecision, _ store: StateStore) throws(StateError) -> [ApprovalRequest] {
    guard case .approved = decision.answer, case .follow = decision.request.deed else { return [] }
    return try store.requests().filter { $0.id != id && $0.isOpen(at: context.now) && $0.isAboutFollowed }.map {
      var request = $0
      request.end(.withdrawn, at: context.now, by: nil)
      return request
    }
  }

  private static func deed(of request: ApprovalRequest) -> OverrideAnswer.Deed {
    switch request.deed {
    case .make: .made
    case .end: .ended
    case .extend: .extended
    case .edit, .follow, .release: .made
    }
  }

  private func previousEnds(_ request: ApprovalRequest) -> [String: Instant] {
    switch request.deed {
    case .make, .edit, .follow, .release: [:]
    case .end(let overrides): Dictionary(overrides.map { ($0.id, $0.until) }) { first, _ in first }
    case .extend(let override, _): [override.id: override.until]
    }
  }

  // MARK: What is told

  private func events(_ decision: CodeDecision, _ user: String) -> [Event] {
    let request = decision.request
    func event(_ kind: Event.Kind, by person: String, name: String? = nil, message: String? = nil) -> [Event] {
      [request.event(kind, at: context.now, by: person, name: name, message: message)]
    }
    switch decision.answer {
    case .approved(let approver): return event(.requestApproved, by: approver.text)
    case .approvedInPart(let approver, let missing):
      return event(.requestAgreed, by: approver.text, name: missing.map(\.text).joined(separator: ", "))
    case .denied(let approver): return event(.requestDenied, by: approver.text)
    case .wrong: return event(.wrongCode, by: user, message: "a wrong code")
    case .lastWrong:
      return event(.wrongCode, by: user, message: "a wrong code for the last time: no code of it is good any more")
    case .burned: return event(.wrongCode, by: user, message: "a code, after the last try")
    case .late(let approver): return event(.wrongCode, by: user, message: "an expired code of \(approver)'s")
    case .reused(let approver):
      guard case .code = means else { return [] }
      return event(.wrongCode, by: user, message: "a used code of \(approver)'s")
    case .notAnApprover(let approver):
      guard case .code = means else { return event(.wrongCode, by: user, message: tried + ", and is not an approver") }
      return event(.wrongCode, by: user, message: "a code of \(approver)'s, who can no longer approve")
    // As where two tap at once.
    case .over where isOfSession: return []
    case .over: return event(.wrongCode, by: user, message: tried + " after it was over")
    case .blocked: return event(.wrongCode, by: user, message: tried + " while blocked")
    case .unknown: return []
    }
  }

  /// By what somebody tried to decide.
  private var tried: String {
    switch means {
    case .code: "a code"
    case .proof(let proof): proof.isTyped ? "a PIN" : "to decide"
    }
  }

  private func refusal(_ decision: CodeDecision, _ needs: [ApprovalNeed]) -> OverrideRefusal? {
    switch decision.answer {
    case .approved, .approvedInPart, .denied: nil
    case .wrong(let left): RequestMessages.wrong(left: left)
    case .lastWrong, .burned: RequestMessages.burned(id)
    case .late: RequestMessages.late(id)
    case .reused(let approver):
      switch means {
      case .code: RequestMessages.reused
      case .proof:
        RequestMessages.hasAgreed(approver, missing: needs.missing(after: Set(decision.request.approvedBy)))
      }
    case .notAnApprover(let approver): RequestMessages.notAnApprover(approver)
    case .over: RequestMessages.isOver(decision.request, context.moments)
    case .blocked: RequestMessages.blocked(context.person)
    case .unknown: RequestMessages.noMemory
    }
  }
}

extension CodeDecision {
  /// Whether somebody agrees, also where others have yet to.
  fileprivate var isYes: Bool {
    switch answer {
    case .approved, .approvedInPart: true
    default: false
    }
  }
}

extension ApprovalRequest {
  /// Whether it is about which version, or which file, is followed.
  fileprivate var isAboutFollowed: Bool {
    switch deed {
    case .edit, .follow: true
    case .make, .end, .extend, .release: false
    }
  }
}
