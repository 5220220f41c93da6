import CivilTime
import Policies
import Providers

/// Decides what is done about the objects of one target.
struct LineDecider {
  private let system: System
  private let target: Target
  private let verdict: Verdict
  private let past: Past?
  private let now: Instant
  /// The states that the target can have.
  private let states: StatePair
  /// What its switches read while it is off, where the policy says it.
  private let whenOff: SwitchPosition?
  /// Where the target is a switch that pauses: up to how many seconds a pause that a person began is left alone.
  private let pauseLimitSeconds: Int?

  /// Decides for `target` on `system`, of which the policy says `verdict` at `now`.
  init(system: System, target: Target, verdict: Verdict, past: Past?, now: Instant) {
    self.system = system
    self.target = target
    self.verdict = verdict
    self.past = past
    self.now = now
    states = target.states ?? .onOff
    whenOff = target.selector.whenOff
    if case .whole(let pauseLimit)? = target.selector.kind?.form {
      pauseLimitSeconds = system.seconds(pauseLimit) ?? 0
    } else {
      pauseLimitSeconds = nil
    }
  }

  private var enforcement: Enforcement { target.enforcement ?? .normal }

  /// The line of an object that may be switched.
  func decide(_ object: LiveObject) -> Line {
    let recollection = past?.of(ObjectKey(system: system.name, kind: object.kind, id: object.id), at: now)
    var line = present(object, puttingBack: recollection?.restored(verdict: verdict))
    guard let recollection, let to = line.to else { return line }
    if line.action == .change, enforcement == .yield, recollection.hasBeenInPlace(wanted: to, verdict: verdict) {
      line.action = .yield
    }
    line.inPlaceAt = recollection.inPlaceAt
    if line.differs { line.cause = recollection.cause(live: object.setting, wanted: to, verdict: verdict) }
    return line
  }

  /// What follows from the verdict and the live object alone, and from what an override found and is to be put back.
  private func present(_ object: LiveObject, puttingBack found: Setting?) -> Line {
    if let found {
      let action: Line.Action = object.setting.fulfils(found) ? .none : .change
      return allowed(object, to: found, action)
    }
    if let pauseLimitSeconds {
      let decision = BlockingDecision(
        verdict: verdict, live: object.setting, now: now, enforcement: enforcement,
        pauseLimitSeconds: pauseLimitSeconds, ownTimer: past?.memory.fuses[system.name])
      return line(object, to: decision.to, decision.action, [])
    }
    let whenOff = whenOff ?? object.whenOff
    let wanted = whenOff.flatMap { SwitchDecision.wanted(whenOff: $0, state: verdict.state, of: states) }
    let decision = SwitchDecision(wanted: wanted, live: object.setting, enforcement: enforcement)
    return allowed(object, to: decision.to, decision.action)
  }

  private func allowed(_ object: LiveObject, to: Setting?, _ action: Line.Action) -> Line {
    if to?.position == .enabled, action != .none, let refusal = object.refusalToEnable {
      return line(object, to: to, .problem, [refusal])
    }
    return line(object, to: to, action, caveats(of: object, wanted: to))
  }

  /// The line of an object that must not be touched.
  func problem(_ object: LiveObject, _ reason: Notice) -> Line { line(object, to: nil, .problem, [reason]) }

  /// The line of an object that a pattern fits and does not select.
  func leaving(_ object: LiveObject, _ reason: Notice) -> Line {
    var line = line(object, to: nil, .leave, [reason])
    line.isSelected = false
    line.fromState = nil
    return line
  }

  /// The line of a domain entry that carries `mark` and that no target names any more.
  func removal(of object: LiveObject, mark: String) -> Line {
    let isWanted = verdict.state != .leave
    let action: Line.Action = !isWanted ? .leave : enforcement == .observe ? .observe : .change
    var line = line(object, to: isWanted ? Setting(.absent) : nil, action, [Wording.unnamed(mark)])
    line.entry = object.record.map { DomainEntry($0, mark: mark) }
    (line.fromState, line.toState) = (nil, nil)
    // Nobody moved it: the policy that wanted it is another one now.
    if line.differs, past != nil { line.cause = .policy }
    return line
  }

  /// What a person should know of where the switch is to stand, or stands where nothing is wanted.
  private func caveats(of object: LiveObject, wanted: Setting?) -> [Notice] {
    var caveats = wanted?.switchPosition.flatMap { object.caveats[$0] } ?? []
    if (wanted ?? object.setting).position == .enabled, let schedule = object.ownSchedule {
      caveats.append(Wording.ownSchedule(schedule))
    }
    return caveats
  }

  private func line(_ object: LiveObject, to: Setting?, _ action: Line.Action, _ notes: [Notice]) -> Line {
    var line = Line(
      target: target.name, system: system.name, kind: object.kind, id: object.id, name: object.name,
      from: object.setting, to: to, verdict: verdict, action: action, notes: notes, qualifier: object.qualifier)
    let whenOff = whenOff ?? object.whenOff
    line.fromState = TargetState(object.setting, whenOff: whenOff, of: states)
    line.toState = to.flatMap { TargetState($0, whenOff: whenOff, of: states) }
    return line
  }
}
