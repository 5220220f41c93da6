import CivilTime
import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// Switches entities: looks, calls the domain's own service once for each device that differs, and looks until the state is
/// there.
///
/// A `200` proves nothing, and an empty list neither way: the state does. A call lasts as long as the device takes and goes
/// on when the caller hangs up, so that a time-out is no failure: it is settled by looking. Nothing is sent twice.
struct HomeAssistantApplier: Applier {
  private let client: HomeAssistantClient
  private let caller: ServiceCaller
  private let called = CalledDevices()
  private let code: @Sendable (Name) -> Result<Secret?, ProviderError>
  private let sleep: Sleep
  private let now: @Sendable () -> Instant

  init(
    client: HomeAssistantClient, write transport: any WriteTransport,
    code: @escaping @Sendable (Name) -> Result<Secret?, ProviderError> = { _ in .success(nil) },
    sleep: @escaping Sleep, hold: Sleep? = nil, now: @escaping @Sendable () -> Instant
  ) {
    self.client = client
    self.code = code
    self.now = now
    caller = ServiceCaller(client: client, transport: transport, sleep: hold ?? sleep)
    self.sleep = sleep
  }

  /// Devices take their time, each for itself: none waits for another.
  var changesAtOnce: Int { 16 }

  /// A door that has begun to move is waited for, also after the run was to end.
  func patience(for change: Change) -> Duration {
    change.kind == .entity ? .zero : .seconds(Self.mostLooks(change.kind) + 10)
  }

  /// How often a device is looked at, a second apart, before it counts as not moved.
  private static func mostLooks(_ kind: ObjectKind) -> Int { kind == .entity ? 10 : 60 }

  /// The same where the call was given up before its answer came: the server goes on with it all the same.
  private static func mostLooks(_ kind: ObjectKind, _ doubt: CallDoubt?) -> Int {
    doubt?.isRefusal == false ? max(30, mostLooks(kind)) : mostLooks(kind)
  }

  /// Brings the entity that `change` names to where it is to be.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome { try await apply(change) {} }

  /// The same; `begin` is asked directly before the first call.
  func apply(
    _ change: Change, begin: @Sendable () throws(ProviderError) -> Void
  ) async throws(ProviderError) -> Outcome {
    guard let id = change.id.flatMap({ EntityID($0) }), let wanted = Wanted(change) else {
      return .failed(HomeAssistantMessages.noSuchSwitch(change))
    }
    try await client.mustRun()
    guard let before = try await settled(id, change) else {
      return .superseded(HomeAssistantMessages.gone(id))
    }
    if let stop = decide(before, change) { return stop }
    let devices: [EntityState]
    switch before.board.devices(of: before.entity) {
    case .success(let found): devices = found.filter { wanted.isToMove($0) }
    case .failure(let fault): return .failed(HomeAssistantMessages.notJudged(fault))
    }
    if devices.isEmpty, case .partly(_, _, let words) = before.condition {
      return .failed(HomeAssistantMessages.notKnown(words))
    }
    if let service = devices.lazy.compactMap({ wanted.missingService(of: $0) }).first {
      return .failed(HomeAssistantMessages.cannot(service))
    }
    var code: Secret?
    if devices.contains(where: \.asksForCode) {
      switch self.code(change.target) {
      case .success(let found): code = found
      // The trouble of one door, not of the whole server.
      case .failure(let error): return .failed(error.message)
      }
    }
    let calls = devices.compactMap { device in
      wanted.service(of: device).map { service in
        ServiceCaller.Call(service: service, device: device.id, code: device.asksForCode ? code : nil)
      }
    }
    for call in calls { called.note(call.device, change.to.position) }
    let doubt = try await caller.make(calls) { () throws(ProviderError) in
      try begin()
      try change.checkTime(at: now())
    }
    let codes: Codes = code != nil ? .sent : devices.contains(where: \.asksForCode) ? .missing : .none
    return await readBack(change, before, doubt, codes)
  }

  /// What went along with the calls of one change. Only a lock that asks for a code is sent one: what else the target names,
  /// perhaps by a pattern, is not told it.
  private enum Codes {
    case sent
    /// A lock asks for one, and its target has none. The server may have one that it adds by itself.
    case missing
    case none
  }

  // MARK: - Before

  private struct Seen {
    var entity: EntityState
    var board: EntityBoard
    /// Whether it was seen to move before.
    var hasMoved = false
    var condition: EntityCondition { board.condition(of: entity) }
  }

  /// The entity once it does not move any more; nil where it is gone.
  private func settled(_ id: EntityID, _ change: Change) async throws(ProviderError) -> Seen? {
    var pauses = 0
    while true {
      guard var seen = try await look(id) else { return nil }
      seen.hasMoved = pauses > 0
      guard seen.condition.isMoving, pauses < Self.mostLooks(change.kind) else { return seen }
      pauses += 1
      await sleep(Self.pause)
    }
  }

