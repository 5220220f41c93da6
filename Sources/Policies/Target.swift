public import Documents

/// A thing a parent has a word for: live objects of one system.
public struct Target: Sendable {
  /// The word.
  public var name: Name
  /// The live objects that it names.
  public var selector: Selector
  /// What holds while no statement about the target does. Nil for a target of targets, which has no state of its own.
  public var otherwise: TargetState?
  /// What happens to a difference. Nil for a target of targets.
  public var enforcement: Enforcement?
  /// The states that it can have. Nil for a target of targets, and where nothing says which: in a sketch.
  public var states: StatePair?
  /// What the file permits of what only a permission allows: `may-unlock`, `may-open`.
  public var permissions: Set<PolicyKey.TargetOption> = []
  /// Where the code is found that what it names wants; nil where the file gives none.
  public var code: SecretReference?
  /// Who has to agree before it is loosened; nil where nobody has to.
  public var guarding: Guard?
  /// Which of several targets that select one object gets it: the smallest number. Where none is smaller than all others,
  /// none gets it.
  public var precedence = Int.max
  /// Where it is defined: under `targets`, or the system where that is a target and has no entry of its own there.
  public var span: SourceSpan

  /// A target from its parts. Unless given, its states are those of what it selects.
  public init(
    name: Name, selector: Selector, otherwise: TargetState?, enforcement: Enforcement?, states: StatePair? = nil,
    span: SourceSpan
  ) {
    self.name = name
    self.selector = selector
    self.states = states ?? selector.kind?.states
    self.otherwise = otherwise
    self.enforcement = enforcement
    self.span = span
  }

  /// Whether it is something that is done at certain times, and has no states.
  public var isAction: Bool { if case .action = selector { true } else { false } }

  /// Whether the file permits that it is brought to `state`: a door may be locked and closed, and unlocked or opened only
  /// where the target says so.
  public func permits(_ state: TargetState) -> Bool {
    guard let states, state == states.on, let permission = states.permission else { return true }
    return permissions.contains(permission)
  }

  /// Whether it stands until the wanted state changes if somebody else moves what was at `state`: where the file says so, and
  /// where a door was opened. Whoever closes that means it, and may be the last to leave the house.
  public func yields(wanting state: TargetState) -> Bool {
    switch enforcement ?? .normal {
    case .yield: true
    case .normal: states.map { $0.permission != nil && state == $0.on } ?? false
    case .strict, .observe: false
    }
  }
}

/// What happens to a difference between the wanted and the live state.
public enum Enforcement: String, CaseIterable, Hashable, Sendable {
  /// Put right, but a pause that somebody began is left alone, and so is a door that somebody closed.
  case normal
  /// Put right, whatever it is.
  case strict
  /// It stands if the object was seen in place after the wanted state last changed.
  case yield
  /// Reported, never put right.
  case observe
}
