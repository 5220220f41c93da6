import CivilTime
import Documents
import HTTPTransport
import Policies
import Providers

/// Pauses and resumes a Pi-hole's blocking. `now` is asked at the time of each write, because a timer counts from there.
struct BlockingApplier: Sendable {
  let client: PiHoleClient
  let transport: any WriteTransport
  let now: @Sendable () -> Instant

  /// Moves blocking, at most one write; a write that was begun is read back even where the run is ended meanwhile.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    guard Self.suits(change) else { return .failed(.unsuited(change)) }
    let live = try await liveSetting()
    switch BlockingMove(change, live: live, at: now()) {
    case .superseded(let message): return .superseded(message)
    case .write(let order):
      guard !Task.isCancelled else { throw .ended }
      return try await withoutCancellation { await carryOut(order) }.get()
    }
  }

  private static func suits(_ change: Change) -> Bool {
    switch change.to.position {
    case .active, .paused: true
    case .enabled, .disabled, .absent, .mixed, .unknown: false
    }
  }

  private func carryOut(_ order: BlockingOrder) async -> Result<Outcome, ProviderError> {
    let sent = now()
    switch await client.send(order, through: transport) {
    case .refused(let error): return .failure(error)
    case .accepted: return .success(await readBack(order, sentAt: sent, lost: nil))
    case .lost(let error): return .success(await readBack(order, sentAt: sent, lost: error))
    }
  }

  /// What a read of its own says about an order whose answer came, or was `lost`.
  private func readBack(_ order: BlockingOrder, sentAt sent: Instant, lost: ProviderError?) async -> Outcome {
    do {
      let live = try await liveSetting()
      guard BlockingMove.shows(live, order, sentAt: sent) else { return .unverified(.notShown(live, lost: lost)) }
      return .applied(lost.map { [.answerLost($0)] } ?? [])
    } catch {
      return .unverified(.notReadBack(error))
    }
  }

  private func liveSetting() async throws(ProviderError) -> SwitchState {
    let blocking = try await client.blocking()
    return try blocking.switchState(at: now())
  }
}

/// What is to be done about a change, now that the live setting has been read again. Decides; does not act.
///
/// | live setting | then |
/// |---|---|
/// | stands as wanted | nothing: posting a state that already holds would cancel its timer |
/// | stands other than planned from | nothing: somebody moved it meanwhile |
/// | as planned from, the wanted pause has an end that has passed | nothing: it would be over at once |
/// | as planned from | write |
enum BlockingMove: Equatable, Sendable {
  case write(BlockingOrder)
  case superseded(Message)

  /// How much later than the wanted end the timer of a pause rings, so that an ordinary run, which ends the pause at
  /// its end, comes first, and the timer matters only if that run does not.
  static let failsafeMarginSeconds: Int64 = 15

  /// How far two ends may lie apart and still be the same timer: a plan counts from the start of its run, and a login
  /// on a small board takes its time.
  static let unmovedSeconds: Int64 = 30

  /// Decides on `change` at `now`, with `live` just read.
  init(_ change: Change, live: SwitchState, at now: Instant) {
    // The planner calls a pause in place by the same comparison; if the two disagreed, one in between would be planned
    // for ever.
    if live.fulfils(change.to) {
      self = .superseded(.alreadyInPlace(live))
    } else if !live.isLike(change.from, within: Self.unmovedSeconds) {
      self = .superseded(.movedMeanwhile(live))
    } else if let ends = change.to.ends, ends <= now {
      self = .superseded(.pauseOver)
    } else {
      self = .write(Self.order(for: change.to, at: now))
    }
  }

  /// Whether `live`, read at `now`, shows what `order`, sent at `sent`, asked for.
  static func shows(_ live: SwitchState, _ order: BlockingOrder, sentAt sent: Instant) -> Bool {
    // The margin that is sent with it is what a slow answer and a rounded clock may take.
    let ends = order.timerSeconds.map { sent + ($0 - failsafeMarginSeconds) }
    return live.fulfils(SwitchState(order.blocks ? .active : .paused, ends: ends))
  }

  private static func order(for wanted: SwitchState, at now: Instant) -> BlockingOrder {
    guard wanted.position == .paused else { return BlockingOrder(blocks: true, timerSeconds: nil) }
    return BlockingOrder(blocks: false, timerSeconds: wanted.ends.map { $0 - now + failsafeMarginSeconds })
  }
}
