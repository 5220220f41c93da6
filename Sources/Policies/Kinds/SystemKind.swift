/// A kind of system that a policy can name: what its entry under `systems` and the targets on it may say. Nothing in it
/// has an effect; what talks to such a system is elsewhere.
public struct SystemKind: Sendable {
  /// The word behind `kind:`.
  public var name: String
  /// What users call it, with its maker's name.
  public var title: String
  /// The same in a sentence, where it is clear what is meant: `console`.
  public var noun: String
  /// What comes after the title where kinds are listed: ` v6`; empty for nothing.
  public var supported: String
  /// What an entry may hold besides the keys that every system has, in the order in which it is shown.
  public var settings: [SystemSetting]
  /// The ways in which a target names objects of such a system.
  public var selectors: [SelectorKind]
  /// Where every such system is itself a target, by its own name: what of it is switched.
  public var ownTarget: SelectorKind?
  /// What happens to a secret over `http` that neither goes to this machine nor has `plaintext: true`.
  public var plaintext: PlaintextRule
  /// What to write for what only other kinds of system can name.
  public var substitutes: [Substitute]
  /// What such a system is a part of: kinds with one platform are ways to the same things where their addresses agree.
  /// Most kinds are their own.
  public var platform: String
  /// Whether a host is one such system at most, which may answer at several ports and paths of it.
  public var isOneOfItsHost: Bool

  /// What does the same in another way where a kind of system has no selector for it.
  public struct Substitute: Sendable {
    /// The key of the selector.
    public var key: String
    /// What to do. `TARGET` stands for the name of the target, `SYSTEM` for that of the system, `MEMBERS` for what is named.
    public var hint: String
    /// What to do instead where another key narrows it, the first that is given: `NARROWED` stands for what that names.
    public var narrowed: [(key: String, hint: String)]

    /// What does the same in another way.
    public init(_ key: String, hint: String, narrowed: [(key: String, hint: String)] = []) {
      self.key = key
      self.hint = hint
      self.narrowed = narrowed
    }
  }

  /// What happens to a secret over plain `http`.
  public enum PlaintextRule: Hashable, Sendable {
    /// It is not sent; why that is no loss.
    case refused(because: String)
    /// It goes to private addresses, with a warning that says what to do.
    case privateAddresses(hint: String)
  }

  /// A kind from its parts.
  public init(
    name: String, title: String, noun: String, supported: String = "", settings: [SystemSetting],
    selectors: [SelectorKind], ownTarget: SelectorKind? = nil, plaintext: PlaintextRule,
    substitutes: [Substitute] = [], platform: String? = nil, isOneOfItsHost: Bool = false
  ) {
    self.name = name
    self.title = title
    self.noun = noun
    self.supported = supported
    self.settings = settings
    self.selectors = selectors
    self.ownTarget = ownTarget
    self.plaintext = plaintext
    self.substitutes = substitutes
    self.platform = platform ?? name
    self.isOneOfItsHost = isOneOfItsHost
  }

  /// `a console`.
  public var one: String { noun.withArticle }

  /// What of such a system can be switched: the selectors, and what its own target is.
  public var everySelector: [SelectorKind] { selectors + (ownTarget.map { [$0] } ?? []) }

  /// What users call one object of this kind.
  public func one(of object: ObjectKind) -> String {
    everySelector.first { $0.object == object }?.one ?? object.rawValue
  }

  /// The kinds of object that such a system has.
  public var objects: Set<ObjectKind> { Set(everySelector.flatMap(\.objectsToRead)) }

  /// Those whose ids are numbers that may come to mean another object.
  public var numbered: Set<ObjectKind> { Set(everySelector.filter(\.renumbers).map(\.object)) }

  /// The selectors behind `key`: none, one, or several among which the names decide (`NameForm.domains`).
  public func selectors(_ key: String) -> [SelectorKind] { selectors.filter { $0.key == key } }

  /// Where such a system keeps its secret in the policy; nil where it has none.
  public var secretSetting: SystemSetting? { settings.first(where: \.isSecret) }
}

extension SystemKind: Hashable {
  /// Kinds are told apart by their words.
  public static func == (left: SystemKind, right: SystemKind) -> Bool { left.name == right.name }

  /// By the word.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A key that entries of one kind of system have.
public struct SystemSetting: Sendable {
  /// The key: `api-key`.
  public var key: String
  /// What comes after it.
  public var form: Form
  /// What editors show for it.
  public var help: KeyHelp
  /// Whether one address is several systems where this differs, such as the sites of a console.
  public var isOfAddress: Bool

  /// What comes after a key.
  public enum Form: Sendable {
    /// Where a secret is found. A kind has at most one of these. `example` is shown where it is required and missing.
    case secret(isRequired: Bool, example: String)
    /// A text.
    case text
    /// Several texts.
    case texts
    /// `true` or `false`. Where it lets what the file owns be removed, the file has to say itself who it is.
    case flag(needsOwner: Bool)
    /// A duration in `range`, in seconds; `usual` where the file says nothing.
    case duration(usual: Int, range: ClosedRange<Int64>)
  }

  /// A key from its parts.
  public init(_ key: String, _ form: Form, _ help: KeyHelp, isOfAddress: Bool = false) {
    self.key = key
    self.form = form
    self.help = help
    self.isOfAddress = isOfAddress
  }

  /// Whether it says where a secret is found.
  public var isSecret: Bool { if case .secret = form { true } else { false } }

  /// Whether an entry has to have it.
  public var isRequired: Bool { if case .secret(isRequired: true, _) = form { true } else { false } }
}

/// What an editor shows for a key.
public struct KeyHelp: Sendable {
  /// A word or two.
  public var title: String
  /// A sentence or two.
  public var description: String
  /// Values that it may have, each as the file would have it: a text, or the members of a list.
  public var examples: [Example]

  /// A value that a key may have.
  public enum Example: Sendable {
    case text(String)
    case list([String])
  }

  /// What an editor shows.
  public init(_ title: String, _ description: String, examples: [Example] = []) {
    self.title = title
    self.description = description
    self.examples = examples
  }
}
