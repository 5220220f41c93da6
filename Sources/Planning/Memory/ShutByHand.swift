import CivilTime
public import Policies
import Providers

/// Doors that were opened, and that somebody has shut since.
extension RecordedObject {
  /// Whether it was shut by hand after it had been opened for what `verdict` wishes.
  public func isLeftShut(by verdict: Verdict) -> Bool { shutAfter.map(verdict.isNoNewWish) ?? false }

  /// When it was last seen open, now that it is found in `state` at `now`: what nobody has seen yet is noticed, too.
  func shutAfter(finding state: TargetState?, _ live: SwitchState, at now: Instant) -> Instant? {
    let isShut = state?.isOff ?? false
    let hasBeenWanted = hasBeenInPlace && wanted.map { $0.position != live.position } ?? false
    // Another file may have seen it open last, and wanted nothing of it.
    let wasOpen = !isDoubtful && switchState.position.asSwitch != nil && switchState.position != live.position
    let seenOpen = !isShut ? nil : hasBeenWanted ? inPlaceAt : wasOpen ? at : nil
    // By a clock that was ahead it was seen later than now.
    return (shutAfter ?? seenOpen).map { min($0, now) }
  }

  /// The same once a run has found it as `entry` says, and did with it what has that `outcome`.
  func shutAfter(_ entry: PlanEntry, _ outcome: Outcome?, at now: Instant) -> Instant? {
    guard let live = entry.from else { return shutAfter }
    var states = [entry.fromState]
    if case .applied? = outcome { states.append(entry.toState) }
    let isOpen = states.contains { $0.map { !$0.isOff } ?? false }
    return isOpen ? nil : shutAfter(finding: entry.fromState, live, at: now)
  }
}

extension Target {
  /// Whether it is to be open by `verdict` and stays shut, as somebody has shut one of the objects of which this was `seen`.
  public func staysShut(by verdict: Verdict, _ seen: some Sequence<RecordedObject>) -> Bool {
    guard let states, states.permission != nil, verdict.state == states.on, yields(wanting: states.on) else {
      return false
    }
    return seen.contains { $0.isLeftShut(by: verdict) }
  }
}

extension Verdict {
  /// Whether what decides has wished for it since `instant` or before.
  func isNoNewWish(at instant: Instant) -> Bool { wishedSince.map { $0 <= instant } ?? true }
}
