extension EasyControl {
  /// What a guest may do with one entity.
  public struct Scope: Hashable, Sendable {
    /// Such as `lock.front_door`.
    public var entityID: String
    /// By name, in order.
    public var actions: [String]
  }

  /// A code that somebody may pair with, once.
  public struct Pass: Hashable, Sendable {
    /// Ten capital letters and digits.
    public var code: String
    /// What the guest may do.
    public var scopes: [Scope]
    /// Seconds since 1970, as everywhere.
    public var createdAt: Int
    /// From then on the code is worth nothing.
    public var codeExpiresAt: Int
    /// From then on the token is worth nothing.
    public var expiresAt: Int
    /// What the administrator has said.
    public var approval: Approval
    /// What the QR code carries besides the code.
    public var scanToken: String
    /// When a client said that it had read the QR code.
    public var scannedAt: Int?
  }

  /// What the administrator has said to a pairing.
  public enum Approval: Hashable, Sendable {
    case pending, approved, rejected
  }

  /// Makes a pass for `entityIDs`, which ends after so many seconds.
  ///
  /// In contract 1 only the first entity counts, with one `action`: unless given, to open what it is. In contract 2 a
  /// pass allows whatever the entity can do. `needsApproval` is the server's option unless given.
  @discardableResult
  public mutating func makePass(
    for entityIDs: [String], action: String? = nil, seconds: Int = 3600, needsApproval: Bool? = nil, at now: Double
  ) -> Pass {
    tidy(at: now + secondsAhead)
    let created = Int((now + secondsAhead).rounded(.down))
    let pass = Pass(
      code: inventor.next(.code), scopes: scopes(entityIDs, action), createdAt: created,
      codeExpiresAt: created + 300, expiresAt: created + seconds,
      approval: needsApproval ?? options.approves ? .pending : .approved, scanToken: inventor.next(.scanToken))
    passes[pass.code] = pass
    return pass
  }

  private func scopes(_ entityIDs: [String], _ action: String?) -> [Scope] {
    switch contract {
    case .v1:
      entityIDs.prefix(1).map {
        Scope(entityID: $0, actions: [action ?? (GuestAction.domain(of: $0) == "cover" ? "garage.open" : "door.open")])
      }
    case .v2: entityIDs.map { Scope(entityID: $0, actions: GuestAction.granted(to: GuestAction.domain(of: $0))) }
    }
  }

  /// Approves the pairing with `code`; false where the code is not known or was rejected.
  @discardableResult
  public mutating func approve(_ code: String, at now: Double) -> Bool {
    tidy(at: now + secondsAhead)
    guard let pass = passes[code], pass.approval != .rejected else { return false }
    passes[code]?.approval = .approved
    return true
  }

  /// Rejects the pairing with `code`, even one that was approved; false where the code is not known.
  @discardableResult
  public mutating func reject(_ code: String, at now: Double) -> Bool {
    tidy(at: now + secondsAhead)
    guard passes[code] != nil else { return false }
    passes[code]?.approval = .rejected
    return true
  }

  /// Ends the token with this id.
  public mutating func revoke(tokenID: String) {
    for place in guests.indices where guests[place].tokenID == tokenID { guests[place].isRevoked = true }
  }

  /// Ends every token and every code that is open; says how many codes there were.
  @discardableResult
  public mutating func revokeAll() -> Int {
    tokenVersion += 1
    defer { passes = [:] }
    return passes.count
  }

  /// Forgets the codes that are over.
  mutating func tidy(at now: Double) {
    passes = passes.filter { now < Double($0.value.codeExpiresAt) }
  }
}
