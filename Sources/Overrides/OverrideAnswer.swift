package import CivilTime
package import Controller
import Documents
import Planning
package import Policies
package import Presentation
import StateStore
import Text

/// Overrides that were made, ended or given another end, as it is told.
package struct OverrideAnswer {
  /// What was done.
  package enum Deed: String, Hashable, Sendable {
    case made
    case extended
    case ended
  }

  /// What becomes of an override that was made, ended or given another end.
  package enum Standing: Hashable, Sendable {
    /// It counts, and what was done takes effect.
    case counts
    /// It was made for another policy than this one, which is followed.
    case unfollowed(String)
    /// It was made while another policy was followed, and a guard of this one would have to be asked.
    case unasked
    /// The policy has no such target, or none any more.
    case gone
    /// No target that it names can have its state.
    case unsuited
    /// Every target that it counts for is only observed.
    case observed
  }

  /// An override as it is now, and when it was to end before.
  package struct Item {
    package var override: Override
    package var previousEnd: Instant
  }

  package let deed: Deed
  package let context: OverrideContext
  /// The overrides that were made, ended or given another end.
  package private(set) var items: [Item] = []
  /// What was asked for and not done, and why.
  package var left: [OverrideRefusal] = []
  /// What else to know.
  package var notes: [String] = []
  /// What holds with them; nil where no policy can be read.
  package private(set) var overriding: ActiveOverrides?
  /// The same as what holds when.
  private var overlay: Overlay?
  /// What its overrides are called, by number.
  private var names: [String: String] = [:]
  /// What was remembered before that, but for what runs have noted since.
  private var before = StateSnapshot()
  /// Which policy the state follows; nil where nobody knows.
  package private(set) var following: Following?
  /// What those of them that are locks keep shut for targets that they are not about, or did before they were ended.
  private var holds: [LockHold] = []
  /// What no target of the policy names any more and was switched off, which override wanted it so, and whether it is
  /// removed as nothing names it.
  private var closings: [(target: Name, override: String?, isPruned: Bool)] = []

  package init(deed: Deed, context: OverrideContext) {
    (self.deed, self.context) = (deed, context)
  }

  /// The targets of what `override`, one of the items, has switched off and the policy leaves behind.
  package func leftBehind(by override: Override) -> [Name] {
    Set(closings(by: override).filter { !$0.isPruned }.map(\.target)).sorted()
  }

  /// Whether the next run removes what `override`, one of the items, has switched off and nothing names any more.
  package func isPruned(by override: Override) -> Bool { closings(by: override).contains(where: \.isPruned) }

  private func closings(by override: Override) -> [(target: Name, override: String?, isPruned: Bool)] {
    closings.filter { $0.target == override.target || $0.override == override.id }
  }

  /// Tells of `changed`, each with its end before, beside all that is `remembered` now. `held` is what locks kept shut before
  /// that.
  mutating func tell(_ changed: [(Override, Instant)], _ remembered: StateSnapshot, held: [LockHold] = []) {
    items = changed.map { override, end in
      // What has just been ended held until now.
      var override = override
      override.isTakenBack = false
      return Item(override: override.keepingShut(at: context.now), previousEnd: end)
    }
    overriding = context.overriding(remembered)
    overlay = overriding?.overlay
    names = Dictionary((overriding?.overrides ?? []).map { ($0.id, $0.name) }) { first, _ in first }
    before = remembered
    let ends = Dictionary(changed.map { ($0.0.id, $0.1) }) { first, _ in first }
    before.overrides = remembered.overrides.compactMap { override in
      guard let end = ends[override.id] else { return override }
      if deed == .made { return nil }
      var override = override
      override.until = end
      return override
    }
    following = remembered.following
    if let policy = overriding?.policy {
      closings = policy.leavingBehind(remembered.past?.closings(owner: policy.owner) ?? [])
        .map { ($0.closing.target, remembered.memory?.objects[$0.key]?.override, policy.prunes($0.key)) }
    }
    holds = held.filter { hold in changed.contains { $0.0.id == hold.lock.id && isOwn($0.0) } }
    notes += pauses.map { OverrideMessages.leftPaused($0.target, until: $0.until, moments) }
    notes += shortened.map { OverrideMessages.shortensPause($0.target, until: $0.until, moments) }
    notes += calledOff.sorted { $0.key < $1.key }.map { OverrideMessages.callsOff($0, $1, moments) }
    notes += stayingCalledOff.sorted { $0.key < $1.key }.map { OverrideMessages.staysCalledOff($0, $1, moments) }
    notes += items.compactMap { item in
      let held = holds.filter { $0.lock.id == item.override.id }
      return held.isEmpty ? nil : OverrideMessages.held(item.override, held, deed)
    }
  }

  package var moments: Moments { context.moments }

  /// Somebody's own pauses that go on although what was made wants their targets active.
  private var pauses: [(target: Name, until: Instant)] {
    reached(wanting: .active) { $0.pauses(at: context.now) }
  }

  /// Those that end sooner, as what was made pauses their targets for less.
  private var shortened: [(target: Name, until: Instant)] {
    reached(wanting: .paused) { $0.shortenedPauses(at: context.now) }
  }

  /// Those of `pauses` whose targets something that was made wants to be in `state` now.
  private func reached(
    wanting state: TargetState, of pauses: (ActiveOverrides) -> [(target: Name, until: Instant)]
  ) -> [(target: Name, until: Instant)] {
    guard deed == .made, let overriding else { return [] }
    let wanted = items.filter { $0.override.state == state && $0.override.range.contains(context.now) }
    if wanted.isEmpty { return [] }
    let targets = Set(wanted.flatMap { overriding.policy.reached(by: $0.override) })
    return pauses(overriding).filter { targets.contains($0.target) }
  }

  /// What falls due, or is to be tried again, while what was made shuts a door that it may open: the first times of each.
  private var calledOff: [Name: [Instant]] {
    guard deed != .ended, let overriding else { return [:] }
    let doors = DoorKeepers(overriding.overlay)
    let now = context.now
    let own = items.map(\.override).filter(isOwn)
    let pending = own.flatMap { override in
      let actions = Set(doors.actions(calledOffBy: override))
      return before.actions.filter { open in
        guard open.standing == .expected, open.key.at <= now, let until = open.until, now <= until else { return false }
        return actions.contains(open.key.target) && override.range.overlaps(now..<until + 1)
      }
    }
    let coming = own.flatMap { doors.calledOff(by: $0, from: now + 1) }
    let all = Set(pending.map(\.key) + coming.map { ActionKey(target: $0.target, at: $0.at) })
    return Dictionary(grouping: all.sorted(), by: \.target).mapValues { $0.map(\.at) }
  }

  /// What fell due while what has ended shut a door that it may open, and whose time is not over yet.
  private var stayingCalledOff: [Name: [Instant]] {
    guard deed == .ended, let overriding else { return [:] }
    let now = context.now
    let open = overriding.openActions(at: now).filter { $0.keeper != nil }
    if open.isEmpty { return [:] }
    let doors = DoorKeepers(overriding.overlay)
    let own = items.map(\.override).filter(isOwn)
    let keys = open.map(\.due.key).filter { key in
      own.contains { override in
        override.range.overlaps(key.at..<now + 1) && doors.actions(calledOffBy: override).contains(key.target)
      }
    }
    return Dictionary(grouping: keys, by: \.target).mapValues { $0.map(\.at) }
  }

  /// What holds once `override` has ended, for every target that it is about, in the order of the policy.
  package func afterwards(_ override: Override) -> [(target: Name, verdict: Verdict)] {
    guard let overriding, let overlay, isOwn(override) else { return [] }
    let held = holds.filter { $0.lock.id == override.id }.map(\.target)
    let targets = overriding.policy.reached(by: override) + held
    return targets.compactMap { name in
      overlay.verdict(on: name, at: max(override.until, context.now)).map { (name, $0) }
    }
  }

  /// Whether `target` goes on being shut by hand where `verdict` wants it open.
  package func staysShut(_ target: Name, by verdict: Verdict) -> Bool {
    guard let overriding, let found = overriding.policy.target(target) else { return false }
    return found.staysShut(by: verdict, overriding.seenByTarget[target] ?? [])
  }

  /// When the first of them begins, where all are yet to begin and no system has to be told of them before; nil where one
  /// of them takes effect at the next run.
  package var beginning: Instant? {
    let counting = items.filter { standing($0.override) == .counts }
    guard let first = counting.map(\.override.from).min(), first > context.now else { return nil }
    return counting.contains { overriding?.policy.mayKeepHours(of: $0.override.target) ?? false } ? nil : first
  }

  /// The first instant from `beginning` on at which another state holds because of what was done; nil where none does, as
  /// for a lock of what is off anyway.
  package func firstDifference(from beginning: Instant) -> Instant? {
    guard let overriding, let overlay, let before = context.overriding(before)?.overlay else { return beginning }
    let end = items.map { max($0.override.until, $0.previousEnd) }.max() ?? beginning
    let targets = Set(items.flatMap { overriding.policy.reached(by: $0.override) })
    return targets.compactMap {
      overlay.firstDifference(from: before, of: $0, in: beginning..<max(beginning, end))
    }.min()
  }

  /// When what was made, which holds already, makes its first difference, if that is yet to come; nil if a run may have something
  /// to do now, and if nothing ever differs.
  package var laterDifference: Instant? {
    guard deed == .made, let overriding else { return nil }
    let now = context.now
    let overrides = items.map(\.override).filter { standing($0) == .counts }
    let seen = overriding.seenByTarget
    let isForNow = overrides.contains { override in
      overriding.policy.mayKeepHours(of: override.target)
        || overriding.policy.reached(by: override).contains {
          overriding.mayBeMovedNow($0, wanting: override.state, seen[$0] ?? [])
        }
    }
    guard !isForNow, let first = firstDifference(from: now), first > now else { return nil }
    return first
  }

  /// What the override that decides `verdict` is called; else the statement.
  package func name(of decider: Verdict.Decider) -> String {
    guard let overriding else { return "" }
    if case .override(let number) = decider, let name = names[String(number)] { return name }
    return decider.name(overriding.policy)
  }

  /// Whether `override`, one of the items, was made for the policy of this run.
  private func isOwn(_ override: Override) -> Bool {
    if overriding?.isUnasked(override) ?? false { return false }
    return context.policy.map { following?.counts(override, owner: $0.owner) ?? true } ?? true
  }

  /// What becomes of `override`, one of the items. Of a policy that cannot be read, or is not the one that it counts for,
  /// nobody knows what it reaches.
  package func standing(_ override: Override) -> Standing {
    if overriding?.isUnasked(override) ?? false { return .unasked }
    if let following, !following.isInForce(override, owner: context.policy?.owner) {
      return .unfollowed(following.followed?.path ?? "")
    }
    guard let overriding, isOwn(override), !holds.contains(where: { $0.lock.id == override.id }) else { return .counts }
    return switch overriding.idleness(of: override) {
    case .gone: .gone
    case .unsuited: .unsuited
    case .observed: .observed
    case .notLeftBehind, nil: .counts
    }
  }

  /// The command line that would apply the policy that is followed; nil for whoever may not.
  package var applyLine: String? { context.applyLine(following) }

  /// When a timer or a watch last ran here, a few minutes more or less.
  package var lastRun: Instant? { LastRun.read(context.places.state.path) }
}
