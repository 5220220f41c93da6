public import CivilTime
public import Policies
public import Providers

/// What earlier runs left, beside the policy that holds now.
public struct Past: Sendable {
  /// What they remembered.
  public var memory: RecordedState
  /// A fingerprint of the policy that holds now.
  public var policy: String
  /// The paths of the policy's file, by all of its names.
  public var paths: Set<String>
  /// The paths of other policy files that are there.
  public var others: Set<String> = []
  /// Those of them that were followed lately, by the fingerprints of the policies that they had at their last runs.
  public var lastRuns: [String: String] = [:]
  /// The overrides that were made for this policy and hold now, by number.
  public var held: [String: HeldOverride] = [:]
  /// The numbers of all overrides that end later than now, also of those that hold for nothing here, or not yet.
  public var unended: Set<String> = []
  /// When each override began that is kept, by number, also those that are over.
  public var begun: [String: Instant] = [:]
  /// When each override ends, or has ended, that is kept, by number.
  public var ends: [String: Instant] = [:]
  /// When the timers that were set here last ring, by system and by a clock that nobody sets, as the wall clock is now: who
  /// sets that moves what it said, and not the timer.
  public var timersByBoot: [Name: Instant] = [:]
  /// The systems that the policy has at another address than before.
  public var moved: Set<Name> = []
  /// The owner of the policy that holds now; nil where that is unknown.
  public var owner: String?

  /// What earlier runs left, beside the fingerprint of the policy that holds now, whose file has these `paths`.
  public init(_ memory: RecordedState, policy: String, paths: Set<String> = []) {
    self.memory = memory
    self.policy = policy
    self.paths = paths
  }

  /// The same without what they remembered of the objects at `keys`.
  func without(_ keys: [ObjectKey]) -> Past {
    var past = self
    for key in keys { past.memory.objects[key] = nil }
    return past
  }

  /// The same where this program has moved the objects at `keys` itself, outside of what it remembers.
  func doubting(_ keys: Set<ObjectKey>) -> Past {
    guard !keys.isEmpty else { return self }
    var past = self
    past.memory.doubt(keys)
    return past
  }

  /// The same where it is known what came of what was under way.
  func settling(_ ends: [ObjectKey: UnderWay.End]) -> Past {
    guard !ends.isEmpty else { return self }
    var past = self
    _ = past.memory.settle(ends)
    return past
  }

  /// The same after these `moves`.
  func moved(by moves: SystemMoves) -> Past {
    var past = self
    past.memory = memory.moved(by: moves)
    return past
  }

  /// Whether another file than that of this policy, whose owner is `owner`, made what was seen. A file that was moved
  /// keeps its owner.
  func isAnothers(_ seen: RecordedObject, owner: String) -> Bool {
    seen.maker.map { isAnothers($0, owner: owner) } ?? false
  }

  private func isAnothers(_ file: PolicyFile, owner: String) -> Bool {
    !paths.contains(file.path) && file.owner != owner
  }

  /// What of `seen` the file of this policy, whose owner is `owner`, made, and under which name; nil where it made nothing. What
  /// other files of the same state have seen in the same place since does not take that from it.
  func own(_ seen: RecordedObject, owner: String) -> (address: String, file: PolicyFile?)? {
    if let address = seen.address, seen.maker == nil { return (address, nil) }
    let own = seen.makers.filter { !isAnothers($0.file, owner: owner) }
    return (own.first { paths.contains($0.file.path) } ?? own.first).map { ($0.address, $0.file) }
  }

  /// What was last moved to where its target is off, in order, without what another file made or keeps; the policy's owner is
  /// `owner`.
  public func closings(owner: String) -> [(key: ObjectKey, closing: Closing)] {
    memory.closings.filter { key, closing in
      closing.keeper == nil && memory.objects[key].map { !isAnothers($0, owner: owner) } ?? true
    }
  }

  /// Whether a run with this state has made the object at `key`, or had it for a target, and no other file that is still there
  /// has made it since. What only carries the mark of the policy's owner may be another file's.
  func knows(_ key: ObjectKey) -> Bool {
    guard let seen = memory.objects[key], rival(seen) == nil else { return false }
    return !(seen.closing?.isStrange ?? false)
  }

  /// The targets for which they have made something on `system`, as far as its keys say.
  func knownTargets(on system: System) -> Set<Name> {
    let kinds = Set(system.kind.selectors.filter(\.isOfDevices).map(\.object))
    let keys = memory.objects.keys.lazy.filter { $0.system == system.name && kinds.contains($0.kind) && knows($0) }
    return Set(keys.map { Name(String($0.id.prefix { $0 != "/" })) })
  }

  /// When the timer rings that was set on `system` last, by each clock that knows.
  func ownTimers(on system: Name) -> [Instant] {
    guard let byWall = memory.failsafeTimers[system] else { return [] }
    return [byWall, timersByBoot[system] ?? byWall]
  }

  /// What they have to say about the object at `key`.
  func of(_ key: ObjectKey, at now: Instant) -> DriftAttribution {
    let seen = memory.objects[key]
    return DriftAttribution(
      seen, isPolicyNew: (seen?.policy ?? memory.policy) != policy,
      isOther: moved.contains(key.system) || isOthers(seen),
      held: seen?.override.flatMap { held[$0] }, locks: seen?.locks(among: held) ?? [],
      isUnended: seen?.finder.map(unended.contains) ?? false,
      finderBegan: seen?.finder.flatMap { begun[$0] }, deciderEnds: seen?.override.flatMap { ends[$0] },
      ownTimers: seen?.switchState.ends == nil ? [] : ownTimers(on: key.system), rival: rival(seen),
      otherFile: otherFile(seen),
      now: now)
  }

  /// The other file whose run saw it last, is still there and was followed lately.
  private func otherFile(_ seen: RecordedObject?) -> String? {
    if lastRuns.isEmpty { return nil }
    guard let seen, let last = seen.policy ?? memory.policy, last != policy else { return nil }
    return lastRuns[last]
  }

  /// The other file that made what was seen, is still there and has the owner of the policy.
  private func rival(_ seen: RecordedObject?) -> String? {
    guard let maker = seen?.maker, maker.owner == owner, others.contains(maker.path) else { return nil }
    return maker.path
  }

  /// Whether what was seen has the mark of another owner than the policy's.
  private func isOthers(_ seen: RecordedObject?) -> Bool {
    guard let owner, let maker = seen?.maker else { return false }
    return maker.owner != owner
  }
}
