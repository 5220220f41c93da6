import HTTPTransport
import Synchronization

/// Time that passes only when everybody waits; what sleeps least wakes first.
///
/// Everything else has to run on the loop: time goes on when nobody there had anything to do for a while.
final class LifeTime: Sendable {
  private struct Sleeper {
    let number: Int
    let due: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var now = Duration.zero
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var nextNumber = 0
    var isDriven = false
    var activity = 0
  }

  /// Turns of the loop without an exchange before time goes on.
  private static let patience = 100

  private let loop: EventLoop
  private let whenItPasses: @Sendable (Duration) async -> Void
  private let state = Mutex(State())

  init(_ loop: EventLoop, whenItPasses: @escaping @Sendable (Duration) async -> Void) {
    self.loop = loop
    self.whenItPasses = whenItPasses
  }

  /// Since the beginning.
  var now: Duration { state.withLock { $0.now } }

  /// Somebody is not waiting.
  func wasBusy() { state.withLock { $0.activity += 1 } }

  /// Waits; returns early when the task is cancelled.
  func sleep(_ duration: Duration) async {
    let number = state.withLock { state in
      state.nextNumber += 1
      state.activity += 1
      return state.nextNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { add(number, duration, $0) }
    } onCancel: {
      wake(number)
    }
  }

  private func add(_ number: Int, _ duration: Duration, _ continuation: CheckedContinuation<Void, Never>) {
    let (isOver, mustDrive) = state.withLock { state in
      guard state.cancelled.remove(number) == nil else { return (true, false) }
      state.sleepers.append(Sleeper(number: number, due: state.now + duration, continuation: continuation))
      defer { state.isDriven = true }
      return (false, !state.isDriven)
    }
    if isOver { continuation.resume() }
    if mustDrive { Task(executorPreference: loop) { await self.drive() } }
  }

  private func wake(_ number: Int) {
    let sleeper = state.withLock { state in
      guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil as Sleeper?
      }
      return state.sleepers.remove(at: place)
    }
    sleeper?.continuation.resume()
  }

  private func drive() async {
    while true {
      await waitForQuiet()
      guard let (step, sleeper) = next() else { return }
      await whenItPasses(step)
      sleeper.continuation.resume()
    }
  }

  private func waitForQuiet() async {
    var quiet = 0
    var seen = state.withLock { $0.activity }
    while quiet < Self.patience {
      await Task.yield()
      let now = state.withLock { ($0.activity, $0.sleepers.isEmpty) }
      if now.1 { return }
      quiet = now.0 == seen ? quiet + 1 : 0
      seen = now.0
    }
  }

  /// The sleeper that is due first, and how long that is from now; nil where nobody sleeps.
  private func next() -> (Duration, Sleeper)? {
    state.withLock { state in
      guard let first = state.sleepers.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) else {
        state.isDriven = false
        return nil
      }
      state.sleepers.removeAll { $0.number == first.number }
      let step = max(.zero, first.due - state.now)
      state.now += step
      return (step, first)
    }
  }
}
