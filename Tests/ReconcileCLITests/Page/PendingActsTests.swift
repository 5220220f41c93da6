import StateStore
import Testing

@testable import Controller
@testable import PageServer
@testable import ReconcileCLI

/// What is tapped on the page while the state is not free: it is done once, or never, and whoever tapped is told which.
@Suite struct PendingActsTests {
  /// Two taps of one button, and one of another; nobody looks into an exchange.
  private static var exchanges: [Incoming] {
    (1...3).compactMap { OpaquePointer(bitPattern: $0).map(Incoming.init(exchange:)) }
  }

  private final class Count { var all = 0 }

  private let world = TestWorld()
  private let done = Count()

  /// Begins the state: a tap begins none.
  private func begin() throws { _ = try StateStore(writing: world.state.path, now: world.now) }

  private func acts() -> PendingActs {
    var acts = PendingActs()
    for (incoming, key) in zip(Self.exchanges, ["a", "a", "b"]) {
      let refusal = PendingActs.Refusal(late: .refusal(503, "later"), failed: .refusal(500, "failed"))
      acts.add(incoming, key: key, or: refusal) { [done] _ in
        done.all += 1
        return .redirect("/")
      }
    }
    return acts
  }

  private func perform(_ acts: inout PendingActs, in path: String) -> [UInt32] {
    let outcome = acts.perform(in: .ofMachine(at: path), world.environment(Written(), Written()))
    #expect(Set(outcome.said.map(\.0)).count == outcome.said.count, "each is answered once")
    return outcome.said.map(\.1.status)
  }

  @Test func isDoneAsSoonAsTheStateIsFree() throws {
    try begin()
    var acts = acts()
    do {
      let lock = try #require(try WriterLock(world.state.path))
      defer { withExtendedLifetime(lock) {} }
      #expect(perform(&acts, in: world.state.path).isEmpty && !acts.isEmpty && done.all == 0)
    }
    #expect(perform(&acts, in: world.state.path) == [303, 303, 303])
    #expect(acts.isEmpty && done.all == 2)
    #expect(perform(&acts, in: world.state.path).isEmpty && done.all == 2)
  }

  /// While the state is held each exchange waits or is answered, whatever the second, and each in its own time.
  @Test func whoeverWaitedTooLongIsTold() throws {
    try begin()
    var acts = PendingActs()
    let refusal = PendingActs.Refusal(late: .refusal(503, "later"), failed: .refusal(500, "failed"))
    let begun: [Int64] = [100, 100, 107]
    for (place, incoming) in Self.exchanges.enumerated() {
      acts.add(incoming, key: ["a", "b", "c"][place], or: refusal, at: begun[place]) { [done] _ in
        done.all += 1
        return .redirect("/")
      }
    }
    let environment = world.environment(Written(), Written())
    var told: [Incoming: Int64] = [:]
    do {
      let lock = try #require(try WriterLock(world.state.path))
      defer { withExtendedLifetime(lock) {} }
      for now in (107...140) as ClosedRange<Int64> {
        let outcome = acts.perform(in: .ofMachine(at: world.state.path), environment, at: now)
        for (incoming, answer) in outcome.said {
          #expect(answer.status == 503 && told[incoming] == nil)
          told[incoming] = now
        }
        #expect(acts.isEmpty == (told.count == begun.count), "at \(now)")
      }
    }
    #expect(Self.exchanges.map { told[$0] } == [120, 120, 127])
    #expect(perform(&acts, in: world.state.path).isEmpty && done.all == 0)
  }

  /// Whoever was told that it did not work looks for another way, and does not expect it a while later.
  @Test func whatFailedIsNotDoneLater() {
    var acts = acts()
    #expect(perform(&acts, in: "/dev/null/state") == [500, 500, 500])
    #expect(acts.isEmpty)
    #expect(perform(&acts, in: world.state.path).isEmpty && done.all == 0)
  }

  /// Where there is no state yet, nothing is begun by a tap.
  @Test func whatHasNoStateFails() {
    var acts = acts()
    #expect(perform(&acts, in: world.state.path) == [500, 500, 500])
    #expect(acts.isEmpty && done.all == 0)
  }

  @Test func whatWasGivenUpIsNotDoneLater() {
    var acts = acts()
    #expect(acts.giveUp().said.map(\.1.status) == [503, 503, 503])
    #expect(perform(&acts, in: world.state.path).isEmpty && done.all == 0 && acts.isEmpty)
  }

  /// Whoever has gone is not answered, and what they wanted is done.
  @Test func whoeverHasGoneIsNotAnswered() throws {
    try begin()
    var acts = acts()
    for incoming in Self.exchanges.dropFirst() { acts.forget(incoming) }
    #expect(perform(&acts, in: world.state.path) == [303] && done.all == 2)
  }
}
