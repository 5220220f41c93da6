import Approvals
package import CivilTime
import Controller
package import Policies
import Presentation
package import StateStore

/// Making overrides: what is asked for, beside all that holds already.
package struct OverrideMaking {
  /// What is asked for.
  package enum Wish {
    /// A state for a while, one override for each subject.
    case state([OverrideSubject], Range<Instant>)
    /// `off`, or what that is for a target, for a while, whatever holds.
    case lock([OverrideSubject], Range<Instant>)
    /// So much more before the next `off` of each of these.
    case more([Name], CivilLength)

    /// When it is to be over; nil where that is not known yet.
    fileprivate var end: Instant? {
      switch self {
      case .state(_, let range), .lock(_, let range): range.upperBound
      case .more: nil
      }
    }
  }

  /// What it is made for.
  package enum Purpose: Hashable {
    /// To hold. Where a guard does not allow that without an approval, it is asked for.
    case hold
    /// To be asked for, for so many seconds, and for nothing else.
    case ask(Int64)
  }

  /// The reason for an override or a request has at most so many characters, counted as Unicode scalars.
  package static let longestReason = 200

  /// Whether `reason` has no more than that.
  package static func isShort(_ reason: String) -> Bool { reason.unicodeScalars.count <= longestReason }

  package let wish: Wish
  /// The reason in the words of who asks; nil where none is given.
  package let because: String?
  /// Whether an end was given as a length, which a hint takes over.
  package let length: CivilLength?
  package let context: OverrideContext
  package var purpose = Purpose.hold
  /// Who is asked where no guard says; nobody unless given.
  package var deciders: [Name] = []

  package init(
    wish: Wish, because: String?, length: CivilLength?, context: OverrideContext, purpose: Purpose = .hold
  ) {
    (self.wish, self.because, self.length, self.context) = (wish, because, length, context)
    self.purpose = purpose
  }

  /// Writes what would change something, or asks for it, or says why nothing would.
  package func write(to store: StateStore) throws(StateError) -> Result<OverrideDone, OverrideRefusal> {
    // A wrong PIN is a try, whatever else is wrong.
    if let refusal = try context.approver?.refusal(in: store, context) { return .failure(refusal) }
    if let end = wish.end, end <= context.now {
      return .failure(OverrideMessages.endHasPassed(end, context.moments))
    }
    let before = try context.remembered(store)
    guard let overriding = context.overriding(before) else { return .failure(OverrideRefusal("no policy", nil)) }
    var answer = OverrideAnswer(deed: .made, context: context)
    var wanted: [Override]
    switch wish {
    case .state(let subjects, let range): (wanted, answer.left) = effective(subjects, present(range), overriding)
    case .lock(let subjects, let range):
      wanted = subjects.flatMap { overrides($0, present(range), .lock) }
      answer.left = subjects.compactMap(\.omission)
    case .more(let names, let length):
      (wanted, answer.left, answer.notes) = more(names, length, overriding)
      answer.notes += context.own(before).compactMap { lost($0, overriding) }
    }
    guard !wanted.isEmpty else { return .failure(OverrideRefusal(answer.left)) }
    let policy = context.policyFile(before)
    let isUnasked = context.policy.map { before.otherPolicy(than: $0) != nil } ?? false
    wanted = wanted.map { override in
      var override = override
      (override.policy, override.isUnasked) = (policy, isUnasked)
      return override
    }
    let change = GuardedChange(
      overriding.policy, before, becoming: GuardedChange.adding(wanted, to: before.overrides), now: context.now)
    if let refusal = context.approver?.refusal(for: change.needs) { return .failure(refusal) }
    if let seconds = seconds(change) {
      let making = RequestMaking(context: context, because: because, lastingSeconds: seconds)
      return try making.make(.make(wanted), change.needs, policy, leaving: answer.left, in: store)
        .map(OverrideDone.asked)
    }
    if case .ask(let seconds) = purpose, !deciders.isEmpty {
      let making = RequestMaking(context: context, because: because, lastingSeconds: seconds)
      let needs = [ApprovalNeed(approvers: deciders, needsAll: false)]
      return try making.make(.make(wanted), needs, policy, leaving: answer.left, in: store).map(OverrideDone.asked)
    }
    if purpose != .hold {
      return .failure(RequestMessages.notGuarded(wanted.map(\.target.text), commandLine))
    }
    let made = try store.make(wanted)
    answer.notes += made.flatMap { OverrideMessages.beats($0, overriding, context.moments) }
    answer.notes += made.flatMap { OverrideMessages.holdsAgainst($0, overriding, context.moments) }
    answer.notes += made.flatMap { OverrideMessages.letsGo($0, overriding) }
    let after = try context.remembered(store)
    if let overriding = context.overriding(after) {
      answer.notes += OverrideMessages.inVain(made, overriding, at: context.now)
    }
    answer.tell(made.map { ($0, $0.until) }, after)
    return .success(.changed(answer))
  }

  /// For how long it is asked for; nil where nobody has to agree.
  private func seconds(_ change: GuardedChange) -> Int64? {
    guard !change.needs.isEmpty, context.approver == nil else { return nil }
    return if case .ask(let seconds) = purpose { seconds } else { RequestMaking.usualSeconds }
  }

  /// The command that does without asking what was asked for.
  private var commandLine: String {
    switch wish {
    case .more(let names, let length): "reconcile more \(names.map(\.text).joined(separator: " ")) \(length)"
    case .state(let subjects, _):
      "reconcile override \(subjects.map(\.target.text).joined(separator: " ")) "
        + (subjects.first?.state.rawValue ?? "") + (length.map { " --for \($0)" } ?? " --until …")
    case .lock(let subjects, _): "reconcile lock \(subjects.map(\.target.text).joined(separator: " "))"
    }
  }

  /// What is left of `range`: it was typed before the state was free.
  private func present(_ range: Range<Instant>) -> Range<Instant> {
    max(range.lowerBound, context.now)..<range.upperBound
  }

  private func overrides(
    _ subject: OverrideSubject, _ range: Range<Instant>, _ kind: Override.Kind
  ) -> [Override] {
    subject.targets.map { override($0, subject.state, range, kind, named: subject.group) }
  }

  private func override(
    _ target: Name, _ state: TargetState, _ range: Range<Instant>, _ kind: Override.Kind, named: Name?
  ) -> Override {
    var override = Override(
      id: "", target: target, state: state, from: range.lowerBound, until: range.upperBound, because: because,
      by: context.person, madeAt: context.now, kind: kind)
    override.named = named
    return override
  }

  // MARK: A state

  /// Those that change something at some instant, and why the others do not.
  private func effective(
    _ subjects: [OverrideSubject], _ range: Range<Instant>, _ overriding: ActiveOverrides
  ) -> ([Override], [OverrideRefusal]) {
    let effect = Effect(overlay: overriding.overlay)
    let remembered = range.contains(context.now) ? overriding.seenByTarget : [:]
    let letGo = range.contains(context.now) ? overriding.letGo(at: context.now) : [:]
    var wanted: [Override] = []
    var left: [OverrideRefusal] = []
    for subject in subjects {
      let members = overriding.policy.members(of: subject.targets)
      // What was moved by hand and is left so, perhaps only now, or does not tell its state, is wanted anew.
      let isWish =
        range.contains(context.now)
        && members.contains { overriding.mayBeMovedNow($0, wanting: subject.state, remembered[$0] ?? []) }
      if isWish || members.contains(where: { effect.firstChange($0, subject.state, in: range) != nil }) {
        wanted += overrides(subject, range, .override)
        left += subject.omission.map { [$0] } ?? []
      } else {
        left.append(IdleOverride(subject, members, range, overriding, letGo, self).refusal)
      }
    }
    return (wanted, left)
  }

  // MARK: More time

  /// That more time which was given to a target before that got another name counts for nobody; nil for what counts.
  private func lost(_ other: Override, _ overriding: ActiveOverrides) -> String? {
    guard other.kind == .more, other.isAhead(of: context.now), overriding.idleness(of: other) == .gone else {
      return nil
    }
    return OverrideMessages.lostMore(other, context.moments)
  }

  private func more(
    _ names: [Name], _ length: CivilLength, _ overriding: ActiveOverrides
  ) -> ([Override], [OverrideRefusal], [String]) {
    var wanted: [Override] = []
    var left: [OverrideRefusal] = []
    var notes: [String] = []
    let groups = TargetGroups(overriding.policy.targets)
    let named = Set(names)
    let group = Dictionary(names.flatMap { name in groups.members(of: [name]).map { ($0, name) } }) { first, _ in first
    }
    for name in overriding.policy.members(of: names) {
      if let refusal = overriding.policy.target(name).flatMap(MoreTime.refusal) {
        left.append(OverrideRefusal(refusal.message, refusal.hint))
        continue
      }
      do throws(MoreTime.Refusal) {
        let time = try MoreTime(name, length, overriding, now: context.now)
        wanted.append(override(name, .on, time.range, .more, named: named.contains(name) ? nil : group[name]))
        if time.takesAll { notes.append(OverrideMessages.nothingLeft(time, context.moments)) }
      } catch {
        left.append(OverrideMessages.noMore(error, context.moments))
      }
    }
    return (wanted, left, notes)
  }
}
