import CivilTime
import Documents
import Policies
import Providers
import Planning
import TestSupport
import Testing

/// Whatever happens to runs, to answers and to the state: what cannot be read is asked for when what is wanted changes,
/// once.
@Suite struct AskingLawTests {
  /// What may rightly be known of a service: a model of its own, in the words of the promise.
  private struct Promise {
    /// What was wanted when a run last had its say; nil where nothing is remembered.
    var noted: TargetState?
    /// Tries in a row that surely came to nothing, and for what.
    var vain: (wanted: TargetState, at: [Instant])?

    func isDue(_ wanted: TargetState) -> Bool { noted != nil && noted != wanted && wanted != .leave }

    /// Whether another try may be made for `wanted` at `now`.
    func mayTry(_ wanted: TargetState, at now: Instant) -> Bool {
      guard let vain, vain.wanted == wanted, let last = vain.at.last else { return true }
      let pauses: [Int64] = [60, 300, 900]
      return vain.at.count <= pauses.count && now - last >= pauses[vain.at.count - 1]
    }
  }

  private static let outcomes: [Outcome] = [
    .applied([]), .applied([]), .unverified(Message(code: "lost", "lost")), .failed(Message(code: "no", "no")),
    .superseded(Message(code: "gone", "gone")), .skipped(Message(code: "ended", "ended")),
  ]

  @Test(arguments: UInt64(0)..<40) func isKept(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var service = AskedService()
    var promise = Promise()
    var counts = (sent: 0, refused: 0, killed: 0, lost: 0)
    for step in 0..<400 {
      if random.oneIn(5) { service.state = [.running, .stopped, .leave][random.int(in: 0..<3)] }
      if random.oneIn(9) { service.override = service.override == nil ? step : nil }
      if random.oneIn(12) { service.policy = "policy \(step)" }
      if random.oneIn(40) {
        (service.memory, promise) = (RecordedState(), Promise())
        counts.lost += 1
      }
      let outcome = Self.outcomes[random.int(in: 0..<Self.outcomes.count)]
      let end = random.oneIn(6) ? AskedService.End.allCases[random.int(in: 0..<4)] : .whole
      // A run that finds no state remembers nothing, and asks for nothing.
      let kept = random.oneIn(25) ? service.memory : nil
      if kept != nil { service.memory = nil }
      let sentBefore = service.sent.count
      let entry = try #require(
        try service.run(after: Int64([1, 30, 60, 61, 400, 2000][random.int(in: 0..<6)]), outcome, end))
      let now = service.clock
      let isAsked = entry.action == .change
      if let kept {
        #expect(!isAsked, "step \(step): asked without a state")
        service.memory = kept
        continue
      }
      let due = promise.isDue(service.state)
      #expect(isAsked == (due && promise.mayTry(service.state, at: now)), "step \(step): \(entry.action)")
      #expect(service.sent.count <= sentBefore + 1)
      counts.sent += service.sent.count - sentBefore
      if end != .whole { counts.killed += 1 }
      Self.note(service.state, isAsked: isAsked, isDue: due, outcome, end, at: now, &promise, &counts.refused)
    }
    #expect(counts.sent > 5 && counts.refused > 2 && counts.killed > 5 && counts.lost > 0, "\(counts)")
  }

  /// What the promise has to be after a run.
  private static func note(
    _ wanted: TargetState, isAsked: Bool, isDue: Bool, _ outcome: Outcome, _ end: AskedService.End, at now: Instant,
    _ promise: inout Promise, _ refused: inout Int
  ) {
    switch (isAsked, end) {
    case (_, .beforeTheNote), (false, .beforeSending), (false, .afterSending): break
    // Nobody knows whether it was sent.
    case (true, .beforeSending), (true, .afterSending): promise = Promise(noted: wanted)
    case (false, .whole): if !isDue { promise = Promise(noted: wanted) }
    case (true, .whole):
      switch outcome {
      case .applied, .unverified: promise = Promise(noted: wanted)
      case .failed, .superseded, .stuck:
        refused += 1
        let before = promise.vain.flatMap { $0.wanted == wanted ? $0.at : nil } ?? []
        promise.vain = (wanted, before + [now])
      case .skipped: if promise.vain?.wanted != wanted { promise.vain = nil }
      }
    }
  }

  /// The same promise without any model: between two requests for the same there is a run that wanted something else,
  /// or the state was lost.
  @Test(arguments: UInt64(100)..<120) func isNeverAskedTwice(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var service = AskedService()
    var wantedOtherwise = true
    var last: SwitchState.Position?
    var pairs = 0
    for step in 0..<400 {
      if random.oneIn(4) { service.state = [.running, .stopped, .leave][random.int(in: 0..<3)] }
      let before = service.sent.count
      let outcome = Self.outcomes[random.int(in: 0..<Self.outcomes.count)]
      let end = AskedService.End.allCases[random.int(in: 0..<4)]
      try service.run(after: 1000, outcome, end)
      let position: SwitchState.Position? =
        service.state == .leave ? nil : service.state == .running ? .enabled : .disabled
      if service.sent.count > before {
        #expect(service.sent.last != last || wantedOtherwise, "step \(step)")
        pairs += service.sent.last == last ? 1 : 0
        (last, wantedOtherwise) = (service.sent.last, false)
      } else if position != last {
        wantedOtherwise = true
      }
    }
    #expect(service.sent.count > 4 && pairs > 0, "\(service.sent)")
  }
}
