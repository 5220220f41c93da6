import CivilTime
import JSONTree
import PiHole
import Providers
import Planning

/// The story of a Pi-hole's blocking: paused for a moment, resumed, and put back as it was found.
struct BlockingStory: Sendable {
  /// The timer of a pause, in seconds; should the run be cut off, it ends by itself.
  private static let pause: Int64 = 30

  let hand: PiHoleHand

  /// Tells it; what was found is put back in any case. What is given back is for people.
  func tell(on system: LiveSystem) async throws(LiveFailure) -> String {
    let found = try await hand.look("/dns/blocking")
    let began = LiveSystem.now
    do throws(LiveFailure) {
      try await pauseAndResume(on: system)
    } catch {
      try? await putBack(found, since: began.secondsSinceEpoch)
      throw error
    }
    try await putBack(found, since: began.secondsSinceEpoch)
    let after = try await hand.look("/dns/blocking")
    try demand(after["blocking"]?.string == found["blocking"]?.string, "blocking as it was found")
    return "paused with a timer of \(Self.pause) s, resumed at once, left a stale change alone, put back as found"
  }

  private func pauseAndResume(on system: LiveSystem) async throws(LiveFailure) {
    var live = try await system.object(.blocking, named: "blocking")
    if live.switchState.position == .paused {
      try await system.mustMove(live, to: SwitchState(.active))
      live = try await system.object(.blocking, named: "blocking")
    }
    try await system.mustMove(live, to: SwitchState(.paused, ends: LiveSystem.now + Self.pause))
    let paused = try await system.object(.blocking, named: "blocking")
    try demand(paused.switchState.position == .paused && paused.switchState.ends != nil, "a pause with an end")
    try await system.mustMove(paused, to: SwitchState(.active))
    try await system.mustLeave(paused, to: SwitchState(.active))
    try demand(
      try await system.object(.blocking, named: "blocking").switchState.position == .active, "blocking to be active")
  }

  /// As it was, with what is left of a timer that ran.
  private func putBack(_ found: JSON, since began: Int64) async throws(LiveFailure) {
    let wasActive = found["blocking"]?.string == "enabled"
    let passed = LiveSystem.now.secondsSinceEpoch - began
    let timer = found["timer"]?.double.map { max(1, Int($0) - Int(passed)) }
    if wasActive, timer == nil, try await hand.look("/dns/blocking")["blocking"]?.string == "enabled" { return }
    try await hand.post(
      "/dns/blocking",
      .object([.init("blocking", .bool(wasActive)), .init("timer", timer.map { JSON.integer($0) } ?? .null)]))
  }
}
