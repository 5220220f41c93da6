package import CivilTime
package import Policies

/// Somebody decides about a request, or tries to, with a code or a PIN. What comes of it is worked out here, and done elsewhere.
package struct CodeDecision: Hashable, Sendable {
  /// What is to be decided.
  package enum Wish: Hashable, Sendable {
    case approve
    case deny
  }

  /// What came of it.
  package enum Answer: Hashable, Sendable {
    /// All who had to have agreed.
    case approved(by: Name)
    /// One has agreed, and others have yet to.
    case approvedInPart(by: Name, missing: [Name])
    case denied(by: Name)
    /// The code is no good one of this request; so many may still be tried.
    case wrong(left: Int)
    /// The same, and it was the last: no code of this request is good any more.
    case lastWrong
    /// Too many were tried before: no code of this request is good any more.
    case burned
    /// It was right, and too late or of another boot; a fresh one can be sent.
    case late(Name)
    /// It was right, and used before.
    case reused(Name)
    /// It was right, and its owner does not guard this any more.
    case notAnApprover(Name)
    /// The request can be decided no more.
    case over
    /// This user has tried too many wrong ones.
    case blocked
    /// Nobody can say, as there is not enough memory. That was no try.
    case unknown
  }

  /// Whether what was typed is what a hash was made of.
  package enum Fit: Hashable, Sendable {
    case right
    case wrong
    /// There is not enough memory to find out.
    case unknown
  }

  /// What came of it.
  package let answer: Answer
  /// The request as it is then.
  package let request: ApprovalRequest
  /// What the user has tried by then.
  package let limit: TryLimit

  /// So many wrong codes burn those of a request.
  package static let mostWrong = 5

  /// Decides about `request` at `now`. `needs` are those of now; `fits` says whether the code that was typed is the one
  /// that a hash was made of.
  package init(
    _ wish: Wish, about request: ApprovalRequest, needs: [ApprovalNeed], at now: ClockReading, limit: TryLimit,
    fits: (String) -> Fit
  ) {
    var (request, limit) = (request, limit)
    answer = Self.answer(wish, &request, needs, now, &limit, fits)
    (self.request, self.limit) = (request, limit)
  }

  /// The same for `approver`, who has shown otherwise who it is.
  package init(
    _ wish: Wish, about request: ApprovalRequest, needs: [ApprovalNeed], at now: ClockReading, limit: TryLimit,
    by approver: Name
  ) {
    var request = request
    if !request.isOpen(at: now.wall) {
      answer = .over
    } else if !needs.approvers.contains(approver) {
      answer = .notAnApprover(approver)
    } else if wish == .approve, request.isWaiting(after: approver, needs) {
      answer = .reused(approver)
    } else {
      answer =
        wish == .deny
        ? Self.denied(&request, by: approver, now) : Self.approved(&request, by: approver, needs, now)
    }
    (self.request, self.limit) = (request, limit)
  }

  private static func answer(
    _ wish: Wish, _ request: inout ApprovalRequest, _ needs: [ApprovalNeed], _ now: ClockReading,
    _ limit: inout TryLimit, _ fits: (String) -> Fit
  ) -> Answer {
    if limit.isBlocked(at: now) { return .blocked }
    guard request.isOpen(at: now.wall) else { return .over }
    if request.isBurned { return .burned }
    let found = request.codes.map { $0.hash.map(fits) ?? .wrong }
    guard let place = found.firstIndex(of: .right) else {
      if found.contains(.unknown) { return .unknown }
      request.wrongTries += 1
      limit = limit.after(wrongAt: now)
      return request.wrongTries < mostWrong ? .wrong(left: mostWrong - request.wrongTries) : .lastWrong
    }
    let code = request.codes[place]
    // Who has agreed, and is all who has to by now, says nothing new with the same code.
    let isRepeated =
      wish == .approve && request.approvedBy.contains(code.approver) && needs.areMet(by: Set(request.approvedBy))
    if code.standing == .used, !isRepeated { return .reused(code.approver) }
    guard isRepeated || code.isGood(at: now) else { return .late(code.approver) }
    guard needs.isEmpty || needs.approvers.contains(code.approver) else { return .notAnApprover(code.approver) }
    request.codes[place].standing = .used
    return wish == .deny
      ? denied(&request, by: code.approver, now) : approved(&request, by: code.approver, needs, now)
  }

  private static func denied(_ request: inout ApprovalRequest, by approver: Name, _ now: ClockReading) -> Answer {
    request.end(.denied, at: now.wall, by: approver.text)
    return .denied(by: approver)
  }

  private static func approved(
    _ request: inout ApprovalRequest, by approver: Name, _ needs: [ApprovalNeed], _ now: ClockReading
  ) -> Answer {
    if !request.approvedBy.contains(approver) { request.approvedBy.append(approver) }
    let people = Set(request.approvedBy)
    guard needs.areMet(by: people) else {
      return .approvedInPart(by: approver, missing: needs.missing(after: people))
    }
    request.end(.approved, at: now.wall, by: approver.text)
    return .approved(by: approver)
  }
}

extension ApprovalRequest {
  /// Whether `approver` has agreed already, and others have yet to. Where the guards have changed since, a yes that was said
  /// before may be all that is needed.
  fileprivate func isWaiting(after approver: Name, _ needs: [ApprovalNeed]) -> Bool {
    approvedBy.contains(approver) && !needs.areMet(by: Set(approvedBy))
  }

  /// Whether no code of it is good any more, fresh ones neither, as too many wrong ones were tried.
  package var isBurned: Bool { wrongTries >= CodeDecision.mostWrong }

  /// Ends it so. Nobody can make anything of its codes any more.
  package mutating func end(_ ending: Ending, at instant: Instant, by person: String?) {
    (self.ending, endedAt, endedBy) = (ending, instant, person)
  }
}
