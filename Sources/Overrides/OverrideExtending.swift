import CivilTime
import Controller
import Policies
import Presentation

/// Another end for an override, and whether it changes what holds at any instant.
struct OverrideExtending {
  private let override: Override
  private let until: Instant
  private let overriding: ActiveOverrides
  private let context: OverrideContext

  /// `override`, which has yet to end, is to end at `until`; `overriding` is how it is now.
  init(_ override: Override, until: Instant, _ overriding: ActiveOverrides, _ context: OverrideContext) {
    (self.override, self.until) = (override, until)
    (self.overriding, self.context) = (overriding, context)
  }

  /// Why it is for nothing; nil where it changes something, and for what does not count here: nobody knows about that.
  ///
  /// A lock holds against what is yet to come, so that only the end that it has is refused.
  var refusal: OverrideRefusal? {
    guard overriding.overrides.contains(where: { $0.id == override.id }) else { return nil }
    if until == override.until {
      return OverrideRefusal("\(override.name) already ends then: \(moments.short(until))", nil, .idle)
    }
    guard override.kind != .lock, !members.contains(where: isChanged) else { return nil }
    let left = leftByHand
    return OverrideRefusal(
      OverrideRefusal.joined(members.compactMap { words($0, isLeft: left.contains($0)) }), anew(left) ?? hint, .idle)
  }

  /// The members that were opened and have been shut by hand since: what holds anyway leaves them so.
  private var leftByHand: [Name] {
    let seen = overriding.seenByTarget
    return members.filter { overriding.isLeftByHand($0, wanting: override.state, seen[$0] ?? []) }
  }

  /// Only who makes an override anew has those opened.
  private func anew(_ left: [Name]) -> String? {
    guard until > override.until, !left.isEmpty, let end = context.typed(until) else { return nil }
    let them = left.count == 1 ? "it" : "them"
    return
      "'reconcile override \(override.target) \(override.state.rawValue) --until \(end)' moves \(them) there once more"
  }

  private var moments: Moments { context.moments }
  private var members: [Name] { overriding.policy.reached(by: override) }

  /// Where the two ends differ.
  private var range: Range<Instant> { min(until, override.until)..<max(until, override.until) }

  /// What holds where the override ends at `end`.
  private func overlay(endingAt end: Instant) -> Overlay {
    let others = overriding.overrides.map { other in
      guard other.id == override.id else { return other }
      var other = other
      other.until = end
      return other
    }
    return Overlay(Evaluator(overriding.policy), of: overriding.policy, overrides: others)
  }

  private func isChanged(_ member: Name) -> Bool {
    let states = [range.lowerBound, range.upperBound].map { end in
      TargetTimeline(target: member, intervals: overlay(endingAt: end).timeline(of: member, in: range)).stateIntervals
    }
    return states[0] != states[1]
  }

  /// `kids: off until Sat 07:00 anyway`
  private func words(_ member: Name, isLeft: Bool) -> String? {
    overlay(endingAt: range.lowerBound).verdict(on: member, at: range.lowerBound).map { verdict in
      let end = verdict.until.map { " until \(moments.short($0))" } ?? ""
      let source = beater(of: member).map { " (\($0.name))" } ?? ""
      let state = (isLeft ? "should be " : "") + verdict.state.inWords
      let left = isLeft ? ", and is left as changed by hand" : ""
      return "\(member): \(state) from \(moments.short(range.lowerBound))\(end) anyway\(source)\(left)"
    }
  }

  /// The newer override that decides instead.
  private func beater(of member: Name) -> Override? {
    overlay(endingAt: range.lowerBound).override(of: member, at: range.lowerBound)
  }

  /// An override that beats it can be ended; what is off anyway can be locked.
  private var hint: String? {
    if let beater = members.compactMap(beater).first(where: { $0.state != override.state }) {
      return "'reconcile override end \(beater.id)' ends \(beater.name)"
    }
    guard until > override.until, override.state == .off, let end = context.typed(until) else { return nil }
    return OverrideContext.lockLine(override.target, "--until " + end, members)
  }
}
