/// A pretend BuilderOS host: the capsules of a Mac, and what a companion server makes of its API.
///
/// No public server implements capsules, so this one does what is written of them, in both of the shapes in which it is
/// written.
public struct BuilderOS: PretendSystem {
  /// What `X-API-Key` must carry.
  public var key: String
  /// In the order listed.
  public var capsules: [Capsule]
  /// How capsules are told.
  public var shape = Shape.guide
  /// How `/api/status` is told.
  public var statusShape = Shape.guide
  /// Capsules are there at all. Without them every path below `/api/capsules` is unknown, whatever the key.
  public var offersCapsules = true
  /// How refusals are written.
  public var errors = ErrorForm.json
  /// What is said to a wrong key.
  public var wrongKeyMessage = "Unauthorized"
  /// To start what runs, or to stop what does not, is a failure.
  public var refusesRepetition = false
  /// The answer to an action waits so long; the deed does not, and nobody who hangs up stops it.
  public var actionSeconds = 0.0
  /// The answers to the next so many actions that are done are lost.
  public var answersToLose = 0
  /// The version that it says it has.
  public var version = "2.1.0"
  /// `healthy`, `degraded` or `down`.
  public var health = "healthy"
  /// As it is told; nil where there was none.
  public var lastAudit: String? = "2025-10-22T10:30:00Z"
  /// The host's own services, which are no capsules.
  public var services = [Service("api", "BuilderOS API", port: 8080)]
  /// When it was started, in seconds since 1970.
  public var startedAt: Double
  /// Every action that was understood, in order.
  public internal(set) var calls: [Call] = []
  /// How often it was sent to sleep.
  public internal(set) var timesSentToSleep = 0

  /// The two ways in which the API is written down.
  public enum Shape: Hashable, Sendable {
    /// The integration guide: a list of capsules with ids, and a status that counts them.
    case guide
    /// What later clients read and a running server said: an object around the list, names that are ids, and little
    /// else.
    case later
  }

  /// A service of the host.
  public struct Service: Hashable, Sendable {
    var id: String
    var name: String
    var isRunning: Bool
    var port: Int?

    /// A service from its parts.
    public init(_ id: String, _ name: String, isRunning: Bool = true, port: Int? = nil) {
      self.id = id
      self.name = name
      self.isRunning = isRunning
      self.port = port
    }
  }

  /// A host with these capsules.
  public init(key: String = "simulated-key", capsules: [Capsule] = [], startedAt: Double = 0) {
    self.key = key
    self.capsules = capsules
    self.startedAt = startedAt
  }

  /// Answers as a host does.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    do throws(Refused) {
      return try answer(request, at: now)
    } catch {
      return errors.answer(error)
    }
  }
}
