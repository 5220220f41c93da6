import CivilTime
import Controller
import Host
import JSONTree
import Policies
import Presentation
import Providers
import Planning
import StateStore
import Approvals
import Overrides

/// Looks how the objects stand that were left behind, asks, and opens them as an apply would: each is read, moved and
/// read back, and what was done is remembered.
struct Releasing {
  let request: ReleaseRequest
  let places: Places
  let settings: PassSettings
  let format: OutputFormat
  let log: Environment.ExchangeLog?
  /// The policy that was named, as it was read.
  let named: LoadedPolicy
  /// The same as it is followed.
  let policy: Policy
  /// The approver who acts, by a PIN.
  let approver: ApproverProof?
  /// What tells of a request.
  let writing: OverrideWriting
  let environment: Environment

  /// Does what was asked for with what is `known`. Throws where the state cannot be written. A word that means nothing is a
  /// failure: whoever mistypes a name must not be told that it was done. Of a target of the policy there may be nothing to do.
  func run(_ known: StateSnapshot) throws(UsageError) -> Result<ExitStatus, StateError> {
    let left = leftBehind(by: policy, known)
    let kept = kept(known, besides: left)
    if !kept.isEmpty {
      let refusal = ReleaseMessages.areKept(kept)
      environment.refuse(refusal.message, hint: refusal.hint)
      return .success(.refused)
    }
    let targets = Set(policy.targets.map(\.name.text))
    let isUnknown = !request.unknownWords(among: left).allSatisfy { targets.contains($0.lowercased()) }
    return try release(left).map { $0 == .success && isUnknown ? .failure : $0 }
  }

  private func release(
    _ left: [(key: ObjectKey, closing: Closing)]
  ) throws(UsageError) -> Result<ExitStatus, StateError> {
    let chosen = request.chosen(from: left)
    let report = ReleaseReport(
      policy: policy, now: environment.now(), unknownWords: request.unknownWords(among: left), closings: chosen)
    if chosen.isEmpty {
      show(report)
      return .success(.success)
    }
    if request.keeps { return keep(report) }
    let guarded = approver == nil ? chosen.filter { !GuardedChange.needs(of: [$0.closing], in: policy).isEmpty } : []
    // Whoever only looks asks nobody.
    if !guarded.isEmpty, request.isNamed {
      let status = try ask(about: guarded)
      if guarded.count < chosen.count {
        say(ReleaseMessages.othersAreLeft(chosen.count - guarded.count, again: places.again))
      }
      return .success(status)
    }
    do throws(StateError) {
      guard let refusal = try refusal(of: chosen.map(\.closing)) else { return open(report, guarded) }
      environment.refuse(refusal.message, hint: refusal.hint)
      return .success(.refused)
    } catch {
      return .failure(error)
    }
  }

  private var fingerprint: String { named.fingerprint }

  private func leftBehind(by policy: Policy, _ known: StateSnapshot) -> [(key: ObjectKey, closing: Closing)] {
    known.leftBehind(by: policy, at: environment.now())
  }

  /// What is asked for and is another file's, which is still there; nothing where no word asks, and something is left behind.
  private func kept(
    _ known: StateSnapshot, besides left: [(key: ObjectKey, closing: Closing)]
  ) -> [(name: String, path: String)] {
    let others = (known.memory?.closings ?? []).filter { $0.closing.keeper != nil }
    let named = policy.leavingBehind(others, wanting: policy.unnamedTargets)
    guard !request.words.isEmpty || left.isEmpty else { return [] }
    return request.chosen(from: named).compactMap { (key, closing) -> (name: String, path: String)? in
      let name = key.kind.isWhole ? key.system.text.quoted : "\(closing.name.quoted) on \(key.system)"
      return closing.keeper.map { (name, $0) }
    }
  }

