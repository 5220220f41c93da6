import CivilTime
import Controller
import Planning
import Policies
import Presentation

/// An override that would change nothing at any instant, and what its maker may have meant.
struct IdleOverride {
  private let subject: OverrideSubject
  private let members: [Name]
  private let range: Range<Instant>
  private let overriding: ActiveOverrides
  /// What is off at the beginning on systems that are let go.
  private let letGo: [Name: LetGo]
  private let making: OverrideMaking

  init(
    _ subject: OverrideSubject, _ members: [Name], _ range: Range<Instant>, _ overriding: ActiveOverrides,
    _ letGo: [Name: LetGo], _ making: OverrideMaking
  ) {
    (self.subject, self.members, self.range) = (subject, members, range)
    (self.overriding, self.letGo, self.making) = (overriding, letGo, making)
  }

  var refusal: OverrideRefusal {
    if !subject.state.isOff, let hold = overriding.holds(of: members, in: range).first {
      return OverrideMessages.idleUnder(hold, verdictWords)
    }
    if subject.state == .active, range.contains(context.now),
      let pause = overriding.pauses(at: context.now).first(where: { members.contains($0.target) })
    {
      return OverrideMessages.idleWhilePaused(verdictWords, until: pause.until, moments)
    }
    return OverrideRefusal(verdictWords, earlier ?? (subject.state == .on ? more : longer), .idle)
  }

  private var context: OverrideContext { making.context }
  private var moments: Moments { context.moments }

  /// Whether it is to begin later, so that nothing is said of now.
  private var isLater: Bool { range.lowerBound > context.now }

  /// `--from 23:00 ` where it is to begin later; nil where no text means that.
  private var beginning: String? {
    isLater ? context.typedBeginning(range.lowerBound).map { "--from \($0) " } : ""
  }

  private var verdicts: [(target: Name, verdict: Verdict)] {
    members.compactMap { name in
      overriding.overlay.verdict(on: name, at: range.lowerBound).map { (name, $0) }
    }
  }

  private var verdictWords: String { OverrideRefusal.joined(verdicts.map(words)) }

  /// `kids: on until 21:00 anyway`, or `kids: off from 23:00 until Sat 07:00 anyway` where it is to begin later.
  private func words(_ entry: (target: Name, verdict: Verdict)) -> String {
    let from = isLater ? " from \(moments.short(range.lowerBound))" : ""
    let until = entry.verdict.until.map { " until \(moments.short($0))" } ?? ""
    let override = overriding.overlay.override(of: entry.target, at: range.lowerBound)
    let source = override.map { " (\($0.name))" } ?? ""
    let vain = letGo[entry.target].map { ", but holds nothing back while '\($0.carrier)' is \($0.state)" } ?? ""
    return "\(entry.target): \(subject.state.rawValue)\(from)\(until) anyway\(source)\(vain)"
  }

  /// Who names an end before the one of an override that holds may want that one to end earlier.
  private var earlier: String? {
    guard making.length == nil, range.lowerBound == context.now, members.count == 1,
      let override = overriding.overlay.override(of: members[0], at: range.lowerBound),
      override.state == subject.state, override.until > range.upperBound,
      let until = context.typed(range.upperBound)
    else { return nil }
    return "'reconcile override extend \(override.id) --until \(until)' ends \(override.name) at that time"
  }

  /// What is proposed where no length is given.
  private static let usualLength = CivilLength(seconds: 1_800)

  /// More time moves the next `off`.
  private var more: String? {
    let length = making.length ?? Self.usualLength
    let times = members.compactMap { try? MoreTime($0, length, overriding, now: context.now) }
    // What it would add has to begin where that which holds now ends.
    guard times.count == members.count, let first = times.first,
      zip(times, verdicts).allSatisfy({ $0.range.lowerBound == $1.verdict.until })
    else { return nil }
    let ends = Set(times.map(\.range.upperBound)).count == 1 ? " to \(moments.short(first.range.upperBound))" : ""
    // More time for what is guarded needs an approval as well.
    let isGuarded = members.contains { overriding.policy.target($0)?.guarding != nil }
    if isGuarded, context.approver == nil {
      return "'reconcile ask \(subject.target) --more \(length)' asks to move bedtime\(ends)"
    }
    return "'reconcile more \(subject.target) \(length)' moves bedtime\(ends)"
  }

  /// A lock holds against what may come; a pause is made longer by a later end.
  private var longer: String? {
    if subject.state == .off {
      guard let beginning, let until = context.typed(range.upperBound, after: range.lowerBound) else { return nil }
      let end = making.length.map { "--for \($0)" } ?? "--until " + until
      return OverrideContext.lockLine(subject.target, beginning + end, members)
    }
    guard let end = verdicts.compactMap(\.verdict.until).max(), verdicts.allSatisfy({ $0.verdict.until != nil }),
      let later = (making.length ?? Self.usualLength).added(to: end, in: context.zone),
      let beginning, let until = context.typed(later, after: range.lowerBound)
    else { return nil }
    let stretch = "\(beginning)--until \(until)"
    return "'reconcile override \(subject.target) \(subject.state.rawValue) \(stretch)' goes on from there"
  }
}

extension ActiveOverrides {
  /// Whether nobody knows that `target` is as it is wanted, as its system does not tell that: it was never asked for it, said
  /// no, or left open whether it did so. Whoever wishes for the same sees more, and it is asked for once more.
  ///
  /// `seen` is what is remembered of its objects.
  func isUnsure(of target: Name, _ seen: [RecordedObject]) -> Bool {
    guard let found = policy.target(target), found.selector.kind?.isUnreadable ?? false, found.enforcement != .observe
    else { return false }
    return seen.isEmpty || seen.contains { !$0.isConfirmed }
  }
}

extension ActiveOverrides {
  /// Whether wanting `target` to be in `state` may move it now although that holds anyway: it was moved by hand and is left so,
  /// perhaps only now, or does not tell its state. `seen` is what is remembered of its objects.
  func mayBeMovedNow(_ target: Name, wanting state: TargetState, _ seen: [RecordedObject]) -> Bool {
    mayBeLeftByHand(target, wanting: state, seen) || isUnsure(of: target, seen)
  }
}

extension OverrideContext {
  /// What keeps `members`, which `target` means, off for longer than anything else does; `end` is how long.
  static func lockLine(_ target: some CustomStringConvertible, _ end: String, _ members: [Name]) -> String {
    let them = members.count == 1 ? "it" : "them"
    return "'reconcile lock \(target) \(end)' keeps \(them) off until then whatever the schedule says"
  }

  /// `instant` as it is typed after `--until` now, of what begins at `start`, or at once; nil where no text means it.
  func typed(_ instant: Instant, after start: Instant? = nil) -> String? {
    typed(instant, as: .end(after: start ?? now))
  }

  /// The same after `--from`.
  func typedBeginning(_ start: Instant) -> String? { typed(start, as: .comingStart) }

  private func typed(_ instant: Instant, as role: MomentRole) -> String? {
    let local = zone.local(instant)
    let candidates = [local.clockText, "\(local.date) \(local.clockText)", instant.description]
    guard instant > now, instant - now <= Self.longestSeconds else { return nil }
    let text = candidates.first { text in
      (try? Instant(text, as: role, in: zone, now: now)) == instant
    }
    return text.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
  }
}
