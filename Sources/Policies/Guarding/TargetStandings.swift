import CivilTime

/// How one target is in the course of time, by one policy with overrides over it.
struct TargetStandings {
  private let overlay: Overlay
  /// Nil where the policy has no such target, or does not manage it.
  private let target: Target?
  /// The own target of its system, where its switch lets everything else of that system go.
  private let carrier: Target?

  /// A stretch of time throughout which a target stands alike.
  struct Interval: Stretch {
    var range: Range<Instant>
    var standing: Standing
  }

  init(of name: Name, in overlay: Overlay) {
    let targets = overlay.policy.targets
    let target = targets.first { $0.name == name }
    self.overlay = overlay
    self.target = target
    carrier = targets.first { other in
      other.name != name && other.isCarrier && other.selector.system == target?.selector.system
    }
  }

  /// The zone in which times are meant.
  var zone: Zone { overlay.policy.zone }

  /// When overrides that bear on it begin or end.
  var edges: [Instant] { names.flatMap(overlay.edges) }

  /// What the overrides that decide at `instant` want of each of `names`; nil where none does.
  func overriding(at instant: Instant) -> [TargetState?] {
    names.map { overlay.override(of: $0, at: instant)?.state }
  }

  /// What keeps the weeks from `instant` on from being alike, as far as it bears on the target.
  func unevenDays(from instant: Instant) -> [NonWeeklyDays] { overlay.evaluator.unevenDays(of: names, from: instant) }

  /// Intervals that touch and cover `range`, which is not empty.
  func intervals(in range: Range<Instant>) -> [Interval] {
    guard let target else { return [Interval(range: range, standing: .unknown)] }
    let own = intervals(of: target, in: range)
    guard let carrier else { return own }
    return own.overlaps(with: intervals(of: carrier, in: range)).map { range, own, carrying in
      guard carrying.standing.freedom == .free else { return Interval(range: range, standing: own.standing) }
      return Interval(
        range: range, standing: Standing(state: own.standing.state, freedom: .free, carrier: carrier.name))
    }
  }

  /// The targets that decide its state: itself, and its carrier.
  var names: [Name] { [target, carrier].compactMap { $0?.name } }

  private func intervals(of target: Target, in range: Range<Instant>) -> [Interval] {
    let vocabulary = overlay.policy.kinds.vocabulary
    return overlay.timeline(of: target.name, in: range).map { interval in
      Interval(range: interval.range, standing: Standing(of: target, wanting: interval.state, vocabulary))
    }
  }
}
