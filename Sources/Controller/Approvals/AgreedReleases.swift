import Approvals
import CivilTime
package import Host
package import Planning
import Policies
import Providers
import StateStore

/// What approvers agreed to open, and no run has opened yet: objects that were switched off for a guarded target, which
/// no target names any more.
package struct AgreedReleases {
  private let wanted: [(name: String, objects: [ReleasedObject])]
  /// Where they are remembered.
  private let places: [ReleasedObject: ObjectKey]
  /// Which systems have another name by now.
  private let moves: SystemMoves
  /// What opens them.
  package let pass: Pass
  private let fingerprint: String
  private let state: StateSession
  private let environment: Environment

  /// Those that `state` knows; nil if there are none.
  package init?(
    _ followed: FollowedPolicy, in state: StateSession, _ settings: PassSettings, _ environment: Environment
  ) {
    guard let wanted = try? state.store?.releases(), !wanted.isEmpty else { return nil }
    let now = environment.now()
    let policy = state.remembered.followed(followed.policy, now: now)
    let memory = state.remembered.memory ?? RecordedState()
    let moves = memory.moves(to: policy)
    let places = Dictionary(
      wanted.flatMap(\.objects).compactMap { object in object.place(in: memory, policy).map { (object, $0) } }
    ) { first, _ in first }
    let keys = Set(places.values.map { $0.moved(by: moves) })
    // What runs compare with the policy of the last one must not take this one for one that followed the policy.
    fingerprint = state.remembered.memory?.policy ?? followed.fingerprint
    var own = settings
    (own.targets, own.approvedPlan) = ([], nil)
    guard
      let pass = try? Pass(
        followed.policy, own, environment, now: now, state.remembered.beside(fingerprint),
        releasing: keys)
    else { return nil }
    (self.wanted, self.pass, self.state, self.environment) = (wanted, pass, state, environment)
    (self.places, self.moves) = (places, moves)
  }

  /// What a run that opens them has done, beside all that it does after that.
  package struct Done {
    package let report: Report
    let events: [Event]
    /// What was tried in vain, and is tried again.
    let warnings: [Finding]
  }

  /// For how long a run tries again what earlier ones could not do, in seconds.
  private static let triedSeconds: Int64 = 86_400

  /// Remembers what the pass came to, and asks no more for what was done or failed: that is told of, and can be asked for
  /// again. What it did not get to is left to the next run, for a day. What the state knows is another afterwards. Hands back
  /// what the run that goes on is to tell of it.
  package func remember(_ result: PassResult) -> Done {
    var warnings: [Finding] = []
    var events = state.keep(result, policy: pass.policy, fingerprint: fingerprint, by: "reconcile", environment)
    do throws(StateError) {
      let requests = try state.store?.requests() ?? []
      for release in wanted {
        let ends = release.objects.map { ($0, end(of: $0, result)) }
        let request = requests.first { $0.id == release.name }
        let isLate = request?.endedAt.map { pass.now - $0 >= Self.triedSeconds } ?? true
        guard isLate || ends.allSatisfy({ $1 != nil }) else {
          warnings += [failure(of: release.objects, result)].compactMap(\.self)
          continue
        }
        let undone = ends.filter { $1 == nil || $1 == .failed || $1 == .unwanted }
        let event = undone.isEmpty ? nil : givenUp(undone, release.name)
        try state.store?.forgetRelease(release.name, telling: event)
        events += [event].compactMap(\.self)
      }
    } catch {
      state.tellNotKept(error) { environment.warn($0) }
    }
    return Done(report: result.report, events: events, warnings: warnings)
  }

  /// That `objects` could not be opened although their systems were read; nil where none of them was tried.
  private func failure(of objects: [ReleasedObject], _ result: PassResult) -> Finding? {
    for object in objects {
      guard let now = places[object]?.moved(by: moves) else { continue }
      switch result.report.outcomes[now] {
      case .failed, .stuck:
        guard let error = result.report.failures[now.system] else { continue }
        return Finding(StateMessages.releaseFailed(objects.words, error), system: now.system, target: object.target)
      case .applied, .unverified, .superseded, .skipped, nil: continue
      }
    }
    return nil
  }

  private func givenUp(_ undone: [(ReleasedObject, End?)], _ id: String) -> Event {
    let (objects, ends) = (undone.map { $0.0 }, undone.map { $0.1 })
    let why =
      ends.contains(nil) ? nil : ends.contains(.failed) ? "that failed" : "it is kept, or the policy names it again"
    return Event(
      at: pass.now, .releaseGivenUp, by: "reconcile", target: objects.first?.target, message: why, request: id,
      wish: objects.words)
  }

  /// How it ended what was to be opened.
  private enum End {
    /// It is open, or gone.
    case open
    /// It could not be opened, for a reason that does not pass.
    case failed
    /// Somebody keeps it as it is, or the policy names it again.
    case unwanted
  }

  /// What came of `object`; nil where the next run is to try again.
  private func end(of object: ReleasedObject, _ result: PassResult) -> End? {
    guard let key = places[object], let seen = state.remembered.memory?.objects[key] else { return .open }
    guard let closing = seen.closing else { return seen.isKept ? .unwanted : .open }
    let now = key.moved(by: moves)
    switch result.report.outcomes[now] {
    case .applied, .unverified: return .open
    case .failed, .stuck:
      // What refuses the credential is left alone for a while, and then asked again.
      let passes = result.report.failures[now.system].map { $0.isTransient || $0.kind == .refusedCredentials } ?? false
      return result.endedEarly == nil && !passes ? .failed : nil
    case .superseded, .skipped: return nil
    case nil: break
    }
    return switch result.report.plan.leftBehind.first(where: { $0.object == now })?.standing {
    case .settled: .open
    case .closed, .unknown: nil
    // It is not left behind, or its system was not read.
    case nil: pass.policy.leavingBehind([(now, closing)]).isEmpty ? .unwanted : nil
    }
  }
}

extension Report {
  /// The same with what was opened before, as approvers had agreed to it.
  package func beside(_ released: AgreedReleases.Done) -> Report {
    var report = beside(released.report)
    report.plan.warnings += released.warnings
    return report
  }
}

extension RunFacts {
  /// The same with what was opened before, as approvers had agreed to it.
  package func beside(_ released: AgreedReleases.Done?) -> RunFacts {
    guard let released else { return self }
    var facts = self
    facts.report = report.beside(released)
    facts.events = released.events + events
    return facts
  }
}

extension ReleasedObject {
  /// Where it is remembered; nil for a kind that there is no more. Where its system has got another name since that was agreed,
  /// it is the one that was closed for the same target.
  func place(in memory: RecordedState, _ policy: Policy) -> ObjectKey? {
    guard let kind = ObjectKind(stored: kind, isWhole: id.isEmpty) else { return nil }
    let key = ObjectKey(system: system, kind: kind, id: id)
    let isKnown = policy.systems.contains { $0.name == system } || memory.addresses[system] != nil
    if isKnown { return key }
    let others = memory.objects.filter { other, seen in
      other.kind == kind && other.id == id && seen.closing?.target == target && seen.closing?.name == name
    }
    return others.count == 1 ? others.first?.key : key
  }
}
