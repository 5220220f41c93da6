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
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitsForPrograms {
  /// Its tests start programs and wait for them.
  public static var waitsForPrograms: Self { Self() }
}

/// A few threads that may wait.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads(count: 4)

  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count {
      let thread = Thread { [self] in
        while true {
          arrivals.wait()
          if let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
          }
        }
      }
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }
}
