import CivilTime
import Documents

/// Actions at a time that may open what another target keeps shut then. Which door an action opens only its system knows; of
/// what kind that is says the kind of the system. On one system such an action is not done; a target on another system may have
/// the same door by another way, and there nothing keeps the action from opening it.
///
/// Each door and each action is worked out once: what is shut when is one set for all doors of a kind.
enum OpenedDoors {
  /// Where doors are: on one system, or on any way to what is at an address.
  private enum Place: Hashable {
    case system(Name)
    case host(String, platform: String)
  }

  private struct Doors: Hashable {
    var place: Place
    var kind: ObjectKind
  }

  /// So far ahead it is looked, in seconds: every day of a year.
  private static let yearSeconds: Int64 = 366 * 86_400
  /// At so many times of an action it is looked, the first ones.
  private static let countOfTimes = 1_500

  /// A warning for each target that may open what another one keeps shut then, in the order of the file.
  static func warnings(on policy: Policy, _ evaluator: Evaluator, now: Instant) -> [Diagnostic] {
    let opening = policy.targets.compactMap { target -> (target: Target, system: Name, kind: ObjectKind)? in
      guard case .action(let system, _, let action) = target.selector, let kind = action.opens else { return nil }
      return (target, system, kind)
    }
    if opening.isEmpty { return [] }
    let hosts = Dictionary(
      policy.systems.map { ($0.name, Place.host($0.url.host, platform: $0.kind.platform)) }
    ) { first, _ in first }
    let kinds = Set(opening.map(\.kind))
    let year = now..<now + yearSeconds
    var shut: [Doors: [Shut]] = [:]
    for target in policy.targets where target.isKeeper {
      guard let system = target.selector.system, let kind = target.selector.object, kinds.contains(kind) else {
        continue
      }
      let hours = evaluator.timeline(of: target.name, in: year).filter { $0.state == target.states?.off }
        .map { Shut(range: $0.range, target: target, system: system) }
      shut[Doors(place: .system(system), kind: kind), default: []] += hours
      if let host = hosts[system] { shut[Doors(place: host, kind: kind), default: []] += hours }
    }
    let covers = shut.mapValues { Cover($0) }
    return opening.compactMap { action, system, kind in
      let places = [Place.system(system), hosts[system]].compactMap(\.self)
      let found = places.compactMap { covers[Doors(place: $0, kind: kind)] }
      if found.isEmpty { return nil }
      let times = times(of: action.name, evaluator, in: year)
      let first = found.lazy.compactMap { cover in
        times.lazy.compactMap { at in cover.shut(at: at).map { (at, $0) } }.first
      }.first
      return first.map { at, shut in
        let local = policy.zone.local(at)
        let time = "\(local.date.weekday.shortName) \(local.date) \(local.clockText)"
        let (door, states) = (shut.target, shut.target.states ?? .onOff)
        let message =
          shut.system == system
          ? PolicyMessage.opensDoor(action.name, door.name, states, at: time)
          : .opensDoorElsewhere(action.name, door.name, on: shut.system, states, at: time)
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
    var system: Name
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
