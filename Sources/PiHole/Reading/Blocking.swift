import JSONTree
import Providers

/// The body of `/dns/blocking`: whether queries are blocked, and until when.
struct Blocking: Equatable, Sendable {
  /// The states on the wire. A failed resolver calls itself `failure`; the published description says `failed`.
  enum State: String, Sendable {
    case enabled
    case disabled
    case failure
    case failed
    case unknown
  }

  var state: State
  /// How long until the state flips, in seconds, with fractions; nil where no timer runs.
  ///
  /// It carries no end time, owner or id, and it is lost at a restart while the state is kept.
  var remainingSeconds: Double?

  /// A body from its parts.
  init(_ state: State, remainingSeconds: Double? = nil) {
    self.state = state
    self.remainingSeconds = remainingSeconds
  }

  /// Reads a body: `blocking` and `timer` must be there, whatever else may be.
  init(_ tree: JSON) throws(ProviderError) {
    guard let state = tree["blocking"]?.string.flatMap(State.init) else {
      throw .unexpected("the Pi-hole's answer has an unknown state of blocking")
    }
    self.init(state, remainingSeconds: try Self.seconds(tree["timer"]))
  }

  private static func seconds(_ timer: JSON?) throws(ProviderError) -> Double? {
    if timer?.isNull == true { return nil }
    guard let seconds = timer?.double else { throw .unexpected("the timer in the Pi-hole's answer is not a number") }
    return seconds
  }
}

/// What is posted to `/dns/blocking`.
struct BlockingOrder: Equatable, Sendable {
  /// Whether queries are to be blocked.
  var blocks: Bool
  /// After how long that is to flip; nil for never. Pi-hole takes 0, a negative number or a text for never as well.
  var timerSeconds: Int64?

  /// The body of the request. The timer is spelled out if there is none, too: that cancels one that runs.
  var body: [UInt8] {
    let timer = timerSeconds.map { JSON.integer(Int($0)) } ?? .null
    return JSON.object([.init("blocking", .bool(blocks)), .init("timer", timer)]).bytes
  }
}
