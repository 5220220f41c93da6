public import CivilTime
import Documents
public import Policies

/// What of an edit of the policy waits for approvers, and what is followed meanwhile: of the targets whose edit waits the
/// version that was approved last, of everything else the new one. Where the time zone is another one, all of it waits: its
/// lines would mean what no version says in the zone that stays.
public struct HeldEdits: Sendable {
  /// A target whose edit waits.
  public struct Held: Sendable {
    /// Which target, and the version of it that is followed.
    public var target: ApprovedTarget
    /// Why it waits; never empty.
    public var reasons: [EditReason]
    /// Who has to agree.
    public var guarding: Guard?
  }

  /// What is followed.
  public let policy: Policy
  /// The targets whose edit waits, in the order of their guards. Those that hang together are in one list: they can only
  /// be approved together.
  public let groups: [[Held]]

  /// All of them.
  public let held: [Held]

  /// Whether nothing of the new version is followed, as its time zone waits.
  public let areOfAll: Bool

  /// Reviews the policy `new`, where these are the targets whose guards hold edits.
  public init(_ new: Policy, approved: [ApprovedTarget], overrides: [Override], now: Instant) {
    let guarded = approved.filter(\.holdsEdits).sorted { ($0.since, $0.name) < ($1.since, $1.name) }
    let index = PolicyIndex(new)
    let reviews = Dictionary(grouping: guarded, by: \.version).mapValues { targets in
      EditReview(of: index, beside: PolicyIndex(targets[0].policy), about: targets.map(\.name), overrides, now: now)
    }
    var reasons: [Name: [EditReason]] = [:]
    for target in guarded { reasons[target.name] = reviews[target.version]?.reasons(of: target.name) }
    let links = SharedParts(guarded, reviews)
    links.spread(&reasons)
    let held = guarded.compactMap { target in
      reasons[target.name].flatMap { reasons -> Held? in
        if reasons.isEmpty { return nil }
        let guarding = reviews[target.version]?.approved.target(target.name)?.guarding
        return Held(target: target, reasons: reasons, guarding: guarding)
      }
    }
    groups = links.grouped(held)
    self.held = groups.flatMap(\.self)
    let before = held.first?.target.policy
    areOfAll = before.map { $0.zone != new.zone } ?? false
    var policy: Policy
    if let before, areOfAll {
      policy = Self.whole(before, of: held[0].target.version, at: new.path, guarded, overrides, now: now)
    } else {
      policy = PolicyGraft(index, holding: held.map(\.target), reviews).policy
    }
    policy.setPrecedence(of: guarded)
    self.policy = policy
  }

  /// All of `before`, which is the version `name`, with the targets that are approved in other versions as they are there.
  private static func whole(
    _ before: Policy, of name: String, at path: String, _ guarded: [ApprovedTarget], _ overrides: [Override],
    now: Instant
  ) -> Policy {
    let index = PolicyIndex(before)
    let others = guarded.filter { $0.version != name }
    let reviews = Dictionary(grouping: others, by: \.version).mapValues { targets in
      EditReview(of: index, beside: PolicyIndex(targets[0].policy), about: targets.map(\.name), overrides, now: now)
    }
    var policy = PolicyGraft(index, holding: others, reviews).policy
    (policy.zone, policy.owner, policy.maxChanges) = (before.zone, before.owner, before.maxChanges)
    policy.path = path
    policy.tests = []
    policy.markApproved()
    return policy
  }
}

extension Policy {
  /// Says of every line that it is not that of the file by now.
  fileprivate mutating func markApproved() {
    let mark = StatementLender.mark
    for place in statements.indices where !statements[place].span.file.hasSuffix(mark) {
      statements[place].span.file += mark
    }
    for place in edges.indices where !edges[place].span.file.hasSuffix(mark) { edges[place].span.file += mark }
  }

  /// What a guard holds goes before what it does not, and of two guards the older one before the younger.
  fileprivate mutating func setPrecedence(of guarded: [ApprovedTarget]) {
    let moments = Dictionary(uniqueKeysWithValues: zip(Set(guarded.map(\.since)).sorted(), 0...))
    let ranks = Dictionary(guarded.map { ($0.name, moments[$0.since] ?? 0) }) { first, _ in first }
    for place in targets.indices {
      if let rank = ranks[targets[place].name] { targets[place].precedence = rank }
    }
    for place in implicitTargets.indices {
      if let rank = ranks[implicitTargets[place].name] { implicitTargets[place].precedence = rank }
    }
  }
}
