import HTTPTransport
import Synchronization

/// Time that passes only when everybody waits: a year of sleeping takes no time, and what sleeps less wakes first.
///
/// Everything else that runs has to run on the loop: time goes on when nobody there had anything to do for a while.
final class PretendTime: Sendable {
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
  }

  /// Turns of everybody else before time goes on; far more than any chain of calls between two waits takes.
  private static let patience = 200

  private let loop: EventLoop
  private let whenItPasses: @Sendable (Duration) async -> Void
  private let state = Mutex(State())

  /// A clock at zero for what runs on `loop`; `whenItPasses` is told of every step that it takes.
  init(_ loop: EventLoop, whenItPasses: @escaping @Sendable (Duration) async -> Void = { _ in }) {
    self.loop = loop
    self.whenItPasses = whenItPasses
  }

  /// Since the beginning.
  var now: Duration { state.withLock { $0.now } }

  /// Waits; returns early when the task is cancelled.
  func sleep(_ duration: Duration) async {
    let number = state.withLock { state in
      state.nextNumber += 1
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

  /// Waits until nothing of it is left to run: what stands still on a loop that nobody runs any more keeps the loop and
  /// its descriptors, which a test of thousands of runs does not have.
  func rest() async {
    while state.withLock({ $0.isDriven && $0.sleepers.isEmpty }) { await Task.yield() }
  }

  private func drive() async {
    while true {
      for _ in 0..<Self.patience { await Task.yield() }
      guard let (step, sleeper) = next() else { return }
      await whenItPasses(step)
      sleeper.continuation.resume()
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
