public import CivilTime
public import Policies

/// An action at the time at which it falls due.
public struct ActionKey: Hashable, Comparable, Sendable {
  /// The target that says which action.
  public var target: Name
  /// When it falls due.
  public var at: Instant

  /// An action at a time.
  public init(target: Name, at: Instant) {
    self.target = target
    self.at = at
  }

  /// By time, then by target.
  public static func < (left: ActionKey, right: ActionKey) -> Bool {
    (left.at, left.target) < (right.at, right.target)
  }
}

/// What the state holds of an action at one time.
public struct RecordedAction: Hashable, Sendable {
  /// Which, and when.
  public var key: ActionKey
  /// The system that it is to be done on.
  public var system: Name
  /// What it is called there.
  public var action: String
  /// How far it has come.
  public var standing: Standing
  /// The line that wants it, as it was read before it fell due; nil for what is settled, and where an earlier version noted it.
  public var line: String?
  /// Until when it may be done by that line as it was then, itself included; nil as with `line`.
  public var until: Instant?
  /// Further lines that want it at the same time, each once.
  public var others: [Line]
  /// Why the last run that tried has not done it; nil where none has tried.
  public var failure: String?

  /// So many further lines are remembered.
  public static let mostOthers = 8

  /// A line that wants an action at a time.
  public struct Line: Hashable, Sendable {
    /// As it was read before that time.
    public var sentence: String
    /// Until when the action may be done by it, itself included.
    public var until: Instant

    /// A line and until when it lets an action be done.
    public init(_ sentence: String, until: Instant) { (self.sentence, self.until) = (sentence, until) }
  }

  /// How far it has come.
  public enum Standing: String, Hashable, Sendable {
    /// A run followed a policy that wants it, before it fell due.
    case expected
    /// It was about to be sent: from then on it may have been done.
    case begun
    /// It was done, or will not be.
    case settled
  }

  /// What the state holds of an action.
  public init(
    key: ActionKey, system: Name, action: String, standing: Standing, line: String? = nil, until: Instant? = nil,
    others: [Line] = [], failure: String? = nil
  ) {
    self.key = key
    self.system = system
    self.action = action
    self.standing = standing
    self.line = line
    self.until = until
    self.others = others
    self.failure = failure
  }

  /// The same when it has come further, or was begun in vain. Of what is settled the line that wanted it says nothing any more.
  public func come(to standing: Standing) -> RecordedAction {
    if standing == .settled { return RecordedAction(key: key, system: system, action: action, standing: standing) }
    var other = self
    other.standing = standing
    return other
  }

  /// Until when it may be done by `edge`, if a run had read that before it fell due; nil where none had. A longer `grace`
  /// that was written since does not count.
  func end(by edge: Edge) -> Instant? {
    let end = key.at + Int64(edge.graceSeconds)
    guard let line else { return min(end, until ?? end) }
    let own = line == edge.sentence ? [until ?? end] : []
    let ends = own + others.filter { $0.sentence == edge.sentence }.map(\.until)
    return ends.max().map { min(end, $0) }
  }
}
