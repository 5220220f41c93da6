import Synchronization

/// The one thread of a pretend machine, and its time: it passes only when there is nothing left to do, and what sleeps
/// least wakes first. A year of sleeping takes no time.
public final class FakeTime: TaskExecutor {
  private struct Sleeper {
    let number: Int
    let due: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var now = Duration.zero
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var nextNumber = 0
  }

  private let whenItPasses: @Sendable (Duration) async -> Void
  private let state = Mutex(State())

  /// `whenItPasses` is told of every step of time before whoever slept so long goes on.
  public init(whenItPasses: @escaping @Sendable (Duration) async -> Void) { self.whenItPasses = whenItPasses }

  /// Since the beginning.
  public var now: Duration { state.withLock { $0.now } }

  /// Takes a job, to be done by `run`.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs `body` to its end on the calling thread, and what it has cancelled; what still sleeps stands still from then on.
  public func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let end = End<Value>()
    Task(executorPreference: self) { end.value = await body() }
    while true {
      let jobs = takeJobs()
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      guard jobs.isEmpty else { continue }
      if let value = end.value { return value }
      wakeNext()
    }
  }

  private func takeJobs() -> [UnownedJob] {
    state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  private func wakeNext() {
    let (step, sleeper) = next()
    Task(executorPreference: self) {
      await self.whenItPasses(step)
      sleeper.continuation.resume()
    }
  }

  private func next() -> (Duration, Sleeper) {
    state.withLock { state in
      guard let first = state.sleepers.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) else {
        preconditionFailure("everybody waits, and nobody for time to pass")
      }
      state.sleepers.removeAll { $0.number == first.number }
      let step = max(.zero, first.due - state.now)
      state.now += step
      return (step, first)
    }
  }

  // MARK: - Sleeping

  /// Waits; returns early when the task is cancelled.
  public func sleep(_ duration: Duration) async {
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
    let isOver = state.withLock { state in
      guard state.cancelled.remove(number) == nil else { return true }
      state.sleepers.append(Sleeper(number: number, due: state.now + duration, continuation: continuation))
      return false
    }
    if isOver { continuation.resume() }
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
}

/// Where the end of a run is put.
private final class End<Value: Sendable>: Sendable {
  private let held = Mutex<Value?>(nil)

  var value: Value? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
