import CCurl
import Synchronization

/// Names one thing that waits, and remembers that it was given up, also when that comes before the waiting begins.
final class Ticket: Sendable {
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
  func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// A file descriptor that somebody wants to read.
struct Watch {
  let fileDescriptor: Int32
  let whenReadable: @Sendable () -> Void
}

/// What only the loop's thread touches: timers, watched descriptors, transfers.
final class LoopState {
  /// The longest single wait: a clock that jumped, or a machine that slept, is noticed within this time.
  private static let longestWait = Duration.seconds(60)

  let transfers = TransferEngine()
  var watches: [Watch] = []
  private var timers = TimerQueue<ObjectIdentifier, Waiting>()

  private struct Waiting {
    /// Kept, so that no other ticket gets the same identity meanwhile.
    let ticket: Ticket
    let endsWithExchanges: Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  deinit {
    for waiting in timers.takeAll(where: { _ in true }) { waiting.continuation.resume() }
  }

  func wait(
    for ticket: Ticket, until due: ContinuousClock.Instant, endsWithExchanges: Bool,
    _ continuation: CheckedContinuation<Void, Never>
  ) {
    let isOver = ticket.isCancelled || endsWithExchanges && transfers.isAbandoned
    if isOver { return continuation.resume() }
    let waiting = Waiting(ticket: ticket, endsWithExchanges: endsWithExchanges, continuation: continuation)
    timers.add(waiting, key: ObjectIdentifier(ticket), due: due)
  }

  /// Gives up every exchange, and whatever waits for the next one.
  func cancelAll() {
    transfers.cancelAll()
    for waiting in timers.takeAll(where: \.endsWithExchanges) { waiting.continuation.resume() }
  }

  func endWait(of ticket: Ticket) {
    timers.remove(ObjectIdentifier(ticket))?.continuation.resume()
  }

  func fireTimers() {
    guard timers.nextDue != nil else { return }
    for waiting in timers.takeDue(at: .now) { waiting.continuation.resume() }
  }

  /// Waits for the network, a watched descriptor, the next timer or a wake-up, whichever is first.
  func wait() {
    var entries = watches.map { curl_waitfd(fd: $0.fileDescriptor, events: rc_wait_readable, revents: 0) }
    rc_multi_poll(transfers.multi, &entries, UInt32(entries.count), waitMilliseconds())
    // A copy: a callback may change the watches.
    for (watch, entry) in zip(Array(watches), entries) where entry.revents != 0 { watch.whenReadable() }
  }

  /// Rounded up, so that the thread does not spin through the last fraction of a millisecond.
  private func waitMilliseconds() -> Int32 {
    guard let due = timers.nextDue else { return Int32(Self.longestWait / .milliseconds(1)) }
    let left = min(max(.zero, due - .now), Self.longestWait)
    return Int32((left / .milliseconds(1)).rounded(.up))
  }
}
