public import Policies

/// What `init` asks for and proposes of one kind of system.
public struct Setup: Sendable {
  /// What the first such system is called in the policy; later ones get a number behind it.
  public var name: String
  /// How it is spoken to where nobody says.
  public var scheme: BaseURL.Scheme
  /// A host such as people have: `192.168.1.1`.
  public var exampleHost: String
  /// Whether several may be given.
  public var mayRepeat: Bool
  /// What its secret is called: `API key`; what the help calls it: `key`. Nil where it has none.
  public var secret: (title: String, noun: String)?
  /// The credential in which the secret of the system called `name` is, where nobody says another place.
  public var credential: @Sendable (_ name: String) -> String
  /// What the help says of settings that are plain text, by their keys.
  public var summaries: [String: String]
  /// What a policy says where the system turns out to need no secret.
  public var openComment: String?
  /// The kinds of object that are looked at.
  public var objects: Set<ObjectKind>
  /// What a first policy says of what was found.
  public var draft: @Sendable (Found) -> Draft

  /// What was found on one system.
  public struct Found: Sendable {
    /// What the policy calls it.
    public var system: Name
    /// What is there.
    public var objects: [ObservedObject]
    /// Names or patterns of further objects that somebody wants to be named.
    public var includes: [String]
    /// Whether a policy can name devices there and some are connected, so that nothing has to be made by hand.
    public var hasDevices: Bool

    /// What was found.
    public init(system: Name, objects: [ObservedObject], includes: [String], hasDevices: Bool = false) {
      self.system = system
      self.objects = objects
      self.includes = includes
      self.hasDevices = hasDevices
    }
  }

  /// What is asked for and proposed.
  public init(
    name: String, scheme: BaseURL.Scheme, exampleHost: String, mayRepeat: Bool,
    secret: (title: String, noun: String)?, credential: @escaping @Sendable (_ name: String) -> String,
    summaries: [String: String] = [:], openComment: String? = nil, objects: Set<ObjectKind>,
    draft: @escaping @Sendable (Found) -> Draft
  ) {
    self.name = name
    self.scheme = scheme
    self.exampleHost = exampleHost
    self.mayRepeat = mayRepeat
    self.secret = secret
    self.credential = credential
    self.summaries = summaries
    self.openComment = openComment
    self.objects = objects
    self.draft = draft
  }

  /// What the system of this number is called, counted from 0: the second one ends in `-2`, and so on.
  public func name(_ number: Int) -> String { number == 0 ? name : "\(name)-\(number + 1)" }
}

/// What a first policy says of one system: lines of YAML as they are written, with their indentation. Whatever comes from
/// the system is in quotes, or escaped in a comment.
public struct Draft: Sendable {
  /// Targets that are managed.
  public var targets: [String]
  /// Sentences about them.
  public var statements: [String]
  /// Targets that are only proposed.
  public var proposals: [DraftProposal]

  /// What a first policy says.
  public init(targets: [String] = [], statements: [String] = [], proposals: [DraftProposal] = []) {
    self.targets = targets
    self.statements = statements
    self.proposals = proposals
  }
}

/// A target of a first policy that is only proposed: it is in comments, and becomes one when the marks are taken
/// away. Outside the hours of its sentence what it names stays as it is, as far as a policy can say so.
public struct DraftProposal: Sendable {
  /// Its definition, a comment with what it is before it.
  public var target: [String]
  /// Its sentence.
  public var statement: String

  /// More names than this help nobody.
  public static let most = 10

  /// `title` says what it is, a sentence; `outside` what holds outside the hours of its sentence, which a line decides
  /// as well, without a full stop. `items` are its names, one a line; `more` are left out besides. `rest` are further keys.
  public init(
    _ title: String, outside: String, target name: String, system: Name, key: String, items: [String], more: Int = 0,
    rest: [String] = [], statement: String
  ) {
    let left = items.count - Self.most + more
    let cut = left > 0 ? ["#      # … and \(left) more"] : []
    target =
      ["# \(title)", "# \(outside):", "#  \(name):", "#    system: \(system)", "#    \(key):"]
      + items.prefix(Self.most).map { "#      " + $0 } + cut + rest.map { "#    " + $0 }
    self.statement = "#  - \(statement)"
  }

  /// The target `SYSTEM-WORD` of these entities, with `state` in its sentence; nil if there are none. Outside the hours
  /// they are left alone: doors are by themselves, what people turn on by hand by `otherwise: leave`.
  public init?(
    _ objects: [ObservedObject], called word: String, _ title: String, _ state: String, on system: Name,
    areDoors: Bool
  ) {
    if objects.isEmpty { return nil }
    self.init(
      title,
      outside: areDoors
        ? "Outside the hours of the sentence they are left as they are"
        : "Otherwise they are left alone; without 'otherwise: leave' they would be turned on, and kept on",
      target: "\(system)-\(word)", system: system, key: "entities",
      items: objects.map(\.name).sorted().map(DraftName.item), rest: areDoors ? [] : ["otherwise: leave"],
      statement: "\(system)-\(word) \(state)")
  }
}
