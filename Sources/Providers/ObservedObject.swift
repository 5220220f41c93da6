public import Documents
public import Policies

/// One live object that has a switch.
public struct ObservedObject: Hashable, Sendable {
  /// What kind of object.
  public var kind: ObjectKind
  /// How the system addresses it; nil for a system's one switch, and for what came without an id.
  public var id: String?
  /// Its name as the system gives it; not trusted by a terminal.
  public var name: String
  /// The position of its switch.
  public var switchState: SwitchState
  /// The position of its switch while its target is `off`: enabled for a rule that blocks, disabled for one that allows
  /// and for an SSID. Nil where the target says so (`when-off`) or where `off` is no state of it.
  public var whenOff: SwitchPosition?
  /// Whether a pattern may select it: a rule that blocks. True for kinds that know no such difference.
  public var isSelectableByPattern: Bool
  /// Whether somebody made it; what the system made itself is never written.
  public var isUserDefined: Bool
  /// Why it must not be enabled, such as a rule that blocks everything; nil where nothing speaks against it.
  @Seldom public var enableBlocker: Message?
  /// Why it cannot be disabled, such as a cover whose device only opens; nil where nothing speaks against it.
  @Seldom public var disableBlocker: Message? = nil
  /// What the system says of a device that failed to move when it was last told to, such as a jammed lock; nil where none
  /// did. It is told to again only after a while, and not for ever.
  @Seldom public var stuck: Message? = nil
  /// Where its device is on its way to, such as a cover that is closing, which `switchState` has open until it is closed; nil
  /// where it rests, or its system does not tell.
  public var heading: SwitchState.Position? = nil
  /// Whether its system never tells its state, so that `switchState` is `unknown` for good: it is asked for what is
  /// wanted when that changes, and never compared.
  public var isUnreadable = false
  /// Its own schedule in words, where it has one.
  @Seldom public var ownSchedule: String?
  /// What tells it from others of the same name, such as `Internal → External`; nil where nothing does.
  public var qualifier: String?
  /// Why it must not be switched although somebody made it, such as a policy without an id; nil where nothing speaks
  /// against it. For one that the system made, what to say where it is named exactly.
  @Seldom public var switchBlocker: Message?
  /// What the user should know while its switch stands somewhere, such as a client that is then not filtered at all.
  public var caveats: [SwitchPosition: [Message]]
  /// What the system says of a domain entry; nil for other kinds.
  @Seldom public var record: DomainRecord?
  /// Whose it is where a policy file has made it and owns it all: no name or pattern of a target selects it.
  @Seldom public var madeByFile: Message? = nil
  /// The ids of the objects of its kind that are switched with it, for a group that is nothing but these; nil for
  /// everything else. They count as selected by whoever selects the group.
  @Seldom public var members: [String]? = nil
  /// What it is where the file makes and owns it; nil for everything else.
  @Seldom public var made: MadeObject? = nil

  /// One live object.
  public init(
    kind: ObjectKind, id: String?, name: String, switchState: SwitchState, whenOff: SwitchPosition?,
    isSelectableByPattern: Bool = true, isUserDefined: Bool = true, enableBlocker: Message? = nil,
    ownSchedule: String? = nil, qualifier: String? = nil, switchBlocker: Message? = nil,
    caveats: [SwitchPosition: [Message]] = [:], record: DomainRecord? = nil
  ) {
    self.kind = kind
    self.id = id
    self.name = name
    self.switchState = switchState
    self.whenOff = whenOff
    self.isSelectableByPattern = isSelectableByPattern
    self.isUserDefined = isUserDefined
    self.enableBlocker = enableBlocker
    self.ownSchedule = ownSchedule
    self.qualifier = qualifier
    self.switchBlocker = switchBlocker
    self.caveats = caveats
    self.record = record
  }
}

extension ObservedObject {
  /// Why it must not be moved to `wanted`; nil where nothing speaks against it.
  public func blocker(of wanted: SwitchState) -> Message? {
    switch wanted.position {
    case .enabled: enableBlocker
    case .disabled: disableBlocker
    case .active, .paused, .absent, .mixed, .unknown: nil
    }
  }

  /// By what nearly always tells objects apart: thousands of them are put into sets.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(id)
    hasher.combine(name)
    // Of policies without an id a console may have thousands of one name.
    if id == nil { hasher.combine(qualifier) }
  }
}
