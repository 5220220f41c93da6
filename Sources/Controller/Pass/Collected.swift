package import Policies
import Synchronization

/// Results by system, put together by tasks that run at the same time.
package final class Collected<Value: Sendable>: Sendable {
  private let values = Mutex<[Name: Value]>([:])

  package init() {}

  /// The result for the system `name`; nil while there is none.
  package subscript(name: Name) -> Value? {
    get { values.withLock { $0[name] } }
    set { values.withLock { $0[name] = newValue } }
  }

  /// Every result so far.
  var all: [Name: Value] { values.withLock { $0 } }
}
