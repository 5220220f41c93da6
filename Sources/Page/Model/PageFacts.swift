package import Approvals
package import CivilTime
package import Planning
package import Policies

/// All that is known when a page is made: what the policy and the state say, and what time it is.
package struct PageFacts: Sendable {
  /// The policy as it is followed, with what overrides bring into it.
  package var policy: Policy
  /// What holds when.
  package var overlay: Overlay
  /// Those that count.
  package var overrides: [Override]
  /// What locks keep shut for targets that they are not about.
  package var holds: [LockHold] = []
  /// The newest first.
  package var requests: [ApprovalRequest]
  /// Those that are over, the newest first.
  package var past: [ApprovalRequest] = []
  /// Who agreed to overrides that somebody asked for, by their numbers.
  package var agreed: [String: [String]] = [:]
  /// Until when locks are in the way of a yes, by the numbers of those.
  package var locked: [String: Instant] = [:]
  /// The numbers of those that would do nothing, though the policy has their targets.
  package var idle: Set<String> = []
  /// What runs saw; nil where there is no state yet.
  package var memory: RecordedState?
  /// The systems that could not be read when they were last asked.
  package var lost: Set<Name>
  /// What the last run could not do for a target, in words: it found no object of a name, say.
  package var problems: [Name: [String]]
  /// What happened lately, the earliest first.
  package var events: [Event]
  /// When a run last looked, or a little later than that; nil for never.
  package var checkedAt: Instant?
  /// When the policy was first read as it is; nil for before anybody looked.
  package var editedAt: Instant?
  /// Whether the file has errors, so that the version before it is followed.
  package var isBroken: Bool
  /// Whether the state cannot be read any more, so that this is what was read last.
  package var isUnread = false
  /// Whether nothing can be written to it, so that no tap counts.
  package var isUnwritable = false
  package var now: Instant

  package init(
    policy: Policy, overlay: Overlay, overrides: [Override], requests: [ApprovalRequest], memory: RecordedState?,
    lost: Set<Name>, problems: [Name: [String]], events: [Event], checkedAt: Instant?, isBroken: Bool, now: Instant
  ) {
    self.policy = policy
    self.overlay = overlay
    self.overrides = overrides
    self.requests = requests
    self.memory = memory
    self.lost = lost
    self.problems = problems
    self.events = events
    self.checkedAt = checkedAt
    self.isBroken = isBroken
    self.now = now
  }

  /// Whether `override` decides about `target` at some instant of what is left of its time: a newer one may beat it for all
  /// of that.
  func decides(_ override: Override, for target: Name) -> Bool {
    let start = max(override.from, now)
    guard start < override.until else { return false }
    return overlay.timeline(of: target, in: start..<override.until).contains { interval in
      guard case .override(let number) = interval.decidedBy else { return false }
      return String(number) == override.id
    }
  }

  /// What is off and holds nothing back, as its system lets everything go.
  var letGo: [Name: LetGo] {
    policy.letGo(Dictionary(overlay.verdicts(at: now)) { first, _ in first }, memory, at: now)
  }

  /// What `override` is about, and what it keeps shut beside that.
  func targets(heldBy override: Override) -> [Name] { policy.targets(heldBy: override, holds) }
}

extension Policy {
  /// What `override` is about, and what `holds` say that it keeps shut beside that, in the order of the policy.
  package func targets(heldBy override: Override, _ holds: [LockHold]) -> [Name] {
    let held = Set(reached(by: override) + holds.filter { $0.lock.id == override.id }.map(\.target))
    return everyTarget.map(\.name).filter(held.contains)
  }
}
