import HTTPTransport
import Policies
import Reconciliation

/// A system that is about to be read.
struct OpenedSystem: Sendable {
  /// As the policy has it.
  var system: System
  /// Where its requests go.
  var endpoint: Endpoint
  /// Looks at it.
  var observer: any Observer
  /// Makes what writes to it, from a door that only an apply has.
  var applier: @Sendable (any WriteDoor) -> any Applier
}
