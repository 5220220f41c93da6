/// The two states that a target can have, with the words and the verbs for them.
///
/// The language itself knows two pairs; a kind of system may bring more with its selectors. No word belongs to two pairs.
public struct StatePair: Hashable, Sendable {
  /// The state in which nothing is held back: `on`, `active`.
  public let on: TargetState
  /// The state in which something is: `off`, `paused`. What a switch reads then is what `when-off` says.
  public let off: TargetState
  /// The verb that asks for `on` in a sentence, as in `allow kids`.
  public let onVerb: String
  /// The verb that asks for `off`, as in `block kids`.
  public let offVerb: String

  /// A pair; its words and verbs are of 1 to 16 lower-case letters.
  public init(on: String, off: String, onVerb: String, offVerb: String) {
    self.on = TargetState(on, isOff: false)
    self.off = TargetState(off, isOff: true)
    self.onVerb = onVerb
    self.offVerb = offVerb
  }

  /// What rules, networks, lists and devices have.
  public static let onOff = StatePair(on: "on", off: "off", onVerb: "allow", offVerb: "block")
  /// What works by itself and may be paused for a while has.
  public static let activePaused = StatePair(on: "active", off: "paused", onVerb: "resume", offVerb: "pause")

  /// Both states.
  public var states: [TargetState] { [on, off] }

  /// Both as a person reads them: `on or off`.
  public var words: String { "\(on) or \(off)" }

  /// Whether a target with this pair may be in `state`; `leave` suits every one.
  public func allows(_ state: TargetState) -> Bool { state == .leave || has(state) }

  /// Whether `state` is one of the two.
  public func has(_ state: TargetState) -> Bool { state == on || state == off }

  /// The other state; one of another pair is its own opposite.
  public func opposite(of state: TargetState) -> TargetState { state == on ? off : state == off ? on : state }

  /// The state here that somebody means who writes `state`, of the pair `other`.
  func counterpart(of state: TargetState, in other: StatePair) -> TargetState { state == other.off ? off : on }
}
