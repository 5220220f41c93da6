import CCurl
import Synchronization

/// Runs asynchronous code, timers, watched file descriptors and every transfer on the one thread that calls `run`.
///
/// No worker thread is started: tasks whose executor preference is the loop, and their child tasks, are run by the
/// caller of `run` between two waits on the network. A program that talks to a few hosts for half a second is then
/// spared the start of a thread pool, and a sandbox need not allow what the pool does (it sets thread priorities).
///
/// Inside, use structured concurrency, or `Task(executorPreference: loop)`: a plain `Task` or the main actor belongs to
/// other executors. Every member may be called from any thread.
public final class EventLoop: TaskExecutor {
  /// Something to do on the loop's thread.
  typealias Action = @Sendable (LoopState) -> Void

  private enum Work {
    case job(UnownedJob)
    case action(Action)
  }

  private struct Inbox {
    var work: [Work] = []
    /// Whether the thread waits, or is about to, and has to be woken for what comes in.
    var isWaiting = false
  }

  private let inbox = Mutex(Inbox())
  /// Held by the thread inside `run` from its beginning to its end.
  private let state: Mutex<LoopState>
  private let waker: LoopWaker

  /// A loop that nobody runs yet. There has to be a `TransportLibrary`.
  public init() {
    let state = LoopState()
    waker = LoopWaker(multi: state.transfers.multi)
    self.state = Mutex(state)
  }

  /// Runs `body` to its end on the calling thread, and all that it waits for.
  ///
  /// Tasks that `body` leaves behind stand still until the next `run`.
  public func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let box = OutcomeBox<Value, Failure>()
    start(body, into: box)
    return try state.withLock { pump($0, until: box) }.get()
  }

  /// Waits for `duration`, or until the task is cancelled.
  ///
  /// Measured by a clock that goes on while the machine sleeps, looked at once a minute at least.
  @Sendable public func sleep(_ duration: Duration) async { await wait(duration, endsWithExchanges: false) }

  /// The same; if `endsWithExchanges`, no longer than until all of them are given up.
  func wait(_ duration: Duration, endsWithExchanges: Bool) async {
    let ticket = Ticket()
    let due = ContinuousClock.now + duration
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        perform {
          $0.wait(for: ticket, until: due, endsWithExchanges: endsWithExchanges, continuation)
        }
      }
    } onCancel: {
      ticket.cancel()
      perform { $0.endWait(of: ticket) }
    }
  }

  /// Calls `whenReadable` on the loop's thread whenever `fileDescriptor` can be read, from now until it is unwatched.
  ///
  /// The descriptor stays the caller's. While it stays readable the call is repeated at every turn.
  public func watch(fileDescriptor: Int32, whenReadable: @escaping @Sendable () -> Void) {
    perform { $0.watches.append(Watch(fileDescriptor: fileDescriptor, whenReadable: whenReadable)) }
  }

  /// Ends every watch of `fileDescriptor`.
  public func unwatch(fileDescriptor: Int32) {
    perform { $0.watches.removeAll { $0.fileDescriptor == fileDescriptor } }
  }

  /// Takes a job of Swift's concurrency; not for calling by hand.
  public func enqueue(_ job: consuming ExecutorJob) {
    post(.job(UnownedJob(job)))
  }

  /// Has `action` done on the loop's thread, after all that was posted before.
  func perform(_ action: @escaping Action) {
    post(.action(action))
  }

  private func post(_ work: Work) {
    let mustWake = inbox.withLock { inbox in
      inbox.work.append(work)
      defer { inbox.isWaiting = false }
      return inbox.isWaiting
    }
    if mustWake { waker.wake() }
  }
}

// MARK: - Turning

extension EventLoop {
  private func start<Value, Failure>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value, into box: OutcomeBox<Value, Failure>
  ) {
    Task(executorPreference: self) {
      do throws(Failure) {
        box.put(.success(try await body()))
      } catch {
        box.put(.failure(error))
      }
    }
  }

  private func pump<Value, Failure>(
    _ state: LoopState, until box: OutcomeBox<Value, Failure>
  ) -> Result<Value, Failure> {
    while true {
      doPosted(state)
      if let outcome = box.take() { return outcome }
      state.fireTimers()
      state.transfers.progress()
      if prepareToWait() {
        state.wait()
        stopWaiting()
      }
    }
  }

  private func doPosted(_ state: LoopState) {
    let posted = inbox.withLock { inbox in
      defer { inbox.work = [] }
      return inbox.work
    }
    for work in posted {
      switch work {
      case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .action(let action): action(state)
      }
    }
  }

  /// Whether there is nothing to do: from then on whatever comes in wakes the thread.
  private func prepareToWait() -> Bool {
    inbox.withLock { inbox in
      inbox.isWaiting = inbox.work.isEmpty
      return inbox.isWaiting
    }
  }

  private func stopWaiting() {
    inbox.withLock { $0.isWaiting = false }
  }
}

/// Where the end of a `run` is put.
private final class OutcomeBox<Value: Sendable, Failure: Error>: Sendable {
  private let outcome = Mutex<Result<Value, Failure>?>(nil)

  func put(_ result: Result<Value, Failure>) { outcome.withLock { $0 = result } }
  func take() -> Result<Value, Failure>? { outcome.withLock { $0 } }
}

/// Wakes the thread that waits.
///
/// `@unchecked`: `curl_multi_wakeup` is the one call that curl allows from any thread, and the loop that holds the waker
/// also holds what the pointer points to.
private struct LoopWaker: @unchecked Sendable {
  let multi: UnsafeMutableRawPointer

  func wake() { rc_multi_wakeup(multi) }
}
