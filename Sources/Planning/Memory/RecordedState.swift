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
  /// Those of `objects` on `system`, as far as their kinds are `numbered`, that are remembered by another name: a system
  /// that was set up again, or restored, gives its numbers anew.
  func renumbered(
    _ numbered: Set<ObjectKind>, of live: [ObjectKind: [ObservedObject]], on system: Name
  ) -> [ObjectKey] {
    numbered.flatMap { kind in
      (live[kind] ?? []).compactMap { object in
        let key = object.key(on: system)
        guard let name = objects[key]?.name, name != object.name.shortened() else { return nil }
        return key
      }
    }.sorted()
  }
}
