extension Target {
  /// Whether it is the one switch of its system that everything else there holds by.
  public var isCarrier: Bool { selector.isWhole && selector.kind?.carriesSystem == true }

  /// Whether it holds nothing back while `carrier`, which is one, lets everything on its system go. What is disabled while its
  /// target is off is held back by nothing that works.
  public func isCarried(by carrier: Target) -> Bool {
    guard name != carrier.name, states != nil, selector.system == carrier.selector.system else { return false }
    if case .objects(_, _, _, whenOff: .disabled?) = selector { return false }
    return true
  }
}

extension Policy {
  /// By its system what carries it, also where nothing in the file names that.
  public var carriers: [Name: Target] {
    Dictionary(
      everyTarget.filter(\.isCarrier).compactMap { carrier in carrier.selector.system.map { ($0, carrier) } }
    ) { first, _ in first }
  }
}
