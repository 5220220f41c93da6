/// One way in which a target names objects of a kind of system.
public struct SelectorKind: Sendable {
  /// The key in the target: `acl-rules`. Two kinds of system may have the same one. For what a system's own target
  /// switches, what comparisons call it.
  public var key: String
  /// The kind of object that it selects.
  public var object: ObjectKind
  /// What users call one such object: `ACL rule`.
  public var one: String
  /// What comes after the key.
  public var form: Form
  /// The states that its targets can have; nil for actions, which have none.
  public var states: StatePair?
  /// Whether one that is enabled because its target is off is called a block.
  public var blocks: Bool
  /// Whether what it selects may want a code, whose place a target may give.
  public var takesCode: Bool
  /// Whether everything else of the system holds only as long as this does: while a system's one switch is in the freer
  /// of its states, all targets on that system are let go, whatever theirs are.
  public var carriesSystem: Bool
  /// The kind of object with which it is in one list of the system, so that reading both takes no further request; nil
  /// where there is none.
  public var listedWith: ObjectKind?
  /// Whether its ids are numbers of one installation: one that is set up anew gives them to other objects. Then an id is
  /// that of a known object only as long as the name is the known one, too.
  public var renumbers: Bool
  /// Whether no system tells how what it selects stands: it is asked for a state when the wanted one changes, and what it was
  /// before is never known.
  public var isUnreadable: Bool
  /// What editors show for it.
  public var help: KeyHelp

  /// What comes after the key of a selector.
  public enum Form: Sendable {
    /// Names, patterns and ids.
    case names(NameForm)
    /// Deny or allow entries that the file owns.
    case entries(EntryForm)
    /// Names of devices of the file, for which rules are made that the file owns. Which of their traffic is meant stands
    /// beside it. `prune` is the setting of the system that lets those of targets that are gone be removed; `clock` is the
    /// one that says in which zone its own clock runs, by which it can keep hours of every day.
    case devices(prune: String, clock: String)
    /// Nothing: the system's one switch of this kind. A pause that somebody else began and that is at most as long as
    /// the setting `pauseLimit` says is left alone.
    case whole(pauseLimit: String)
    /// One of these, which is done at certain times and has no state.
    case action([Action])
  }

  /// Something that a system can be told to do.
  public struct Action: Hashable, Sendable {
    /// What it is called in the file and on the system.
    public var name: String
    /// The key with which a target has to permit it; nil where nothing has to.
    public var permission: PolicyKey.TargetOption?
    /// Whether it can do nothing but take freedom away, such as locking a door.
    public var isRestricting: Bool
    /// The kind of door that it opens; nil for what opens none.
    public var opens: ObjectKind?

    /// Something that a system can be told to do.
    public init(
      _ name: String, permission: PolicyKey.TargetOption? = nil, isRestricting: Bool = false, opens: ObjectKind? = nil
    ) {
      self.name = name
      self.permission = permission
      self.isRestricting = isRestricting
      self.opens = opens
    }
  }

  /// What is special about names.
  public struct NameForm: Sendable {
    /// Whether the target has to say what its objects read while it is off; else each object tells.
    public var needsWhenOff: Bool
    /// What one is called where it is clear what is meant: `rule`, `list`.
    public var noun: String
    /// What no name may be, tried in order.
    public var refusals: [NameRefusal]
    /// What may come before the first dot of a name, in lower case, where that says which of several selectors behind
    /// one key is meant: `switch`, `light`. Empty where names are free.
    public var domains: [String]
    /// Those of them whose entities do something by being on, such as heating: nobody expects that at all other times because
    /// the file says when not.
    public var actingDomains: [String]

    /// Names of which nothing is special unless given.
    public init(
      needsWhenOff: Bool = false, noun: String = "rule", refusals: [NameRefusal] = [], domains: [String] = [],
      actingDomains: [String] = []
    ) {
      self.needsWhenOff = needsWhenOff
      self.noun = noun
      self.refusals = refusals
      self.domains = domains
      self.actingDomains = actingDomains
    }
  }

  /// What is special about entries.
  public struct EntryForm: Sendable {
    /// The kind of object that an entry belongs to.
    public var group: ObjectKind
    /// The group of an entry of which the file names none.
    public var usualGroup: String
    /// What editors show for `groups`.
    public var groupsHelp: KeyHelp
    /// What no regular expression may be.
    public var refusals: [NameRefusal]
    /// How many of one system can be read that a file names, or that were made for it; nil for any number.
    public var most: Int?
    /// What to do instead of naming thousands of them.
    public var insteadOfMany: String?

