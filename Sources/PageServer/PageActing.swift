import Approvals
import CivilTime
import Controller
import Host
import Overrides
import Page
import Planning
import Policies
import StateStore

/// Does what people want, by the same acts as the commands.
struct PageActing {
  let act: PageAct
  let person: Name
  let policy: Policy
  let places: Places
  let environment: Environment

  /// What came of something, and the targets for which something was ended by it.
  struct Outcome: Hashable {
    var said: Words.Said
    var targets: [Name] = []
  }

  /// What came of it.
  func perform(_ store: StateStore) throws(StateError) -> Outcome {
    let held = try heldTogether(store)
    let said = try said(of: store)
    return Outcome(said: said, targets: [.ended, .goesOn, .goesOnLater].contains(said) ? held : [])
  }

  /// Everything that the override holds which is to be ended.
  private func heldTogether(_ store: StateStore) throws(StateError) -> [Name] {
    let plain = context(nil)
    let ended: [Override] =
      switch act {
      case .end(_, let id): try overrides(store).filter { $0.id == id }
      case .endAll(let target): try inForce(target, store)
      case .on(let target, _): try inForce(target, store).filter(\.state.isOff)
      case .more, .ask, .off, .approve, .deny, .cancel: []
      }
    guard !ended.isEmpty else { return [] }
    let holds = try plain.overriding(plain.remembered(store))?.holds ?? []
    let held = Set(ended.flatMap { policy.targets(heldBy: $0, holds) })
    return policy.everyTarget.map(\.name).filter(held.contains)
  }

  private func said(of store: StateStore) throws(StateError) -> Words.Said {
    guard let rights = PersonRights(person, in: policy) else { return .notAllowed }
    // A page that was open may offer what has another name by now, or is shown to others.
    if let target = act.target, !rights.sees.contains(target) { return .gone }
    switch act {
    case .more(let target, let minutes): return try more(target, minutes, rights, store)
    case .on(let target, let minutes): return try on(target, minutes, rights, store)
    case .off(let target, let hour, let minute):
      guard rights.manages.contains(target), let subject = try? OverrideSubject(locking: target.text, policy) else {
        return .notAllowed
      }
      let now = environment.now()
      guard let end = end(hour, minute, after: now) else { return .time }
      return try make(.lock([subject], now..<end), nil, rights, store)
    case .ask(let target, let minutes, let because):
      if let because, !OverrideMaking.isShort(because) { return .reason }
      guard rights.asks.contains(target), (try? MoreTime.check([target.text], policy)) != nil else {
        return .notAllowed
      }
      let length = CivilLength(seconds: minutes * 60)
      var making = OverrideMaking(
        wish: .more([target], length), because: because, length: length, context: context(nil),
        purpose: .ask(RequestMaking.usualSeconds))
      making.deciders = policy.deciders(of: target)
      let said = try said(making.write(to: store))
      guard said == .tooMany else { return said }
      let now = environment.now()
      let open = try store.requests().count { $0.asker == person.text && $0.isOpen(at: now) }
      return open >= RequestLimits.mostOpen ? .tooManyOpen : said
    case .end(let target, let id):
      let override = try overrides(store).first { $0.id == id && $0.isAhead(of: environment.now()) }
      let said = try end(override.map { [$0] } ?? [], of: target, rights, store)
      guard said == .ended, let override else { return said }
      if try goesOn(target, without: override, store) { return .goesOn }
      return try goesOnLater(target, without: override, store) ? .goesOnLater : said
    case .endAll(let target):
      guard rights.manages.contains(target) else { return .notAllowed }
      return try end(inForce(target, store), of: target, rights, store)
    case .approve(let id): return try decide(.approve, id, store)
    case .deny(let id): return try decide(.deny, id, store)
    case .cancel(let id):
      let result = try RequestCancelling.cancel(id, always: false, context(nil), in: store)
      return said(result.mapError(Refused.init))
    }
  }

  /// Whether the person may give it more time, and it can have more.
  private func mayGive(_ target: Name, _ rights: PersonRights) -> Bool {
    rights.manages.contains(target) && (try? MoreTime.check([target.text], policy)) != nil
  }

