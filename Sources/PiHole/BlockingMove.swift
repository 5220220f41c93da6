import CivilTime
import Policies
import Providers

/// What is to be done about a change, now that the live setting has been read again. Decides; does not act.
///
/// | live setting | then |
/// |---|---|
/// | stands as wanted | nothing: posting a state that already holds would cancel its timer |
/// | stands otherwise than planned from | nothing: somebody moved it meanwhile |
/// | as planned from, the wanted pause has an end that has passed | nothing: it would be over at once |
/// | as planned from | write |
enum BlockingMove: Equatable, Sendable {
  case write(BlockingOrder)
  case superseded(Notice)

  /// How much later than the wanted end the timer of a pause rings, so that an ordinary run, which ends the pause at
  /// its end, comes first, and the timer matters only if that run does not.
  static let fuseMarginSeconds: Int64 = 15

  /// How far two ends may lie apart and still be the same timer: a plan counts from the start of its run, and a login
  /// on a small board takes its time.
  static let unmovedSeconds: Int64 = 30

  /// Decides on `change` at `now`, with `live` just read.
  init(_ change: Change, live: Setting, at now: Instant) {
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
  static func shows(_ live: Setting, _ order: BlockingOrder, sentAt sent: Instant) -> Bool {
    // The margin that is sent with it is what a slow answer and a rounded clock may take.
    let ends = order.timerSeconds.map { sent + ($0 - fuseMarginSeconds) }
    return live.fulfils(Setting(order.blocks ? .active : .paused, ends: ends))
  }

  private static func order(for wanted: Setting, at now: Instant) -> BlockingOrder {
    guard wanted.position == .paused else { return BlockingOrder(blocks: true, timerSeconds: nil) }
    return BlockingOrder(blocks: false, timerSeconds: wanted.ends.map { $0 - now + fuseMarginSeconds })
  }
}
