/// Another program holds the gravity database.
public struct GravityLock: Hashable, Sendable {
  /// What is shut.
  public var kind: Kind
  /// How long.
  public var lasting: Lasting

  /// What a lock shuts.
  public enum Kind: String, Sendable {
    /// Writing; reading goes on.
    case write
    /// Everything.
    case exclusive
  }

  /// When a lock ends.
  public enum Lasting: Hashable, Sendable {
    /// After so many further requests about groups, clients, domains or lists.
    case requests(Int)
    /// At this instant, in seconds since 1970.
    case until(Double)
    /// Never.
    case always
  }

  /// A lock from its parts.
  public init(_ kind: Kind, _ lasting: Lasting = .always) {
    self.kind = kind
    self.lasting = lasting
  }

  /// Whether the lock holds for a request at `now`, which is counted.
  mutating func holds(at now: Double) -> Bool {
    switch lasting {
    case .always: return true
    case .until(let end): return now < end
    case .requests(let left):
      lasting = .requests(left - 1)
      return left > 0
    }
  }
}

/// What is in the way of a request to the gravity database.
enum GravityObstacle: Hashable {
  case locked(GravityLock.Kind)
  /// The database was never opened: the resolver failed, or its file is gone or damaged.
  case unavailable

  /// The text for reading; nil where reading works.
  var reading: (message: String, hint: String)? {
    switch self {
    case .locked(.write): nil
    case .locked(.exclusive): ("Could not read from gravity database", "database is locked")
    case .unavailable: ("Could not read domains from database table", "Database not available")
    }
  }

  var writing: String {
    switch self {
    case .locked: "database is locked"
    case .unavailable: "Database not available"
    }
  }
}

extension PiHole {
  /// Asked once for every request to the database.
  mutating func obstacle(at now: Double) -> GravityObstacle? {
    if resolverHasFailed || databaseIsGone { return .unavailable }
    guard var held = lock else { return nil }
    let holds = held.holds(at: now)
    lock = holds ? held : nil
    return holds ? .locked(held.kind) : nil
  }
}
