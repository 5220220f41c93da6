/// Things that are due at some time, the earliest first; at the same time in the order they were added.
struct TimerQueue<Key: Equatable, Payload> {
  private struct Entry {
    let due: ContinuousClock.Instant
    let key: Key
    let payload: Payload
  }

  /// The latest first, so that what is due is taken off the end.
  private var entries: [Entry] = []

  /// When the next thing is due; nil where nothing waits.
  var nextDue: ContinuousClock.Instant? { entries.last?.due }

  mutating func add(_ payload: Payload, key: Key, due: ContinuousClock.Instant) {
    let place = entries.firstIndex { $0.due <= due } ?? entries.count
    entries.insert(Entry(due: due, key: key, payload: payload), at: place)
  }

  /// Takes out what was added under `key`; nil where it has come due already.
  mutating func remove(_ key: Key) -> Payload? {
    entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).payload }
  }

  /// Takes out what is due at `now`.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [Payload] {
    var due: [Payload] = []
    while let last = entries.last, last.due <= now {
      due.append(last.payload)
      entries.removeLast()
    }
    return due
  }

  /// Takes out everything that `isWanted`, in order.
  mutating func takeAll(where isWanted: (Payload) -> Bool) -> [Payload] {
    let taken = entries.filter { isWanted($0.payload) }
    entries.removeAll { isWanted($0.payload) }
    return taken.reversed().map(\.payload)
  }
}
