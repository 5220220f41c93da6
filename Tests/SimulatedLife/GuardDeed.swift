/// What people do about what is guarded. Numbers pick among what is there at the time.
enum GuardDeed: Sendable {
  /// Asks for a state, to last so many seconds.
  case ask(target: String, state: String, Int64, expires: Int64?)
  case askMore(target: String, Int64)
  case more(target: String, Int64)
  case lock(target: String, Int64)
  case override(OverrideDeed)
  /// Ends whatever is about a target.
  case endTarget(String)
  case endAll
  /// Brings the end of an override forward, to the middle of what is left.
  case shorten(UInt64)
  /// Says yes or no with a code.
  case decide(isYes: Bool, request: UInt64, HouseTyped)
  /// The same, with a PIN.
  case decideByPIN(isYes: Bool, request: UInt64, person: String, isRight: Bool)
  /// Makes an override in the name of somebody who has a PIN.
  case overrideByPIN(person: String, isRight: Bool, OverrideDeed)
  case send(request: UInt64)
  case cancel(request: UInt64)
  /// Chooses a PIN, with the one before.
  case choosePIN(UInt64)
  /// Edits the rules.
  case edit(HouseEdit)
  /// Whether whoever is told by this person's way can be told.
  case reach(person: String, isDown: Bool)
  /// The machine is started again.
  case restart
}

/// What somebody types as a code.
enum HouseTyped: Sendable {
  /// The code that an approver was sent last.
  case sent(UInt64)
  /// One that any approver was ever sent, of any request.
  case old(UInt64)
  /// Anything.
  case guess(UInt64)
}
