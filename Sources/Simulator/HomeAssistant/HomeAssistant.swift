/// A pretend Home Assistant: its REST API, as far as a program needs it that switches entities and reads them back.
///
/// Nothing ticks: what has become of everything is worked out at each request, from the time that it comes.
public struct HomeAssistant: PretendSystem {
  /// How far it has started.
  public enum Phase: Hashable, Sendable {
    /// Nobody listens.
    case refusesConnections
    /// The server answers, and knows only some of its entities; groups have not looked at theirs.
    case notRunning
    /// All entities are there, and automations begin.
    case starting
    case running
  }

  /// How far it has started. Setting it takes no entity away; groups are `unknown` while it is not running.
  public var phase = Phase.running { didSet { isUnsettled = true } }
  /// Its configuration could not be read: it runs, and shows what it remembers.
  public var recoveryMode = false
  /// What it says of itself.
  public var version = "2025.4.4"
  /// Which servers it answers like.
  public var generation = Generation.current
  /// The zone of its clock.
  public var timeZone = "Europe/Vienna"
  /// The name of the place.
  public var locationName = "Home"
  /// Who may ask; the first has the token that it was made with.
  public var users: [HomeAssistantUser]
  /// The ban of an address comes with so many refusals; nil is never.
  public var refusalsUntilBan: Int?
  /// The addresses that are banned.
  public var bannedAddresses: Set<String> = []
  /// A request that says for whom it was forwarded is taken; otherwise it is refused.
  public var trustsProxies = false
  /// The service calls that were understood, in order.
  public private(set) var serviceCalls: [ServiceCall] = []

  var board: EntityBoard
  var agenda = Agenda()
  /// Refusals by address since it was started.
  var refusals: [String: Int] = [:]
  /// What a call under way has changed so far.
  var watched: (context: String, changes: [JSONValue])?
  var isUnsettled = false
  var randomness = Randomness(seed: 7)
  private var rounds = 0

  /// A server that runs, with one administrator. Entities without a time have that of its start.
  public init(token: String = "simulated-token", entities: [HomeAssistantEntity] = [], startedAt: Double = 0) {
    users = [HomeAssistantUser(token: token)]
    board = EntityBoard(entities)
    board.editAll { entity in
      guard entity.lastChanged == 0 else { return }
      (entity.lastChanged, entity.lastUpdated) = (startedAt, startedAt)
    }
    settle(at: startedAt, .none)
  }

  /// All entities, in order; groups follow a change at the next request.
  public var entities: [HomeAssistantEntity] {
    get { board.all }
    set {
      board = EntityBoard(newValue)
      isUnsettled = true
    }
  }

  /// The entity with this id; a new one comes last, and setting nil removes it.
  public subscript(id: String) -> HomeAssistantEntity? {
    get { board[id] }
    set {
      board[id] = newValue
      isUnsettled = true
    }
  }

  /// Answers as the server does.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    advance(to: now)
    guard phase != .refusesConnections else { return SimulatedResponse(status: 503, delivery: .lost) }
    var response = answer(request, at: now)
    if request.method == "HEAD" { response.body = [] }
    return response
  }

  /// How often `service`, such as `lock.unlock`, was called for `entity`.
  public func calls(of service: String, for entity: String) -> Int {
    serviceCalls.count { $0.service == service && $0.entities.contains(entity) }
  }

  mutating func note(_ call: ServiceCall) { serviceCalls.append(call) }

  mutating func nextRound() -> Int {
    rounds += 1
    return rounds
  }
}

/// A service call that was understood, whatever came of it.
public struct ServiceCall: Hashable, Sendable {
  /// Domain and service, such as `lock.unlock`.
  public var service: String
  /// The entities that were named, and those behind groups and areas; also ones that there are not.
  public var entities: [String]
  /// When it came, in seconds since 1970.
  public var at: Double
  /// Whether a code came with it.
  public var hasCode = false
}

extension HomeAssistant {
  /// Servers that answer in the same way.
  public enum Generation: Hashable, Sendable {
    /// Of 2024: states do not say when they were last reported.
    case old
    /// Of 2025.
    case current
    /// Newer ones: errors of integrations say what was wrong.
    case new
  }
}
