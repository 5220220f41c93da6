import CivilTime
import Documents

/// Actions at a time that may open what another target keeps shut then, and are not done if they do. Which door an action opens
/// only its system knows; of what kind that is says the kind of the system.
///
/// Each door and each action is worked out once: what is shut when is one set for all doors of a kind.
enum OpenedDoors {
  private struct Doors: Hashable {
    var way: SystemWay
    var kind: ObjectKind
  }

  /// So far ahead it is looked, in seconds: every day of a year.
  private static let yearSeconds: Int64 = 366 * 86_400
  /// At so many times of an action it is looked, the first ones.
  private static let countOfTimes = 1_500

  /// A warning for each target that may open what another one keeps shut then, in the order of the file.
  static func warnings(on policy: Policy, _ evaluator: Evaluator, now: Instant) -> [Diagnostic] {
    let ways = policy.ways
    let opening = policy.targets.compactMap { target -> (target: Target, doors: Doors)? in
      guard case .action(let system, _, let action) = target.selector, let kind = action.opens, let way = ways[system]
      else { return nil }
      return (target, Doors(way: way, kind: kind))
    }
    if opening.isEmpty { return [] }
    let kinds = Set(opening.map(\.doors.kind))
    let year = now..<now + yearSeconds
    var shut: [Doors: [Shut]] = [:]
    for target in policy.targets where target.isKeeper {
      guard let way = target.selector.system.flatMap({ ways[$0] }), let kind = target.selector.object,
        kinds.contains(kind)
      else { continue }
      let hours = evaluator.timeline(of: target.name, in: year).filter { $0.state == target.states?.off }
        .map { Shut(range: $0.range, target: target) }
      shut[Doors(way: way, kind: kind), default: []] += hours
    }
    let covers = shut.mapValues { Cover($0) }
    return opening.compactMap { action, doors in
      guard let cover = covers[doors] else { return nil }
      let first = times(of: action.name, evaluator, in: year).lazy.compactMap { at in
        cover.shut(at: at).map { (at, $0) }
      }.first
      return first.map { at, shut in
        let local = policy.zone.local(at)
        let time = "\(local.date.weekday.shortName) \(local.date) \(local.clockText)"
        let (door, states) = (shut.target, shut.target.states ?? .onOff)
        let message = PolicyMessage.opensDoor(action.name, door.name, states, at: time)
        return message.at(
          action.span, related: Diagnostic.Related(span: door.span, message: "this target may have the same door"))
      }
    }
  }

  /// When `action` falls due in `year`: the first times, day by day at first.
  private static func times(of action: Name, _ evaluator: Evaluator, in year: Range<Instant>) -> [Instant] {
    var found: [Instant] = []
    for range in GrowingRanges(from: year.lowerBound, to: year.upperBound) where found.count < countOfTimes {
      found += evaluator.edges.occurrences(of: [action], in: range).map(\.at)
    }
    return Array(found.prefix(countOfTimes))
  }

  /// When a target keeps its doors shut.
  private struct Shut {
    var range: Range<Instant>
    var target: Target
  }

  /// Which target keeps a door shut when: of several one.
  private struct Cover {
    /// In order. Of what overlaps only the part counts that nothing before it covers.
    private var hours: [Shut] = []

    init(_ all: [Shut]) {
      for var shut in all.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        let start = max(shut.range.lowerBound, hours.last?.range.upperBound ?? shut.range.lowerBound)
        guard start < shut.range.upperBound else { continue }
        shut.range = start..<shut.range.upperBound
        hours.append(shut)
      }
    }

    func shut(at instant: Instant) -> Shut? {
      let place = hours.partitionPoint { $0.range.upperBound > instant }
      return place < hours.count && hours[place].range.contains(instant) ? hours[place] : nil
    }
  }
}
