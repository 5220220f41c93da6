import Documents

/// Targets that say what happens when somebody else moves what they name, where nobody can see that.
enum IdleEnforcement {
  /// A warning for each of them, in the order of the file.
  static func warnings(on policy: Policy) -> [Diagnostic] {
    policy.targets.compactMap { target in
      guard let kind = target.selector.kind, kind.isUnreadable, let enforcement = target.enforcement,
        enforcement == .strict || enforcement == .yield
      else { return nil }
      return PolicyMessage.enforcesNothing(target, enforcement, kind).at(target.span)
    }
  }
}