  private func more(
    _ target: Name, _ minutes: Int64, _ rights: PersonRights, _ store: StateStore
  ) throws(StateError) -> Words.Said {
    guard mayGive(target, rights) else { return .notAllowed }
    let length = CivilLength(seconds: minutes * 60)
    return try make(.more([target], length), length, rights, store)
  }

  private func on(
    _ target: Name, _ minutes: Int64, _ rights: PersonRights, _ store: StateStore
  ) throws(StateError) -> Words.Said {
    guard mayGive(target, rights) else { return .notAllowed }
    let state = try state(of: target, store)
    // A lock that something newer beats is not what keeps it off, and stays.
    guard state?.isOff == true || state == .leave else { return .idle }
    let keepsOff = try inForce(target, store).filter(\.state.isOff)
    if !keepsOff.isEmpty {
      let said = try end(keepsOff, of: target, rights, store)
      // Where somebody has to agree, there is nothing more to do before they have.
      if said != .ended { return said }
    }
    let left = try self.state(of: target, store)
    if left == .leave, let subject = try? OverrideSubject(target: target.text, state: "on", policy) {
      // What is left alone may be off by hand.
      let now = environment.now()
      return try make(.state([subject], now..<(now + minutes * 60)), nil, rights, store)
    }
    return left?.isOff == true ? try more(target, minutes, rights, store) : .ended
  }

  /// Whether `target` is as it was while `ended` held, because another override wants the same.
  private func goesOn(_ target: Name, without ended: Override, _ store: StateStore) throws(StateError) -> Bool {
    let plain = context(nil)
    guard ended.range.contains(plain.now) else { return false }
    let overlay = plain.overriding(try plain.remembered(store))?.overlay
    return overlay?.override(of: target, at: plain.now)?.state == ended.state
  }

  /// Whether another override wants the same as `ended` for a part of the time that it had left.
  private func goesOnLater(_ target: Name, without ended: Override, _ store: StateStore) throws(StateError) -> Bool {
    let plain = context(nil)
    let start = max(ended.from, plain.now)
    guard start < ended.until, let overlay = try plain.overriding(plain.remembered(store))?.overlay else {
      return false
    }
    return overlay.timeline(of: target, in: start..<ended.until).contains { interval in
      guard interval.state == ended.state, case .override = interval.decidedBy else { return false }
      return true
    }
  }

  private func state(of target: Name, _ store: StateStore) throws(StateError) -> TargetState? {
    let plain = context(nil)
    let overriding = plain.overriding(try plain.remembered(store))
    return overriding?.overlay.verdict(on: target, at: plain.now)?.state
  }

  /// Who guards acts as such; where others have to agree as well, they are asked.
  private func make(
    _ wish: OverrideMaking.Wish, _ length: CivilLength?, _ rights: PersonRights, _ store: StateStore
  ) throws(StateError) -> Words.Said {
    let isGuard = !rights.guards.isEmpty
    let making = OverrideMaking(wish: wish, because: nil, length: length, context: context(isGuard ? proof : nil))
    let result = try making.write(to: store)
    guard isGuard, case .failure(let refusal) = result, [.othersToo, .noSay].contains(refusal.reason) else {
      return said(result)
    }
    let asking = OverrideMaking(wish: wish, because: nil, length: length, context: context(nil))
    let asked = try asking.write(to: store)
    try agree(to: asked, store)
    return said(asked)
  }

  /// Notes this person's own yes to what they ask others for: their session is their approval. It opens nothing, as it is
  /// noted only where somebody else has to agree as well.
  private func agree<Failure: Error>(to asked: Result<OverrideDone, Failure>, _ store: StateStore) throws(StateError) {
    guard case .success(.asked(let answer)) = asked else { return }
    let needs = try context(nil).asNeeded(answer.request, store).needs
    guard needs.approvers.contains(person), !needs.areMet(by: [person]) else { return }
    // Where it cannot be noted, it is asked for all the same.
    _ = try decide(.approve, answer.request.id, store)
  }

  /// Every override that was made for this policy.
  private func overrides(_ store: StateStore) throws(StateError) -> [Override] {
    let plain = context(nil)
    return try plain.own(plain.remembered(store))
  }