    /// Entries that belong to groups of the kind `group`.
    public init(
      group: ObjectKind, usualGroup: String, groupsHelp: KeyHelp, refusals: [NameRefusal] = [], most: Int? = nil,
      insteadOfMany: String? = nil
    ) {
      self.group = group
      self.usualGroup = usualGroup
      self.groupsHelp = groupsHelp
      self.refusals = refusals
      self.most = most
      self.insteadOfMany = insteadOfMany
    }
  }

  /// A name that cannot be meant.
  public struct NameRefusal: Sendable {
    /// The names, in lower case.
    public var names: [String]
    /// What the file's check says where one of them is named. `NAME` in a text stands for the name.
    public var code: DiagnosticCode
    /// What is wrong: lower case, no full stop.
    public var message: String
    /// What to do.
    public var hint: String
    /// A pattern for the same in a JSON Schema; nil where a schema lets them pass.
    public var schemaPattern: String?

    /// A name that cannot be meant.
    public init(
      _ names: [String], _ code: DiagnosticCode, _ message: String, hint: String, schemaPattern: String? = nil
    ) {
      self.names = names
      self.code = code
      self.message = message
      self.hint = hint
      self.schemaPattern = schemaPattern
    }
  }

  /// A selector from its parts.
  public init(
    _ key: String, _ object: ObjectKind, one: String, _ form: Form, states: StatePair? = .onOff, blocks: Bool = false,
    takesCode: Bool = false, carriesSystem: Bool = false, listedWith: ObjectKind? = nil, renumbers: Bool = false,
    isUnreadable: Bool = false, help: KeyHelp
  ) {
    self.key = key
    self.object = object
    self.one = one
    self.form = form
    if case .action = form { self.states = nil } else { self.states = states }
    self.blocks = blocks
    self.takesCode = takesCode
    self.carriesSystem = carriesSystem
    self.listedWith = listedWith
    self.renumbers = renumbers
    self.isUnreadable = isUnreadable
    self.help = help
  }

  /// The keys that may be beside it.
  public var companions: [PolicyKey.TargetOption] {
    let ofForm: [PolicyKey.TargetOption] =
      switch form {
      case .names(let names):
        [.system, .otherwise, .enforcement, .guard, .not] + (names.needsWhenOff ? [.whenOff] : [])
      case .entries: [.system, .otherwise, .enforcement, .guard, .prune]
      case .devices: [.system, .otherwise, .enforcement, .guard, .apps, .appCategories, .sites]
      case .whole: PolicyKey.TargetOption.ofOwnTarget
      case .action(let actions):
        [.system] + PolicyKey.TargetOption.permissions.filter { key in actions.contains { $0.permission == key } }
      }
    return ofForm + (states?.permission.map { [$0] } ?? []) + (takesCode ? [.code] : [])
  }

  /// What users call one where it is clear what is meant: `rule`, `list`.
  public var noun: String { if case .names(let names) = form { names.noun } else { one } }

  /// What may come before the first dot of its names; empty where names are free.
  public var domains: [String] { if case .names(let names) = form { names.domains } else { [] } }

  /// Those of them whose entities do something by being on.
  public var actingDomains: [String] { if case .names(let names) = form { names.actingDomains } else { [] } }

  /// Whether its targets are actions.
  public var isOfActions: Bool { if case .action = form { true } else { false } }

  /// Whether it names entries that the file owns.
  public var isOfEntries: Bool { if case .entries = form { true } else { false } }

  /// Whether rules are made for it that the file owns.
  public var isOfDevices: Bool { if case .devices = form { true } else { false } }

  /// The kinds of object that must be read for it, its own first.
  public var objectsToRead: [ObjectKind] {
    if case .entries(let entries) = form { [object, entries.group] } else { [object] }
  }
}

extension SelectorKind: Hashable {
  /// Selectors are told apart by their key and what they select.
  public static func == (left: SelectorKind, right: SelectorKind) -> Bool {
    left.key == right.key && left.object == right.object
  }

  /// By the key and the kind of object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(object)
  }
}
