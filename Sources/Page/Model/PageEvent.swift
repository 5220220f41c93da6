import CivilTime
package import Planning
package import Policies

/// Something that happened, as far as it is anybody's business here.
package struct PageEvent: Hashable, Sendable {
  package let event: Event
  /// What it is about, as it was named, as far as something of it is this person's business.
  package let targets: [Name]

  /// Nil for what says nothing to this person.
  init?(_ event: Event, _ sees: Set<Name>, _ policy: Policy) {
    targets = event.named.filter { !sees.isDisjoint(with: policy.members(of: [$0])) }
    if targets.isEmpty { return nil }
    switch event.kind {
    case .change:
      guard event.outcome == "applied", event.state != nil else { return nil }
    case .moved, .action, .overrideMade, .overrideExtended, .overrideEnded, .requestMade, .requestAgreed,
      .requestApproved, .requestDenied, .requestCancelled, .requestExpired:
      break
    case .policy, .contended, .contentionOver, .stuck, .problem, .problemOver, .gone, .kept, .followed, .turns,
      .systemLost,
      .systemBack, .leftOut, .sealed,
      .setAside,
      .codeSent,
      .codeNotSent, .codeAsked, .wrongCode, .pinUsed, .requestReplaced, .requestWithdrawn, .releaseGivenUp,
      .editHeld, .editEnded,
      .pinSet, .pinReset, .linkMade, .deviceJoined, .deviceForgotten:
      return nil
    }
    self.event = event
  }

  /// Whether the next change of the same target is a part of this one.
  func saysTheSame(as next: PageEvent) -> Bool {
    event.state == next.event.state && abs(next.event.at - event.at) < 120
  }
}

extension Event {
  /// What it is about, as it was named.
  var named: [Name] { [target].compactMap { $0 } + also.map(\.target) }
}
