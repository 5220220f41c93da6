import Approvals
package import CivilTime
import Planning
package import Policies

/// What one person sees, as a value: the words come later.
package struct PageModel: Equatable, Sendable {
  /// Whose page it is.
  package let person: Name
  package let now: Instant
  /// The policy's, by whose clocks all times are told.
  package let zone: Zone
  /// When a run last looked at the systems; nil for never.
  package let checkedAt: Instant?
  /// Whether that is so long ago that nothing seems to run.
  package let isStale: Bool
  /// Whether the policy's file has errors, so that the version before it is followed.
  package let isBroken: Bool
  /// Whether the state cannot be read any more, so that this is what was read last.
  package let isUnread: Bool
  /// Whether no tap counts at present; only for who manages something.
  package let isUnwritable: Bool
  /// In the order of the policy.
  package let cards: [PageCard]
  /// The requests that are open, the newest first.
  package let requests: [PageRequest]
  /// The overrides that are in force or yet to come, the newest first.
  package let overrides: [PageOverride]
  /// What happened lately, the newest first.
  package let history: [PageEvent]

  /// A run that looked so many seconds ago is taken for one of several that go on: marks of runs are up to 150 seconds old.
  static let staleSeconds: Int64 = 300
  /// So much of the past is told.
  private static let toldSeconds: Int64 = 3 * 86_400
  private static let mostEvents = 30

  /// What `rights` lets somebody see of `facts`.
  package init(_ rights: PersonRights, _ facts: PageFacts) {
    let now = facts.now
    person = rights.person
    self.now = now
    zone = facts.policy.zone
    checkedAt = facts.checkedAt
    isStale = facts.checkedAt.map { abs(now - $0) > Self.staleSeconds } ?? true
    isBroken = facts.isBroken
    isUnread = facts.isUnread
    isUnwritable = facts.isUnwritable && !facts.isUnread && !rights.manages.isEmpty
    let sees = rights.sees
    requests = facts.requests.filter { $0.isOpen(at: now) }.compactMap { PageRequest($0, rights, facts) }
    overrides = facts.overrides.compactMap { PageOverride($0, sees, facts) }
    let (isStale, letGo) = (isStale, facts.letGo)
    var doors = DoorKeepers(facts.overlay)
    cards = facts.policy.everyTarget.filter { sees.contains($0.name) }.map { target in
      let next = target.isAction ? facts.overlay.nextOccurrences(of: [target.name], after: now).first?.at : nil
      let keeper = next.flatMap { doors.keeper(against: target.name, at: $0) }
      return PageCard(target, rights, facts, letGo: letGo[target.name], keeper: keeper, isStale: isStale)
    }
    let told = facts.events.filter { now - $0.at < Self.toldSeconds }.compactMap { PageEvent($0, sees, facts.policy) }
    // A target with many objects is switched once, as far as people are concerned.
    var latest: [Name: PageEvent] = [:]
    let distinct = told.filter { next in
      guard next.event.kind == .change, let target = next.event.target else { return true }
      if let before = latest[target], before.saysTheSame(as: next) { return false }
      latest[target] = next
      return true
    }
    history = distinct.suffix(Self.mostEvents).reversed()
  }
}
