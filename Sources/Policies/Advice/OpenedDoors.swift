import Documents

/// Actions at a time that open what another target keeps shut. Which door an action opens only its system knows; of what kind
/// that is says the kind of the system.
enum OpenedDoors {
  private struct Doors: Hashable {
    var system: Name
    var kind: ObjectKind
  }

  /// A warning for each target that may open what another one on its system has, in the order of the file.
  static func warnings(on policy: Policy) -> [Diagnostic] {
    var first: [Doors: Target] = [:]
    for target in policy.targets where target.states?.permission != nil && target.enforcement != .observe {
      guard let system = target.selector.system, let kind = target.selector.object else { continue }
      let doors = Doors(system: system, kind: kind)
      if first[doors] == nil { first[doors] = target }
    }
    if first.isEmpty { return [] }
    return policy.targets.compactMap { target in
      guard case .action(let system, _, let action) = target.selector, let kind = action.opens,
        let door = first[Doors(system: system, kind: kind)]
      else { return nil }
      return PolicyMessage.opensDoor(target.name, door.name, door.states ?? .onOff)
        .at(target.span, related: Diagnostic.Related(span: door.span, message: "this target may have the same door"))
    }
  }
}
