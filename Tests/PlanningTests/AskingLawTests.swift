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
    /// Whether somebody's wish for that came to nothing so far.
    var isOpen = false
    /// Tries in a row that surely came to nothing, for what, and for whom.
    var vain: (wanted: TargetState, by: Int?, at: [Instant])?
    /// What it was last asked for, where its system said that it did so.
    var known: TargetState?
    /// The newest override that it was asked for.
    var wish = 0
    /// Which override decided when a run last had its say, and whether that knew when it was to end.
    var decided: (by: Int?, knowsEnd: Bool) = (nil, false)
    /// Those that somebody has ended before their time.
    var released: Set<Int> = []

    /// Whether somebody has ended the one that decided before.
    func isReleased(_ override: Int?) -> Bool {
      guard let by = decided.by, by != override else { return false }
      return decided.knowsEnd && released.contains(by)
    }

    /// Whether somebody wishes for it, and nobody knows that it is so.
    func isWished(_ wanted: TargetState, _ override: Int?) -> Bool {
      if let override, override > wish { return true }
      return isReleased(override) && (known != wanted || vain?.wanted == wanted)
    }

    func isDue(_ wanted: TargetState, _ override: Int?) -> Bool {
      if wanted == .leave { return false }
      return isOpen || isWished(wanted, override) || noted.map { $0 != wanted } ?? false
    }

    /// The tries for `wanted` that count for whoever decides.
    func tries(_ wanted: TargetState, _ override: Int?) -> [Instant] {
      guard let vain, vain.wanted == wanted, !isReleased(override), override == nil || override == vain.by else {
        return []
      }
      return vain.at
    }

    /// Whether another try may be made for `wanted` at `now`.
    func mayTry(_ wanted: TargetState, _ override: Int?, at now: Instant) -> Bool {
      let tries = tries(wanted, override)
      guard let last = tries.last else { return true }
      let pauses: [Int64] = [60, 300, 900]
      return tries.count <= pauses.count && now - last >= pauses[tries.count - 1]
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
    var counts = (sent: 0, refused: 0, killed: 0, lost: 0, wishes: 0)
    for step in 0..<400 {
      if random.oneIn(5) { service.state = [.running, .stopped, .leave][random.int(in: 0..<3)] }
      if random.oneIn(9) { Self.override(step, &service, &promise, &random) }
      if random.oneIn(12) { service.policy = "policy \(step)" }
      if random.oneIn(40) {
        service.memory = RecordedState()
        promise = Promise(released: promise.released)
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
      let due = promise.isDue(service.state, service.override)
      let mayTry = promise.mayTry(service.state, service.override, at: now)
      #expect(isAsked == (due && mayTry), "step \(step): \(entry.action)")
      #expect(service.sent.count <= sentBefore + 1)
      counts.sent += service.sent.count - sentBefore
      if end != .whole { counts.killed += 1 }
      let isSame = promise.noted == service.state
      counts.wishes += isAsked && isSame && promise.isWished(service.state, service.override) ? 1 : 0
      counts.refused += isAsked && end == .whole && outcome.isRefused ? 1 : 0
      if isAsked || !due {
        Self.note(service, isAsked: isAsked, outcome, end, at: now, &promise)
      }
    }
    #expect(
      counts.sent > 5 && counts.refused > 2 && counts.killed > 5 && counts.lost > 0 && counts.wishes > 0, "\(counts)")
  }

  /// Somebody makes an override or ends one, or it ends by itself; an older one may go on then.
  private static func override(
    _ step: Int, _ service: inout AskedService, _ promise: inout Promise, _ random: inout SplitMix64
  ) {
    guard let present = service.override, random.oneIn(2) else { return service.make(step + 1) }
    let older = service.ends.filter { $0.value > service.clock + 40_000 }.keys.compactMap { Int($0) }.min()
    let isBySomebody = random.oneIn(2)
    if isBySomebody, let end = service.ends[String(present)], service.clock + 1 < end {
      promise.released.insert(present)
    }
    service.end(bySomebody: isBySomebody, then: older == present || random.oneIn(2) ? nil : older)
  }

  /// What the promise has to be after a run that asked for something, or had nothing to ask for.
  private static func note(
    _ service: AskedService, isAsked: Bool, _ outcome: Outcome, _ end: AskedService.End, at now: Instant,
    _ promise: inout Promise
  ) {
    let (wanted, override) = (service.state, service.override)
    let isReleased = promise.isReleased(override)
    let tries = promise.tries(wanted, override)
    switch (isAsked, end) {
    case (_, .beforeTheNote), (false, .beforeSending), (false, .afterSending): return
    // Nobody knows whether it was sent.
    case (true, .beforeSending), (true, .afterSending):
      (promise.noted, promise.isOpen, promise.known, promise.vain) = (wanted, false, nil, nil)
      promise.wish = max(promise.wish, override ?? 0)
      promise.decided = (override, false)
      return
    case (false, .whole): (promise.noted, promise.isOpen, promise.vain) = (wanted, false, nil)
    case (true, .whole):
      switch outcome {
      case .applied, .unverified:
        let isKnown = if case .applied = outcome { true } else { false }
        (promise.noted, promise.isOpen, promise.known, promise.vain) = (wanted, false, isKnown ? wanted : nil, nil)
        promise.wish = max(promise.wish, override ?? 0)
      case .failed, .superseded, .stuck, .skipped:
        // Of what was wished for at first sight, and did not come about, it is not known how it stands.
        if promise.noted == nil || isReleased && promise.noted == wanted { promise.isOpen = true }
        promise.vain = (wanted, override, tries + (outcome.isRefused ? [now] : []))
        if promise.vain?.at.isEmpty ?? true { promise.vain = nil }
      }
    }
    promise.decided = (override, override != nil)
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

extension Outcome {
  /// Whether it surely came to nothing.
  fileprivate var isRefused: Bool {
    switch self {
    case .failed, .superseded, .stuck: true
    case .applied, .unverified, .skipped: false
    }
  }
}
