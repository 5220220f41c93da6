import CivilTime
import Documents
import Policies
import Providers

/// Looks at a Home Assistant: one request about the server itself, then a few entities one by one, or all of them at once.
struct HomeAssistantObserver: Observer {
  let client: HomeAssistantClient
  private let named: NamedObjects
  private let sleep: Sleep
  private let now: @Sendable () -> Instant

  init(
    client: HomeAssistantClient, named: NamedObjects, sleep: @escaping Sleep, now: @escaping @Sendable () -> Instant
  ) {
    self.client = client
    self.named = named
    self.sleep = sleep
    self.now = now
  }

  /// Up to so many entities are read singly; more, and what patterns pick, with one request for all. Both are cheap
  /// (measured: 0.3 ms each; 2 000 at once 680 kB and 2 ms).
  static let mostSingly = 10
  /// How long it waits before it looks again for what is not there. A reload makes entities vanish for milliseconds, longer
  /// where an integration has to reach its devices.
  static let secondLook = Duration.seconds(1)

  /// Reads the entities of `kinds`. A reading in which something named is not there, or says nothing for the moment, is
  /// made once more before it counts.
  func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    let server = try await client.server()
    let wanted = Wanted(named, kinds)
    var board: EntityBoard? = nil
    if let ids = wanted.few { board = try await singly(ids) }
    // What cannot be read one by one is read with all others, which also shows what may have been meant.
    if board == nil { board = try await all(kinds) }
    var pace = Pace()
    if let first = board, try await wanted.isIncomplete(first, &pace) {
      await sleep(Self.secondLook)
      board = try await all(kinds)
    }
    var observation = Observation(
      system: client.system, version: server.version, title: HomeAssistantMessages.title(server),
      objects: try await Self.objects(of: kinds, on: board ?? EntityBoard(), &pace))
    observation.ends = await endings()
    return observation
  }

  /// What there is of `kinds`, always in the same order, so that the same groups are left out each time where there are too
  /// many.
  static func objects(
    of kinds: Set<ObjectKind>, on board: EntityBoard, _ pace: inout Pace
  ) async throws(ProviderError) -> [ObservedObject] {
    let entities = board.all.filter { kinds.contains($0.id.domain.kind) }.sorted { $0.id.text < $1.id.text }
    var walk = GroupWalk(board)
    var objects: [ObservedObject] = []
    objects.reserveCapacity(entities.count)
    for entity in entities {
      let before = walk.steps
      objects.append(ObservedObject(entity, walk.devices(of: entity)))
      try await pace.step(1 + walk.steps - before)
    }
    return objects
  }

  /// There is nothing to end.
  func close() async {}

  private func all(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> EntityBoard {
    var board = EntityBoard()
    for entity in try await client.entities(kinds) { board.take(entity) }
    return board
  }

  /// These and the members of groups among them; nil where those are too many, or one is not there.
  private func singly(_ ids: [EntityID]) async throws(ProviderError) -> EntityBoard? {
    var board = EntityBoard()
    var waiting = ids
    var read = 0
    while let id = waiting.popLast() {
      if board[id.text] != nil { continue }
      read += 1
      guard read <= Self.mostSingly, case .entity(let entity) = try await client.entity(id) else { return nil }
      board.take(entity)
      waiting += board.unread(behind: entity)
    }
    return board
  }

  /// What there is to say of the token before it ends.
  private func endings() async -> [CredentialEnd] {
    guard let ends = await client.tokenEnds, ends - now() <= 14 * 86_400 else { return [] }
    return [HomeAssistantMessages.tokenEnds(ends)]
  }
}

/// What a policy names among entities, and what it named once and was left as it is.
private struct Wanted {
  /// The ids, each once, where there are only ids and few of them; nil where all entities have to be read.
  var few: [EntityID]?
  private var ids: [EntityID] = []

  init(_ named: NamedObjects, _ kinds: Set<ObjectKind>) {
    let moved = kinds.flatMap { named.moved[$0] ?? [] }.map(ObjectName.name)
    let names = kinds.flatMap { named.names[$0] ?? [] }.flatMap(\.included) + moved
    var isExact = !names.isEmpty
    var seen: Set<EntityID> = []
    for name in names {
      guard case .name(let text) = name, let id = EntityID(text.lowercased()) else {
        isExact = false
        continue
      }
      if seen.insert(id).inserted { ids.append(id) }
    }
    few = isExact && ids.count <= HomeAssistantObserver.mostSingly ? ids : nil
  }

  /// Whether something named is missing from `board`, or may only have lost its state for the moment.
  func isIncomplete(_ board: EntityBoard, _ pace: inout Pace) async throws(ProviderError) -> Bool {
    for id in ids {
      guard let entity = board[id.text] else { return true }
      if entity.isRestored || !board.unread(behind: entity).isEmpty { return true }
      try await pace.step(entity.isGroup ? EntityBoard.mostMembers : 1)
    }
    return false
  }
}
