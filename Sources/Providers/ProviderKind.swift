public import CivilTime
public import Documents
public import HTTPTransport
public import Policies

/// A kind of system with all that is done about one: what a policy may say of it, how it is spoken to, what a doctor
/// looks at, and what a first policy says of it. A program is handed a list of these, and knows no kind by its name.
public struct ProviderKind: Sendable {
  /// What a policy may say of it.
  public var system: SystemKind
  /// The path that every request begins with, for the policy's URL; without a trailing slash.
  public var basePath: @Sendable (BaseURL) -> String
  /// A system ready to be read. Nothing is sent.
  public var connect: @Sendable (Connection) -> ConnectedSystem
  /// What `doctor` has to know of it.
  public var checkup: Checkup
  /// What `init` asks for and proposes.
  public var setup: Setup
  /// How a secret for it comes about; nil where somebody is given one as text.
  public var pairing: Pairing?

  /// A kind from its parts.
  public init(
    system: SystemKind, basePath: @escaping @Sendable (BaseURL) -> String,
    connect: @escaping @Sendable (Connection) -> ConnectedSystem, checkup: Checkup, setup: Setup,
    pairing: Pairing? = nil
  ) {
    self.system = system
    self.basePath = basePath
    self.connect = connect
    self.checkup = checkup
    self.setup = setup
    self.pairing = pairing
  }
}

/// What a provider is given to speak to one system.
public struct Connection: Sendable {
  /// The system as the policy has it.
  public var system: System
  /// The transport for requests that change nothing.
  public var transport: any ReadTransport
  /// The secret; nil where the policy gives none.
  public var secret: Secret?
  /// Whether an earlier run saw this secret accepted.
  public var isSecretKnown: Bool
  /// What the policy names on it.
  public var named: NamedObjects
  /// Reads the code of a target, which may not go anywhere other than the system's own secret; nil where the policy gives
  /// none. Read when it is needed, and not kept.
  public var code: @Sendable (Name) -> Result<Secret?, ProviderError>
  /// Waits; returns early also when every exchange is given up.
  public var sleep: Sleep
  /// The clock; it tells how much of a pause is left when it is sent.
  public var now: @Sendable () -> Instant
  /// A random number in `0..<1`.
  public var random: @Sendable () -> Double

  /// What a provider is given.
  public init(
    system: System, transport: any ReadTransport, secret: Secret?, isSecretKnown: Bool, named: NamedObjects,
    code: @escaping @Sendable (Name) -> Result<Secret?, ProviderError> = { _ in .success(nil) },
    sleep: @escaping Sleep, now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> Double
  ) {
    self.system = system
    self.transport = transport
    self.secret = secret
    self.isSecretKnown = isSecretKnown
    self.named = named
    self.code = code
    self.sleep = sleep
    self.now = now
    self.random = random
  }
}

/// A system that is about to be read.
public struct ConnectedSystem: Sendable {
  /// Looks at it.
  public var observer: any Observer
  /// Makes what writes to it, from a transport that only an apply has.
  public var applier: @Sendable (any WriteTransport) -> any Applier
  /// Makes what does actions on it, from a transport that only an apply has; nil where it knows none.
  public var actions: (@Sendable (any WriteTransport) -> any ActionRunner)?
  /// What can be looked up on it before a policy is written; nil where nothing can.
  public var directory: Directory? = nil
  /// Asks what kind of credential was accepted; nil where the system does not tell.
  public var credential: @Sendable () async -> CredentialKind?
  /// Asks, for a doctor, what keeps objects that targets select from doing anything, beside what a run reads.
  public var obstacles: @Sendable (_ selected: [ObservedObject]) async -> [Message] = { _ in [] }

  /// Asks, for a doctor, what keeps actions that targets want from being done when they fall due, as far as that is known.
  public var actionObstacles: @Sendable ([SelectorKind.Action]) async -> [SelectorKind.Action: Message] = { _ in [:] }

  /// A system that is about to be read.
  public init(
    observer: any Observer, applier: @escaping @Sendable (any WriteTransport) -> any Applier,
    actions: (@Sendable (any WriteTransport) -> any ActionRunner)? = nil,
    credential: @escaping @Sendable () async -> CredentialKind? = { nil }
  ) {
    self.observer = observer
    self.applier = applier
    self.actions = actions
    self.credential = credential
  }
}

/// What a system takes a credential for.
public enum CredentialKind: Hashable, Sendable {
  /// None is needed.
  case none
  /// A password made for programs.
  case appPassword
  /// The password that people use.
  case mainPassword
  /// One that the system replaces whenever it starts.
  case passingPassword
}

/// The kinds of system that a program knows, in the order in which they are listed.
public struct ProviderKinds: Sendable {
  /// The kinds.
  public let all: [ProviderKind]

  /// These kinds; no two have the same word.
  public init(_ kinds: [ProviderKind]) { all = kinds }

  /// What policies may say of them, worked out when it is asked for: a run that reads no policy needs none of it.
  public var systems: SystemKinds { SystemKinds(all.map(\.system)) }

  /// Their words.
  public var names: [String] { all.map(\.system.name) }

  /// The keys that only some kinds have under `systems`, each once, in order.
  public var settingKeys: [String] { all.map(\.system).settingKeys }

  /// What is done about systems of this kind.
  public subscript(kind: SystemKind) -> ProviderKind {
    guard let known = all.first(where: { $0.system == kind }) else {
      preconditionFailure("a policy names a kind of system that it was not decoded with: \(kind.name)")
    }
    return known
  }
}
