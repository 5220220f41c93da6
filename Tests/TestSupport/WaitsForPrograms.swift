// The simulation and the fuzzers, whose runtime is linked statically, are built without it.
#if canImport(Testing)

  import Foundation
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
      try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
  }

  extension Trait where Self == WaitsForPrograms {
    /// Its tests start programs and wait for them.
    public static var waitsForPrograms: Self { Self() }
  }

  /// A few threads that may wait.
  private final class WaitingThreads: TaskExecutor, @unchecked Sendable {
    static let shared = WaitingThreads(count: 4)

    // `@unchecked`: only used while the condition is locked. The thread sanitizer knows it, and does not know `Mutex`.
    private var jobs: [UnownedJob] = []
    private let arrival = NSCondition()

    private init(count: Int) {
      for _ in 0..<count {
        Thread { [self] in while true { next().runSynchronously(on: asUnownedTaskExecutor()) } }.start()
      }
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