  /// Those that are in force for `target` now, whether or not a newer one beats them.
  private func inForce(_ target: Name, _ store: StateStore) throws(StateError) -> [Override] {
    let plain = context(nil)
    return try plain.own(plain.remembered(store)).filter { override in
      override.range.contains(plain.now) && policy.reached(by: override).contains(target)
    }
  }

  private func end(
    _ overrides: [Override], of target: Name, _ rights: PersonRights, _ store: StateStore
  ) throws(StateError) -> Words.Said {
    if overrides.isEmpty { return .endedBefore }
    let plain = context(nil)
    let holds = try plain.overriding(plain.remembered(store))?.holds ?? []
    let isAllowed = overrides.allSatisfy { override in
      let held = holds.filter { $0.lock.id == override.id }.map(\.target)
      if held.contains(target) { return rights.mayEnd(override, holding: held, policy) }
      let members = Set(policy.members(of: [override.target]))
      return members.contains(target) && members.isSubset(of: rights.manages)
    }
    guard isAllowed else { return .notAllowed }
    let ending = OverrideEnding.some(ids: overrides.map(\.id), targets: [])
    let isGuard = !rights.guards.isEmpty
    let result = try OverrideChange.end(ending, context(isGuard ? proof : nil), store)
    if isGuard, case .failure(.refused(let refusal)) = result, [.othersToo, .noSay].contains(refusal.reason) {
      let asked = try OverrideChange.end(ending, plain, store)
      try agree(to: asked, store)
      return said(asked.mapError(Refused.init))
    }
    return said(result.mapError(Refused.init))
  }

  private func decide(
    _ wish: CodeDecision.Wish, _ id: String, _ store: StateStore
  ) throws(StateError) -> Words.Said {
    let deciding = RequestDeciding(wish: wish, id: id, context: context(nil), means: .proof(proof))
    let decided = try deciding.decide(in: store)
    let said = said(decided.map(OverrideDone.decided).mapError(Refused.init))
    if said == .idle, wish == .approve, let request = try store.requests().first(where: { $0.id == id }),
      request.approvedBy.contains(person)
    {
      return .agreedBefore
    }
    guard said == .approved, case .success(let done) = decided, case .end(let ended) = done.decision.request.deed else {
      return said
    }
    for override in ended {
      for target in policy.reached(by: override) where try goesOn(target, without: override, store) {
        return .approvedGoesOn
      }
    }
    return said
  }

  private var proof: ApproverProof { ApproverProof(ofSession: person) }

  private func context(_ approver: ApproverProof?) -> OverrideContext {
    OverrideContext(policy: policy, places, environment, person: person.text, approver: approver)
  }

  /// The first such time after `now` by the policy's clocks, as `lock --until` reads it.
  private func end(_ hour: Int, _ minute: Int, after now: Instant) -> Instant? {
    let two = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
    return try? Instant("\(two(hour)):\(two(minute))", as: .end(after: now), in: policy.zone, now: now)
  }

  // MARK: What is said of it

  /// Why not.
  private struct Refused: Error {
    var reason: OverrideRefusal.Reason

    init(_ failure: OverrideFailure) {
      switch failure {
      case .refused(let refusal): reason = refusal.reason
      case .usage: reason = .other
      }
    }

    init(_ refusal: OverrideRefusal) { reason = refusal.reason }
  }

  private func said(_ result: Result<OverrideDone, OverrideRefusal>) -> Words.Said {
    said(result.mapError(Refused.init))
  }

  private func said(_ result: Result<OverrideDone, Refused>) -> Words.Said {
    switch result {
    case .success(.changed(let answer)): answer.deed == .ended ? .ended : .made
    case .success(.asked): .asked
    case .success(.cancelled): .cancelled
    case .success(.decided(let decided)):
      if case .denied = decided.decision.answer {
        .denied
      } else if case .approvedInPart = decided.decision.answer {
        .agreed
      } else if decided.beatsLocks {
        .approvedOverLock
      } else {
        .approved
      }
    case .failure(let refused):
      switch refused.reason {
      case .idle: .idle
      case .locked: .locked
      case .neverOff: .neverOff
      case .tooMany: .tooMany
      case .over, .ended: .over
      case .noSay, .othersToo: .notAllowed
      case .other: .failed
      }
    }
  }
}