  /// Asks for what a guard does not let go of without its approvers.
  private func ask(about guarded: [(key: ObjectKey, closing: Closing)]) throws(UsageError) -> ExitStatus {
    let objects = guarded.map { key, closing in
      ReleasedObject(
        target: closing.target, system: key.system, kind: key.kind.rawValue, id: key.id, name: closing.name)
    }
    let context = OverrideContext(policy: policy, places, environment)
    return try writing.change(context) { (context, store) throws(StateError) in
      let making = RequestMaking(context: context, because: nil, lastingSeconds: RequestMaking.usualSeconds)
      let needs = GuardedChange.needs(of: guarded.map(\.closing), in: policy)
      return try making.make(.release(objects), needs, context.policyFile(context.remembered(store)), in: store)
        .map(OverrideDone.asked).mapError(OverrideFailure.refused)
    }
  }

  /// Why what was switched off may not be opened by the approver who acts.
  private func refusal(of closings: [Closing]) throws(StateError) -> OverrideRefusal? {
    let needs = GuardedChange.needs(of: closings, in: policy)
    guard let approver else { return nil }
    let context = OverrideContext(policy: policy, places, environment)
    let refusal = try StateWriting.perform(in: places.state, environment) { (store) throws(StateError) in
      try approver.refusal(in: store, context.asOfNow())
    }
    return refusal ?? approver.refusal(for: needs)
  }

  private func show(_ report: ReleaseReport) {
    environment.output(format == .json ? report.json.line : report.text(writing.output.style(environment)))
  }

  // MARK: Keeping

  /// Forgets who moved them, and writes nowhere else.
  private func keep(_ report: ReleaseReport) -> Result<ExitStatus, StateError> {
    let keys = Set(report.closings.map(\.key))
    var asked: [ApprovalRequest] = []
    do throws(StateError) {
      asked = try StateWriting.perform(in: places.state, environment) {
        (store) throws(StateError) in
        let before = try store.memory()
        var after = before.moved(by: before.moves(to: policy))
        for key in keys {
          after.objects[key]?.closing = nil
          after.objects[key]?.underWay = nil
          after.objects[key]?.isKept = true
        }
        try store.record(report.closings.map(kept), before: before, after: after, at: report.now)
        return try store.requests().filter { $0.isOpen(at: report.now) && $0.isRelease(of: keys) }
      }
    } catch {
      return .failure(error)
    }
    var report = report
    report.isKeeping = true
    show(report)
    say(ReleaseMessages.kept(keys.count))
    if !asked.isEmpty { say(ReleaseMessages.asked(asked.map(\.id))) }
    return .success(.success)
  }

  /// A sentence below what was shown.
  private func say(_ text: String) {
    guard format == .text else { return }
    let lines = writing.output.style(environment).wrapped(text, indent: "")
    environment.output("\n" + lines.joined(separator: "\n") + "\n")
  }

  private func kept(_ key: ObjectKey, _ closing: Closing) -> Event {
    Event(
      at: environment.now(), .kept, by: OverrideContext.person(environment), target: closing.target,
      system: key.system, object: key.kind, id: key.id.isEmpty ? nil : key.id, name: closing.name)
  }

  // MARK: Opening

  /// Opens what `asked` is about, but for what is `guarded`: that is only shown.
  private func open(
    _ asked: ReleaseReport, _ guarded: [(key: ObjectKey, closing: Closing)]
  ) -> Result<ExitStatus, StateError> {
    var report = asked
    for (key, closing) in guarded {
      report.agreements[key] = .init(
        needs: GuardedChange.needs(of: [closing], in: policy),
        command: "reconcile release \(closing.target)\(places.again)")
    }
    guard let (look, endedEarly) = look(at: Set(report.closings.map(\.key))) else { return .success(.failure) }
    report.report = look
    if let status = endedEarly?.status {
      show(report)
      return .success(status)
    }
    guard report.openable > 0 else {
      show(report)
      guard look.plan.changes.isEmpty else {
        say(ReleaseMessages.declined)
        return .success(.refused)
      }
      return .success(look.exitStatus(detailed: false))
    }
    if !request.isAgreed {
      show(report)
      guard environment.inputIsTerminal, environment.outputIsTerminal else {
        say(ReleaseMessages.notAgreed(named: request.isNamed))
        return .success(.refused)
      }
      environment.error("\n" + ReleaseMessages.question(report.openable))
      let answer = environment.input()?.lowercased() ?? ""
      guard answer == "y" || answer == "yes" else {
        environment.output(ReleaseMessages.declined + "\n")
        return .success(.refused)
      }
    }
    report.closings.removeAll { report.agreements[$0.key] != nil }
    return write(report, Set(report.closings.map(\.key)))
  }

