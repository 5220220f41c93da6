import Documents
import HTTPTransport
import Planning
package import Policies
package import Providers

/// A system that is about to be read.
package struct OpenedSystem: Sendable {
  /// As the policy has it.
  var system: System
  /// Where its requests go.
  var endpoint: Endpoint
  /// What looks at it, and what writes to it.
  package var connected: ConnectedSystem

  /// Looks at it.
  package var observer: any Observer { connected.observer }
}

extension OpenedSystem {
  /// Reads it. A port for https may close connections of plain http without a word, so that is suggested then.
  package func observe(_ kinds: Set<ObjectKind>) async -> Result<Observation, ProviderError> {
    do throws(ProviderError) {
      return .success(try await observer.observe(kinds))
    } catch {
      var error = error
      if error.isUnanswered, !endpoint.isTLS, error.message.hint == nil {
        error.message.hint = PassMessages.portForTLS
      }
      return .failure(error)
    }
  }
}

/// The systems of a run: those that can be read, and why the others cannot.
struct OpenedSystems: Sendable {
  /// A system, and which kinds of object are wanted of it.
  typealias Ready = (system: OpenedSystem, kinds: Set<ObjectKind>)

  var ready: [Ready] = []
  var refused: [Name: ProviderError] = [:]
  var warnings: [Finding] = []
  /// What a back-off from each of them depends on.
  var circumstances: [Name: String] = [:]
  /// What tells the secret of each of them from others.
  var secrets: [Name: String] = [:]

  /// The systems that can be read.
  var systems: [OpenedSystem] { ready.map(\.system) }

  /// What they are called, for people.
  var names: String { systems.map(\.system.name.text).joined(separator: ", ") }
}
