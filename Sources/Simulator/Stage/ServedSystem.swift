extension LoopbackServer {
  /// Looks at the served system as what it is, or changes it, between two requests; nil where it is something else.
  public func inspect<System: PretendSystem, Result: Sendable>(
    as type: System.Type, _ use: (inout System) -> Result
  ) -> Result? {
    inspect { served in
      guard var system = served as? System else { return nil }
      defer { served = system }
      return use(&system)
    }
  }
}
