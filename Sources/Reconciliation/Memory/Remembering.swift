import CivilTime
public import Policies
import Providers

extension RecordedState {
  /// Takes in what a run saw and did, and returns what of it is worth telling later, in the order of the plan.
  ///
  /// `policy` is the fingerprint of the policy that the run followed; `deciders` names what decided, as reports do.
  /// Objects that the run did not look at stay as they were remembered, so does everything of a system that could not
  /// be read. What a pattern fits and its target does not select is nothing that is looked after, unless another target
  /// does. `person` has asked for changes that the policy does not.
  public mutating func remember(
    _ report: Report, policy: String, by person: String? = nil, deciders: (Verdict.Decider) -> String
  ) -> [Event] {
    let now = report.plan.now
    var events: [Event] = []
    for (line, outcome) in report.linesWithOutcomes {
      if line.isSelected { objects[line.key]?.closing?.leftAt = nil }
      guard let from = line.from, line.action != .problem, line.isSelected else { continue }
      let recollection = Past(self, policy: policy).of(line.key, at: now)
      if line.verdict.state != .leave, recollection.wasMoved(to: from) {
        events.append(moved(line, from: objects[line.key]?.setting, to: from, recollection, at: now))
      }
      if let outcome, let to = line.to {
        var event = change(line, from: from, to: to, outcome, decidedBy: deciders(line.verdict.decidedBy), at: now)
        if line.cause == .released { (event.by, event.decidedBy) = (person ?? event.by, nil) }
        events.append(event)
        rememberFuse(line, to: to, outcome)
      }
      objects[line.key] = seen(line, from: from, outcome, recollection, at: now)
      objects[line.key]?.policy = policy
    }
    for left in report.plan.leftBehind { remember(left, at: now) }
    self.policy = policy
    return events
  }

  /// Since when it is left behind, or that it is settled. What this very run was to open has a line of its own.
  private mutating func remember(_ left: LeftBehind, at now: Instant) {
    switch left.standing {
    case .settled: objects[left.object]?.closing = nil
    case .closed, .unknown:
      if let closing = objects[left.object]?.closing {
        objects[left.object]?.closing?.leftAt = closing.leftAt ?? left.closing.leftAt ?? now
      }
    }
  }

  private func moved(
    _ line: Line, from: Setting?, to: Setting, _ recollection: DriftAttribution, at now: Instant
  ) -> Event {
    let isContended = recollection.movedAt.count >= DriftAttribution.contendedMoves
    return Event(
      at: now, .moved, target: line.target, system: line.system, object: line.kind, id: line.id?.shortened(to: 1024),
      name: line.name.shortened(),
      from: from, to: to, cause: isContended ? .contended : .outside)
  }

  private func change(
    _ line: Line, from: Setting, to: Setting, _ outcome: Outcome, decidedBy: String, at now: Instant
  ) -> Event {
    let words = outcome.notices.map(\.message).joined(separator: "; ")
    return Event(
      at: now, .change, by: "reconcile", target: line.target, system: line.system, object: line.kind,
      id: line.id?.shortened(to: 1024), name: line.name.shortened(), from: from, to: to, state: line.verdict.state,
      cause: line.cause, decidedBy: decidedBy,
      outcome: outcome.word, message: words.isEmpty ? nil : words.shortened(to: 1024))
  }

  /// A timer that may have been set is remembered too: it must not pass for a person's.
  private mutating func rememberFuse(_ line: Line, to: Setting, _ outcome: Outcome) {
    guard to.position == .active || to.position == .paused else { return }
    switch outcome {
    case .applied, .unverified: fuses[line.system] = to.ends
    case .superseded, .failed, .skipped: break
    }
  }

  private func seen(
    _ line: Line, from: Setting, _ outcome: Outcome?, _ recollection: DriftAttribution, at now: Instant
  ) -> RecordedObject {
    let before = objects[line.key]
    var setting = from
    var isInPlace = line.action == .none
    var isDoubtful = false
    switch outcome {
    case .applied:
      setting = line.to ?? from
      isInPlace = true
    case .unverified, .failed: isDoubtful = true
    case .superseded, .skipped, nil: break
    }
    let isWantedAsBefore = line.to?.position == before?.wanted?.position && line.verdict.override == before?.override
    return RecordedObject(
      setting: setting, at: now, wanted: line.to, override: line.verdict.override,
      inPlaceAt: isInPlace ? now : before?.inPlaceAt,
      hasBeenInPlace: isInPlace || isWantedAsBefore && (before?.hasBeenInPlace ?? false),
      cause: isInPlace ? nil : line.cause,
      movedAt: recollection.wasMoved(to: from) ? recollection.movedAt : recollection.movedAt.dropLast(),
      found: found(line, from: from, before, isInPlace: isInPlace), isDoubtful: isDoubtful,
      closing: closing(line, from: from, outcome, before, at: now))
  }

  /// That the object stands where its target is off because this program has moved it there. A pause that has an end is
  /// none: it ends by itself.
  private func closing(
    _ line: Line, from: Setting, _ outcome: Outcome?, _ before: RecordedObject?, at now: Instant
  ) -> Closing? {
    let known = before?.closing.flatMap { $0.position == from.position ? $0 : nil }
    switch outcome {
    case .applied, .unverified:
      guard let to = line.to else { return known }
      if line.verdict.state.isOff, to.ends == nil, line.cause != .released {
        return Closing(target: line.target, at: now, name: line.name.shortened(), position: to.position)
      }
      if case .unverified = outcome { return known }
      return nil
    case .superseded, .failed, .skipped, nil: return known
    }
  }

  /// What is to be put back when the last override of a target ends that is otherwise left alone.
  private func found(_ line: Line, from: Setting, _ before: RecordedObject?, isInPlace: Bool) -> Setting? {
    if let override = line.verdict.override {
      if let found = before?.found { return found }
      guard before?.override != override, line.verdict.overridden == .leave else { return nil }
      // A run that was killed after its write has left no word of what it found: that is where it stood before. But a
      // pause that somebody ended early must not come back.
      if line.action == .none, let before, before.override == nil, before.setting.ends == nil { return before.setting }
      return from
    }
    return line.verdict.state == .leave && !isInPlace ? before?.found : nil
  }
}
