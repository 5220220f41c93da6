import Approvals
import CivilTime
import Controller
import Host
import Overrides
import Page
import Planning
import Policies
import StateStore

/// Something that a person wants done, by a form or by a program. Whether they may is decided when it is done, by what holds then.
enum PageAct: Hashable {
  case more(Name, minutes: Int64)
  case ask(Name, minutes: Int64, because: String?)
  case off(Name, hour: Int, minute: Int)
  case end(Name, override: String)
  /// The end of all that is in force.
  case endAll(Name)
  /// The end of what keeps it off, and so much more time where the timetable does.
  case on(Name, minutes: Int64)
  case approve(String)
  case deny(String)
  case cancel(String)

  /// What it is about; nil for a decision about a request.
  var target: Name? {
    switch self {
    case .more(let target, _), .ask(let target, _, _), .off(let target, _, _), .end(let target, _), .endAll(let target),
      .on(let target, _):
      target
    case .approve, .deny, .cancel: nil
    }
  }

  /// The lengths that there are buttons for.
  private static let lengths: [Int64] = [15, 30, 60]

  /// Nil for what no form sends.
  init?(_ form: [String: String]) {
    guard let word = form["do"] else { return nil }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    let target = form["target"].flatMap { $0.utf8.count <= 63 ? Name($0) : nil }
    let number = form["request"].flatMap(Int64.init).flatMap { $0 > 0 ? String($0) : nil }
    switch (parts[0], target, number) {
    case ("more", let target?, _):
      guard let minutes = Self.minutes(parts) else { return nil }
      self = .more(target, minutes: minutes)
    case ("ask", let target?, _):
      guard let minutes = Self.minutes(parts) else { return nil }
      self = .ask(target, minutes: minutes, because: Self.reason(form["because"]))
    case ("off", let target?, _):
      guard parts.count == 1, let (hour, minute) = Self.clock(form["until"] ?? "") else { return nil }
      self = .off(target, hour: hour, minute: minute)
    case ("end", let target?, _):
      guard parts.count == 1, let id = form["override"].flatMap(Int64.init), id > 0 else { return nil }
      self = .end(target, override: String(id))
    case ("approve", _, let id?): self = .approve(id)
    case ("deny", _, let id?): self = .deny(id)
    case ("cancel", _, let id?): self = .cancel(id)
    default: return nil
    }
  }

  private static func minutes(_ parts: [String]) -> Int64? {
    guard parts.count == 2, let minutes = Int64(parts[1]), lengths.contains(minutes) else { return nil }
    return minutes
  }

  /// `18:00`
  private static func clock(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    return (hour, minute)
  }

  /// One line; of one that is too long only as much as shows that it is.
  static func reason(_ text: String?) -> String? {
    guard let text else { return nil }
    let plain = text.unicodeScalars.map { scalar in
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        && scalar != "\u{200D}" ? " " : scalar
    }
    let trimmed = plain.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: trimmed.prefix(OverrideMaking.longestReason + 1))
    return kept.isEmpty ? nil : String(kept)
  }
}

/// Does what people want, by the same acts as the commands.
struct PageActing {
  let act: PageAct
  let person: Name
  let policy: Policy
  let places: Places
  let environment: Environment

  /// What came of it.
  func perform(_ store: StateStore) throws(StateError) -> Words.Said {
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
      guard rights.asks.contains(target), (try? MoreTime.check(target.text, policy)) != nil else { return .notAllowed }
      let length = CivilLength(seconds: minutes * 60)
      var making = OverrideMaking(
        wish: .more([target], length), because: because, length: length, context: context(nil),
        purpose: .ask(RequestMaking.usualSeconds))
      making.deciders = policy.deciders(of: target)
      return try said(making.write(to: store))
    case .end(let target, let id):
      let override = try overrides(store).first { $0.id == id && $0.isAhead(of: environment.now()) }
      let said = try end(override.map { [$0] } ?? [], of: target, rights, store)
      guard said == .ended, let override, try goesOn(target, without: override, store) else { return said }
      return .goesOn
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
    rights.manages.contains(target) && (try? MoreTime.check(target.text, policy)) != nil
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
    if overrides.isEmpty { return .over }
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
    return said(try deciding.decide(in: store).map(OverrideDone.decided).mapError(Refused.init))
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
