public import CivilTime
public import Policies
public import Providers

/// The doors that are wanted locked or closed, by a line, an override or a lock. What opens at a time does not open these: who
/// locks a door for the night does not expect a line about something else to unlock it.
public struct ShutDoors: Sendable {
  /// Why a door stays shut.
  public struct Keeper: Hashable, Sendable {
    /// The target that has it.
    public let target: Name
    /// The state that is wanted of it.
    public let state: TargetState
    /// Until when; nil where it never ends.
    public let until: Instant?
  }

  private let doors: [(target: Target, verdict: Verdict)]

  /// None.
  public init() { doors = [] }

  /// Those of `policy`, of which `verdicts` say what is wanted. What is only observed nobody shuts.
  public init(_ policy: Policy, _ verdicts: [(target: Name, verdict: Verdict)]) {
    let verdicts = Dictionary(verdicts.map { ($0.target, $0.verdict) }) { first, _ in first }
    doors = policy.targets.compactMap { target in
      guard let states = target.states, states.permission != nil, target.enforcement != .observe,
        let verdict = verdicts[target.name], verdict.state == states.off
      else { return nil }
      return (target, verdict)
    }
  }

  /// Who keeps the door at `key` shut; nil where nobody does.
  public func keeper(of key: ObjectKey) -> Keeper? {
    doors.first { $0.target.names(key, called: key.id) }.map { door in
      Keeper(target: door.target.name, state: door.verdict.state, until: door.verdict.until)
    }
  }
}
