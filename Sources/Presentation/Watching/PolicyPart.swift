package import Policies

/// A part of a policy that something may be wrong with.
package enum PolicyPart: Hashable, Sendable {
  case system(Name)
  case target(Name)

  /// What it is called.
  var name: Name {
    switch self {
    case .system(let name), .target(let name): name
    }
  }
}

extension Policy {
  /// All systems and targets, also those that are none as long as no override names them.
  package var parts: Set<PolicyPart> {
    Set(systems.map { .system($0.name) } + everyTarget.map { .target($0.name) })
  }
}
