import Synchronization

/// Whether the machine lives. It may be set to die at a point where the program waits; from then on nothing that the
/// program still does has any effect, as if its process had been killed there.
final class Pulse: Sendable {
  private let state = Mutex((left: Int?.none, isDead: false))

  /// Lets the machine die at the `point`-th point from now, counted from 1.
  func dies(at point: Int) { state.withLock { $0.left = point } }

  /// The program is at such a point; whether it lives on.
  func beat() -> Bool {
    state.withLock { state in
      if let left = state.left {
        state.left = left - 1
        if left <= 1 { state = (nil, true) }
      }
      return !state.isDead
    }
  }

  /// The machine starts again; whether it had died.
  func revive() -> Bool {
    state.withLock { state in
      defer { state = (nil, false) }
      return state.isDead
    }
  }
}
