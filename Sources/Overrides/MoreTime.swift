package import CivilTime
package import Controller
import Planning
package import Policies

/// When more time for a target is: before the next `off`, or from now on where it is off.
package struct MoreTime {
  let target: Name
  /// When it is on that would else be off.
  let range: Range<Instant>
  /// When the `off` that it takes from would have ended; nil for never.
  let offEnds: Instant?

  /// Whether nothing is left of that `off`.
  var takesAll: Bool { offEnds.map { $0 <= range.upperBound } ?? false }

  /// Why there can be none.
  package enum Refusal: Error, Hashable {
    /// It is never off, as far as anybody looks.
    case neverOff(Name)
    /// Somebody locked it for some of that time: with one lock or several, of which each has to end.
    case locked(Name, [Override])
    /// It would end, then, later than an override may.
    case tooFar(Name, Instant)
  }

  /// For so long, as things are at `now` with the overrides of `overriding`.
  init(_ target: Name, _ length: CivilLength, _ overriding: ActiveOverrides, now: Instant) throws(Refusal) {
    self.target = target
    let off = overriding.overlay.nextOff(of: target, at: now, within: OverrideContext.longestSeconds)
    guard let off else { throw .neverOff(target) }
    range = off.start..<(length.added(to: off.start, in: overriding.policy.zone) ?? off.start)
    offEnds = off.end
    guard range.upperBound - now <= OverrideContext.longestSeconds else { throw .tooFar(target, range.upperBound) }
    let locks = overriding.locks(in: range, of: [target])
    guard locks.isEmpty else { throw .locked(target, locks) }
  }
}

extension MoreTime {
  /// Checks that `targets` are there and one of them, or of their members, may have more time.
  package static func check(_ targets: [String], _ policy: Policy) throws(UsageError) {
    var names: [Name] = []
    for target in targets { names.append(try OverrideSubject.name(of: target, policy)) }
    let refusals = policy.members(of: names).compactMap(policy.target).map(refusal)
    if let first = refusals.first, let first, refusals.allSatisfy({ $0 != nil }) { throw first }
  }

  /// Why `member` cannot have more time, which is for what is on or off and is switched; nil where it can.
  static func refusal(of member: Target) -> UsageError? {
    if let refusal = OverrideSubject.refusal(of: member) { return refusal }
    return member.overridingStates.contains(.on) ? nil : OverrideMessages.noBedtime(member)
  }
}
