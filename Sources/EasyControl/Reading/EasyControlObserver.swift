import CivilTime
import Policies
import Providers

/// Looks at a guest pass: what it may do, and, where something is to be held in a state, how everything of it stands.
struct EasyControlObserver: Observer {
  let client: EasyControlClient
  let now: @Sendable () -> Instant

  /// Reads the entities of `kinds`. Actions have no state, so that there is nothing to read about them.
  func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    let grant = try await client.grant()
    var observation = Observation(
      system: client.system, version: grant.contract.rawValue, title: EasyControlMessages.title(grant.contract),
      objects: [])
    observation.ends = grant.endings(at: now(), of: client.system)
    observation.rights = grant.words
    observation.moves = grant.moves(on: client.system)
    let wanted = kinds.intersection(EntityDomain.all.map(\.kind))
    if wanted.isEmpty { return observation }
    guard grant.contract == .second else {
      observation.unavailableKinds = Dictionary(
        uniqueKeysWithValues: wanted.map { ($0, EasyControlMessages.noStates) })
      return observation
    }
    observation.objects = try await client.states().filter { wanted.contains($0.domain.kind) }
      .map { ObservedObject($0, grant, client.system) }
    return observation
  }

  /// There is nothing to end.
  func close() async {}
}

extension ObservedObject {
  /// `entity` as one that has a switch, as far as `grant` allows it to be moved.
  fileprivate init(_ entity: EntityState, _ grant: Grant, _ system: Name) {
    let condition = entity.condition
    self.init(
      kind: entity.domain.kind, id: entity.id, name: entity.id, switchState: condition.switchState, whenOff: .disabled)
    switch condition {
    case .unknown(let word): switchBlocker = EasyControlMessages.notKnown(word)
    case .stuck(let word): stuck = EasyControlMessages.stuck(word)
    case .moving(let word, let end):
      heading = end
      caveats = [.enabled: [EasyControlMessages.moving(word)], .disabled: [EasyControlMessages.moving(word)]]
    case .on, .off: break
    }
    guard switchBlocker == nil else { return }
    let blocker = { (action: EntityDomain.Action) in
      grant.allows(action.name, on: entity.id)
        ? entity.lacks(action) ? EasyControlMessages.cannot(action.name) : nil
        : EasyControlMessages.notGranted(action.name, system)
    }
    (enableBlocker, disableBlocker) = (blocker(entity.domain.on), blocker(entity.domain.off))
  }
}
