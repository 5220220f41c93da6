import Host
import Synchronization

/// Standard error of a program that stays: a complaint of the program's own that every run would repeat is said once,
/// until a run goes by without it.
final class RepeatedMessageFilter: Sendable {
  private struct State: Sendable {
    var before: Set<String> = []
    var now: Set<String> = []
  }

  private let state = Mutex(State())

  /// Another run begins.
  func turn() {
    state.withLock { state in
      state.before = state.now
      state.now = []
    }
  }

  /// Whether `text` is new since the run before. What is no complaint always is: diagnostics come piece by piece, and a note
  /// says what happened.
  func isNew(_ text: String) -> Bool {
    guard !text.hasPrefix("reconcile: note: "), text.hasPrefix("reconcile: ") || text.hasPrefix("hint: ") else {
      return true
    }
    return state.withLock { state in
      state.now.insert(text).inserted && !state.before.contains(text)
    }
  }

  /// The world of `environment`, in which nothing is repeated.
  func environment(_ environment: Environment) -> Environment {
    var quiet = environment
    quiet.error = { text in if self.isNew(text) { environment.error(text) } }
    return quiet
  }
}
