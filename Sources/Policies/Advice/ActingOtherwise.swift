import Documents

/// Targets whose things do something by being on, and of which the file says only when they do not: at all other times a heater
/// would be on.
enum ActingOtherwise {
  /// A warning for each of them, in the order of the file.
  static func warnings(on policy: Policy) -> [Diagnostic] {
    let doubtful = policy.targets.compactMap { target in example(target, in: policy).map { (target, $0) } }
    if doubtful.isEmpty { return [] }
    // A line that says what holds all the time, or at other times, leaves nothing to `otherwise`.
    let said = policy.statements.filter { $0.atOtherTimes != nil || $0.when.contains(.always) }.flatMap(\.subjects)
    let told = Set(policy.members(of: said))
    return doubtful.filter { !told.contains($0.0.name) }.map { target, example in
      PolicyMessage.actsOtherwise(target, target.states ?? .onOff, example: example).at(target.span)
    }
  }

  /// What of `target` does something by being on, where that is what it is at other times, and nobody has written so.
  private static func example(_ target: Target, in policy: Policy) -> String? {
    guard policy.targetsAsUsual.contains(target.name), !policy.unnamedTargets.contains(target.name),
      target.enforcement != .observe, let states = target.states, target.otherwise == states.on,
      case .objects(_, let kind, let names, _) = target.selector, !kind.actingDomains.isEmpty
    else { return nil }
    return names.included.lazy.map(\.asWritten).first { text in
      kind.actingDomains.contains(text.prefix { $0 != "." }.lowercased())
    }
  }
}
