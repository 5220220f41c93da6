public import CivilTime
public import Documents
public import HTTPTransport
public import Policies

/// How a kind of system gives out its secrets: somebody has a code, which is good once, and the system gives a secret for
/// it that only this machine has.
public struct Pairing: Sendable {
  /// What is asked for: `pairing code`.
  public var codeName: String
  /// Where somebody finds one, as a hint.
  public var whereCodesAre: String
  /// Exchanges a code for a secret. Nothing is tried again that could use up a code or an allowance.
  public var pair: @Sendable (PairingRequest) async throws(ProviderError) -> Paired
  /// How many bytes a secret for this system has at least, with one as the system usually gives it out: what has no room
  /// for that is not begun, as it would cost the code.
  public var usualBytes: @Sendable (System) -> Int
  /// What a secret that was made earlier may do. Changes nothing and costs nothing.
  public var status: @Sendable (Connection) async throws(ProviderError) -> PairedRights
  /// What is left to do at the system when the secret is thrown away, as a hint.
  public var afterForgetting: String

  /// How a kind gives out secrets.
  public init(
    codeName: String, whereCodesAre: String,
    pair: @escaping @Sendable (PairingRequest) async throws(ProviderError) -> Paired,
    usualBytes: @escaping @Sendable (System) -> Int,
    status: @escaping @Sendable (Connection) async throws(ProviderError) -> PairedRights, afterForgetting: String
  ) {
    self.codeName = codeName
    self.whereCodesAre = whereCodesAre
    self.pair = pair
    self.usualBytes = usualBytes
    self.status = status
    self.afterForgetting = afterForgetting
  }
}

/// What a provider is given to pair with one system.
public struct PairingRequest: Sendable {
  /// The system as the policy has it.
  public var system: System
  /// The transport; a code is used up, so it is one that changes something.
  public var transport: any WriteTransport
  /// What somebody has typed.
  public var code: Secret
  /// Waits; returns early also when every exchange is given up.
  public var sleep: Sleep
  /// Is told once that somebody has to approve the pairing, and for how many seconds that is waited for.
  public var waiting: @Sendable (_ seconds: Int) -> Void
  /// Is told each time that there is nothing to pair with yet, why, and after how many seconds it is asked again.
  public var askingAgain: @Sendable (_ why: Message, _ seconds: Int) -> Void

  /// What a provider is given.
  public init(
    system: System, transport: any WriteTransport, code: Secret, sleep: @escaping Sleep,
    waiting: @escaping @Sendable (_ seconds: Int) -> Void,
    askingAgain: @escaping @Sendable (_ why: Message, _ seconds: Int) -> Void = { _, _ in }
  ) {
    self.system = system
    self.transport = transport
    self.code = code
    self.sleep = sleep
    self.waiting = waiting
    self.askingAgain = askingAgain
  }
}

/// What came of a pairing.
public struct Paired: Sendable {
  /// What is kept, of one line.
  public var secret: Secret
  /// What it is good for.
  public var rights: PairedRights

  /// What came of a pairing.
  public init(secret: Secret, rights: PairedRights) {
    self.secret = secret
    self.rights = rights
  }
}

/// What a secret from a pairing is good for.
public struct PairedRights: Hashable, Sendable {
  /// What may be done with one thing.
  public struct Grant: Hashable, Sendable {
    /// As the system calls it; nil where it does not say.
    public var name: String?
    /// What may be done with it, as the system calls that.
    public var actions: [String]

    /// What may be done with one thing.
    public init(name: String?, actions: [String]) {
      self.name = name
      self.actions = actions
    }
  }

  /// In the system's order.
  public var grants: [Grant]
  /// When it ends; nil where it does not, or that is not known.
  public var ends: Instant?
  /// How many more actions it is good for; nil for any number.
  public var usesLeft: Int?

  /// What a secret is good for.
  public init(grants: [Grant], ends: Instant?, usesLeft: Int?) {
    self.grants = grants
    self.ends = ends
    self.usesLeft = usesLeft
  }
}