  /// What there is to say before anything was sent; nil where it is to be sent.
  private func decide(_ seen: Seen, _ change: Change) -> Outcome? {
    let condition = seen.condition
    if condition.fulfils(change.to) {
      if wasCalled(seen, change) { return .applied(notes(seen, nil)) }
      return seen.hasMoved
        ? .applied([HomeAssistantMessages.onItsWay]) : .superseded(HomeAssistantMessages.already)
    }
    switch condition {
    case .unknown(let words): return .failed(HomeAssistantMessages.notKnown(words))
    case .faulty(let fault): return .failed(HomeAssistantMessages.notJudged(fault))
    case .moving(let word, _): return .failed(HomeAssistantMessages.stillMoving(word))
    case .stuck: return change.from.position == .unknown ? nil : .superseded(HomeAssistantMessages.changedMeanwhile)
    case .on, .off, .mixed, .partly: return nil
    }
  }

  /// Whether one of its devices is where it is as another change of the same run called it: that of a group and that of its
  /// member are both made.
  private func wasCalled(_ seen: Seen, _ change: Change) -> Bool {
    guard case .success(let devices) = seen.board.devices(of: seen.entity) else { return false }
    return devices.contains { called.contains($0.id, change.to.position) }
  }

  private func look(_ id: EntityID) async throws(ProviderError) -> Seen? {
    guard case .entity(let entity) = try await client.entity(id) else { return nil }
    var board = EntityBoard()
    board.take(entity)
    // Group in group is read level by level; what is not there is missed when the group is judged.
    for _ in 0..<4 {
      let unread = board.unread(behind: entity)
      if unread.isEmpty { break }
      for member in unread {
        if case .entity(let member) = try await client.entity(member) { board.take(member) }
      }
    }
    return Seen(entity: entity, board: board)
  }

  // MARK: - Afterwards

  private static let pause = Duration.seconds(1)
  /// After so many looks at a device that shows nothing, its integration is asked for a fresh reading.
  private static let looksBeforeRefresh = 4
  /// What was refused is looked for no longer than this: in case it was done all the same.
  private static let looksAfterRefusal = 2

  private func readBack(_ change: Change, _ before: Seen, _ doubt: CallDoubt?, _ codes: Codes) async -> Outcome {
    let id = before.entity.id
    let most = Self.mostLooks(change.kind, doubt)
    var last = before.condition
    var failures = 0
    for look in 0..<most {
      if doubt?.isRefusal == true, look >= Self.looksAfterRefusal, !last.isMoving { break }
      do throws(ProviderError) {
        guard let seen = try await self.look(id) else { return .unverified(HomeAssistantMessages.gone(id)) }
        failures = 0
        last = seen.condition
        if last.fulfils(change.to) { return .applied(notes(seen, doubt)) }
        if case .partly(_, _, let words) = last, last.fulfilsAsKnown(change.to) {
          return .unverified(HomeAssistantMessages.othersOnly(words))
        }
        if case .stuck(let word) = last { return .stuck(HomeAssistantMessages.stuck(word)) }
        if look == Self.looksBeforeRefresh, last == before.condition { await caller.refresh(id) }
      } catch {
        failures += 1
        // A server that does not answer twice running is not going to tell in the next minute.
        if failures > 1 || !error.isTransient {
          return .unverified(HomeAssistantMessages.notReadBack(error, doubt))
        }
      }
      await sleep(Self.pause)
    }
    if let doubt, doubt.isRefusal {
      // Devices count wrong codes, and shut out whoever has too many of them.
      return switch codes {
      case .sent: .stuck(HomeAssistantMessages.refusedWithCode(doubt))
      case .missing: .failed(HomeAssistantMessages.refusedWithoutCode(doubt))
      case .none: .failed(HomeAssistantMessages.refused(doubt))
      }
    }
    return .unverified(HomeAssistantMessages.notThere(last, of: change.kind, after: most, doubt))
  }

  private func notes(_ seen: Seen, _ doubt: CallDoubt?) -> [Message] {
    var notes: [Message] = []
    if let doubt { notes.append(HomeAssistantMessages.doneAllTheSame(doubt)) }
    if seen.entity.isAssumed { notes.append(HomeAssistantMessages.assumed) }
    return notes
  }
}

/// Where an entity is to be brought.
private struct Wanted {
  private let isOn: Bool

  /// Nil where the change asks for neither on nor off.
  init?(_ change: Change) {
    guard let isOn = change.to.position.asSwitch else { return nil }
    self.isOn = isOn
  }

  /// What is not known is not driven.
  func isToMove(_ device: EntityState) -> Bool {
    let condition = device.id.domain.condition(device.state)
    if case .unknown = condition { return false }
    return condition != (isOn ? .on : .off)
  }

  func service(of device: EntityState) -> EntityDomain.Service? {
    isOn ? device.id.domain.on : device.id.domain.off
  }

  func missingService(of device: EntityState) -> EntityDomain.Service? {
    service(of: device).flatMap { device.lacks($0) ? $0 : nil }
  }
}