  /// How they stand now; nothing is written.
  private func look(at keys: Set<ObjectKey>) -> (report: Report, endedEarly: StopSignal.Reason?)? {
    let remembered = StateSnapshot(looking: places, environment).beside(fingerprint)
    guard let pass = pass(remembered, keys) else { return nil }
    let (plan, endedEarly) = environment.withNetwork(log) { network, stop in
      let plan = await pass.look(network, stop)
      return (plan, stop.reason)
    }
    return (Report(.apply, plan: plan), endedEarly)
  }

  /// Whether what was asked about may no longer be opened as it was asked, by what is `remembered` now: the policy is another
  /// one, or says something else of it.
  private func isOutdated(
    _ closings: [(key: ObjectKey, closing: Closing)], _ remembered: StateSnapshot
  ) -> Bool {
    let fresh = named.asItIsNow(environment)
    guard fresh.fingerprint == fingerprint, let now = fresh.asFollowed(at: places, environment).policy,
      remembered.otherPolicy(than: now) == nil
    else { return true }
    let left = Set(leftBehind(by: now, remembered.named(by: now)).map(\.key))
    let (asked, found) = (closings.map(\.closing), closings.map(\.key))
    return !left.isSuperset(of: found)
      || GuardedChange.needs(of: asked, in: now) != GuardedChange.needs(of: asked, in: policy)
  }

  /// Opens them. Everything is read again: nobody knows how long the question was looked at.
  private func write(_ asked: ReleaseReport, _ keys: Set<ObjectKey>) -> Result<ExitStatus, StateError> {
    guard Version.wasReleased(by: environment.now()) else {
      return .failure(StateMessages.clockTooEarly(environment.now()))
    }
    let state: StateSession
    do throws(StateSession.Refusal) {
      state = try StateSession.opened(places, environment)
    } catch {
      return .success(error.tell(environment))
    }
    if isOutdated(asked.closings, state.remembered) {
      environment.refuse(ReleaseMessages.isOutdated.message, hint: ReleaseMessages.isOutdated.hint)
      return .success(.refused)
    }
    // What runs compare with the policy of the last one must not take this one for one that followed the new policy.
    let policyBefore = state.remembered.memory?.policy ?? fingerprint
    guard let pass = pass(state.remembered.beside(policyBefore), keys) else { return .success(.failure) }
    let result = environment.withNetwork(log) { network, stop in await pass.apply(network, stop) }
    _ = state.keep(
      result, policy: policy, fingerprint: policyBefore,
      by: approver?.person.text ?? OverrideContext.person(environment), environment)
    var report = asked
    report.report = result.report
    show(report)
    return .success(result.exitStatus(detailed: false))
  }

  private func pass(_ remembered: StateSnapshot, _ keys: Set<ObjectKey>) -> Pass? {
    try? Pass(policy, settings, environment, now: environment.now(), remembered, releasing: keys)
  }
}

extension ApprovalRequest {
  /// Whether it is about the release of one of the objects at `keys`.
  fileprivate func isRelease(of keys: Set<ObjectKey>) -> Bool {
    guard case .release(let objects) = deed else { return false }
    return objects.contains { object in
      keys.contains { $0.system == object.system && $0.kind.rawValue == object.kind && $0.id == object.id }
    }
  }
}
