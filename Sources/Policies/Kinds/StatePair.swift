/// The two states that a target can have, with the words and the verbs for them.
///
/// The language itself knows the pairs in `ofLanguage`; a kind of system may bring more with its selectors. No word
/// belongs to two pairs.
public struct StatePair: Hashable, Sendable {
  /// The state in which nothing is held back: `on`, `active`, `unlocked`.
  public let on: TargetState
  /// The state in which something is: `off`, `paused`, `locked`. What a switch reads then is what `when-off` says.
  public let off: TargetState
  /// The verb that asks for `on` in a sentence, as in `allow kids`.
  public let onVerb: String
  /// The verb that asks for `off`, as in `block kids`.
  public let offVerb: String
  /// The key with which a target has to permit that it is brought `on`; nil where nothing has to. What has such a key is
  /// a door: it is never brought `on` because something was not said.
  public let permission: PolicyKey.TargetOption?
  /// The state in which people may do more: `on`, but for what holds them back by working, as a blocker does.
  public let freer: TargetState

  /// A pair; its words and verbs are of 1 to 16 lower-case letters. `isFreerOff` says that people may do more while it is
  /// off.
  public init(
    on: String, off: String, onVerb: String, offVerb: String, permission: PolicyKey.TargetOption? = nil,
    isFreerOff: Bool = false
  ) {
    self.on = TargetState(on, isOff: false)
    self.off = TargetState(off, isOff: true)
    self.onVerb = onVerb
    self.offVerb = offVerb
    self.permission = permission
    freer = isFreerOff ? self.off : self.on
  }

  /// What rules, networks, lists and devices have.
  public static let onOff = StatePair(on: "on", off: "off", onVerb: "allow", offVerb: "block")
  /// What blocks by itself and may be paused for a while has: while it is paused, people may do more.
  public static let activePaused = StatePair(
    on: "active", off: "paused", onVerb: "resume", offVerb: "pause", isFreerOff: true)
  /// What locks have.
  public static let unlockedLocked = StatePair(
    on: "unlocked", off: "locked", onVerb: "unlock", offVerb: "lock", permission: .mayUnlock)
  /// What gates, garage doors and valves have.
  public static let openClosed = StatePair(
    on: "open", off: "closed", onVerb: "open", offVerb: "close", permission: .mayOpen)
  /// What services have.
  public static let runningStopped = StatePair(on: "running", off: "stopped", onVerb: "start", offVerb: "stop")

  /// Those whose words are reserved in every policy.
  public static let ofLanguage: [StatePair] = [.onOff, .activePaused, .unlockedLocked, .openClosed, .runningStopped]

  /// Both states.
  public var states: [TargetState] { [on, off] }

  /// Both as a user reads them: `on or off`.
  public var words: String { "\(on) or \(off)" }

  /// What holds of a target while nothing is said of it: `on`, but a door is left as it is.
  public var usual: TargetState { permission == nil ? on : .leave }

  /// What `otherwise` may be: a door does not come open by what no statement says.
  public var otherwise: [TargetState] { permission == nil ? [on, off, .leave] : [off, .leave] }

  /// Whether a target with this pair may be in `state`; `leave` suits every one.
  public func allows(_ state: TargetState) -> Bool { state == .leave || has(state) }

  /// Whether `state` is one of the two.
  public func has(_ state: TargetState) -> Bool { state == on || state == off }

  /// The other state; one of another pair is its own opposite.
  public func opposite(of state: TargetState) -> TargetState { state == on ? off : state == off ? on : state }

  /// The state here that somebody means who writes `state`, of the pair `other`.
  func counterpart(of state: TargetState, in other: StatePair) -> TargetState { state == other.off ? off : on }
}
