// The simulation and the fuzzers, whose runtime is linked statically, are built without it.
#if canImport(Testing)

  import Foundation
  import Synchronization
  public import Testing

  /// Tests that start programs and wait for them do so on threads of their own. All others share as many threads as the
  /// machine has processors, and would stand still meanwhile.
  public struct WaitsForPrograms: TestTrait, SuiteTrait, TestScoping {
    /// A suite hands it on to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test there.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let thread = await WaitingThreads.shared.borrow()
      defer { WaitingThreads.shared.giveBack(thread) }
      try await withTaskExecutorPreference(thread) { try await function() }
    }
  }

  extension Trait where Self == WaitsForPrograms {
    /// Its tests start programs and wait for them.
    public static var waitsForPrograms: Self { Self() }
  }

  /// Threads that may wait, each lent to one test at a time: as many as keep the processors busy while most of them wait.
  private final class WaitingThreads: Sendable {
    static let shared = WaitingThreads(count: 10)

    private let state: Mutex<(idle: [WaitingThread], queue: [CheckedContinuation<WaitingThread, Never>])>

    private init(count: Int) {
      state = Mutex(((0..<count).map { _ in WaitingThread() }, []))
    }

    func borrow() async -> WaitingThread {
      await withCheckedContinuation { continuation in
        let thread = state.withLock { state in
          let thread = state.idle.popLast()
          if thread == nil { state.queue.append(continuation) }
          return thread
        }
        if let thread { continuation.resume(returning: thread) }
      }
    }

    func giveBack(_ thread: WaitingThread) {
      // Who came last is next: mostly the next test of a serialized suite, which would otherwise wait its turn once for
      // each of its tests, and be alone in the end.
      let next = state.withLock { state in
        if state.queue.isEmpty { state.idle.append(thread) }
        return state.queue.popLast()
      }
      next?.resume(returning: thread)
    }
  }

  /// One thread, and what it has to do.
  ///
  /// It does everything of a test: a task that leaves an actor is handed to its executor before the actor is free again,
  /// and on another thread could come back too early. The actor's work would then be done by the first thread, while a
  /// `FakeTime` on the second believes that there is none.
  private final class WaitingThread: TaskExecutor, @unchecked Sendable {
    // `@unchecked`: only used while the condition is locked. The thread sanitizer knows it, and does not know `Mutex`.
    private var jobs: [UnownedJob] = []
    private let arrival = NSCondition()

    init() {
      Thread { [self] in while true { next().runSynchronously(on: asUnownedTaskExecutor()) } }.start()
    }

    private func next() -> UnownedJob {
      arrival.withLock {
        while jobs.isEmpty { arrival.wait() }
        return jobs.removeFirst()
      }
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      arrival.withLock { jobs.append(job) }
      arrival.signal()
    }
  }

#endif
