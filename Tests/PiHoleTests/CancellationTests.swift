import Providers
import Planning
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import PiHole

@Suite struct CancellationTests {
  /// The requests of a run: login, look, version, look again, write, read back, logout.
  @Test(
    "a run that is ended anywhere gives its seat back and finishes the write in flight", arguments: 1...7,
    WatchedDoor.Moment.allCases)
  func ended(atRequest number: Int, moment: WatchedDoor.Moment) async {
    let run = PretendRun(PiHole(password: "right"), password: "right")
    let task = Mutex<Task<(seen: Observation?, outcome: Outcome?), Never>?>(nil)
    run.transport.watch { if $0 == number, $1 == moment { task.withLock { $0?.cancel() } } }
    let begun = task.withLock { task in
      let begun = Task {
        let seen = try? await run.observer.observe([.blocking])
        let outcome = try? await run.applier.apply(ApplierStory.pause)
        await run.observer.close()
        return (seen: seen, outcome: outcome)
      }
      task = begun
      return begun
    }
    let (seen, outcome) = await begun.value
    let log = await run.log
    let isWritten = log.contains("POST /dns/blocking 200")
    #expect((seen != nil) == (number > (moment == .before ? 3 : 2)))
    #expect(isWritten == (number >= 5) && outcome == (isWritten ? .applied([]) : nil))
    #expect(!isWritten || log.suffix(2) == ["GET /dns/blocking 200", "DELETE /auth 204"])
    #expect(await run.wire.system.system.blocking.isActive == !isWritten)
    #expect(log.first == "POST /auth 200" && log.last == "DELETE /auth 204")
    #expect(await run.seatsTaken == 0)
  }

  /// The requests: login, groups, look, write, read back, and where half an entry was made also its removal and a look;
  /// then the logout.
  @Test(
    "an entry is whole or not there, wherever a run is ended", arguments: 1...8, [false, true])
  func endedWhileMaking(atRequest number: Int, losesGroup: Bool) async {
    for moment in WatchedDoor.Moment.allCases {
      let run = PretendRun(PiHole.household(), password: "right") { stage in
        if losesGroup { stage.before(request: 4) { $0.delete("kids", .group) } }
      }
      let task = Mutex<Task<Outcome?, Never>?>(nil)
      run.transport.watch { if $0 == number, $1 == moment { task.withLock { $0?.cancel() } } }
      let begun = task.withLock { task in
        let begun = Task {
          let change = Change.entry("new.example", groups: ["Default", "kids"], .absent, .enabled)
          let outcome = try? await run.applier.apply(change)
          await run.observer.close()
          return outcome
        }
        task = begun
        return begun
      }
      let outcome = await begun.value
      let row = await run.wire.system.system.gravity.row("new.example", in: PiHole.youtube)
      let isWritten = await run.log.contains("POST /domains/deny/exact 201")
      #expect(isWritten == (number >= 4))
      #expect(row?.groups == (isWritten && !losesGroup ? [0, 1] : nil))
      #expect((outcome == .applied([])) == (isWritten && !losesGroup) && (outcome == nil) == !isWritten)
      #expect(await run.seatsTaken == 0)
    }
  }

  @Test("closing waits for a login that is under way and gives its seat back")
  func closingWhileOpening() async {
    let run = PretendRun(PiHole(password: "right"), password: "right")
    let closing = Mutex<Task<Void, Never>?>(nil)
    run.transport.watch { number, moment in
      guard number == 1, moment == .before else { return }
      closing.withLock { $0 = Task { await run.observer.close() } }
      while !run.session.pauses.isOver { await Task.yield() }
    }
    await #expect(throws: ProviderError.sessionClosed) { try await run.observer.observe([.blocking]) }
    await closing.withLock { $0 }?.value
    // What watches the door holds the run, which holds the door.
    run.transport.watch { _, _ in }
    #expect(await run.log == ["POST /auth 200", "DELETE /auth 204"])
    #expect(await run.seatsTaken == 0)
  }

  @Test("a shielded task keeps the executor and loses the cancellation")
  func shield() async {
    let executor = CountingExecutor()
    let seen = await Task(executorPreference: executor) {
      withUnsafeCurrentTask { $0?.cancel() }
      let before = executor.jobs
      return await withoutCancellation { (isCancelled: Task.isCancelled, isOnIt: executor.jobs > before) }
    }.value
    #expect(!seen.isCancelled && seen.isOnIt)
  }
}

/// Counts what it runs.
private final class CountingExecutor: TaskExecutor {
  private let count = Mutex(0)

  var jobs: Int { count.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    count.withLock { $0 += 1 }
    let job = UnownedJob(job)
    Task.detached { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
