public import CivilTime
public import Policies
public import Providers

/// What is remembered of earlier runs. A run without it works all the same; it only knows less.
public struct RecordedState: Hashable, Sendable {
  /// How old what is remembered of an object that runs go on seeing may grow, in seconds: a run that sees nothing new
  /// need not have it written before.
  public static let quietSeconds: Int64 = 900

  /// A fingerprint of the policy that the last run followed; nil before the first.
  public var policy: String?
  /// Every object that was managed, as it was last seen.
  public var objects: [ObjectKey: RecordedObject]
  /// When the timer rings that reconcile set last, by system. A timer that rings then is never taken for somebody's.
  public var failsafeTimers: [Name: Instant]
  /// What was looked up in the catalogues of systems.
  public var lookups: [Name: Lookups] = [:]
  /// At which address each system was when it was last read.
  public var addresses: [Name: SystemAddress] = [:]

  /// What is remembered; nothing unless given.
  public init(policy: String? = nil, objects: [ObjectKey: RecordedObject] = [:], failsafeTimers: [Name: Instant] = [:])
  {
    self.policy = policy
    self.objects = objects
    self.failsafeTimers = failsafeTimers
  }
}

extension RecordedState {
  /// The objects at `keys` may have been moved by this program since they were seen: nobody else has to have done it.
  mutating func doubt(_ keys: Set<ObjectKey>) {
    for key in keys { objects[key]?.isDoubtful = true }
  }

  /// Those of `objects` on `system`, as far as their kinds are `numbered`, that are remembered by another name, or whose
  /// number nothing has any more: a system that was set up again, or restored, gives its numbers anew. What is to be put
  /// back waits for its number.
  func renumbered(
    _ numbered: Set<ObjectKind>, of live: [ObjectKind: [ObservedObject]], on system: Name
  ) -> [ObjectKey] {
    // A list that was not read says nothing.
    let read = numbered.filter { live[$0] != nil }
    if read.isEmpty { return [] }
    var names: [ObjectKey: String] = [:]
    for object in read.flatMap({ live[$0] ?? [] }) {
      names[object.key(on: system)] = object.name.shortened()
    }
    return objects.compactMap { key, seen in
      guard key.system == system, read.contains(key.kind) else { return nil }
      guard let name = names[key] else { return seen.found == nil ? key : nil }
      return seen.name.map { $0 != name } ?? false ? key : nil
    }.sorted()
  }
}
