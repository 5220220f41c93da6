/// A pretend Easy Control server: the guest API of the integration for Home Assistant, in both of its contracts.
///
/// What an administrator does, such as making passes and approving them, are methods; the guest has only the API.
public struct EasyControl: PretendSystem {
  /// Which generation of the API it speaks.
  public let contract: Contract
  /// What the administrator has set. Every change makes the server forget its nonces and what it counted for limits.
  public var options: Options {
    didSet { forget() }
  }
  /// What it controls, by name. A pass may name what is not here.
  public var entities: [String: Entity]
  /// The codes that were not used yet, by code.
  public internal(set) var passes: [String: Pass] = [:]
  /// Everybody who has paired, in order.
  public internal(set) var guests: [Guest] = []
  /// Every call of a device, in order, those that came to nothing included.
  public internal(set) var calls: [Call] = []
  /// Where requests come from, since they do not say so themselves.
  public var clientAddress = "127.0.0.1"
  /// By how many seconds its clock is ahead of that of everybody else.
  public var secondsAhead = 0.0
  /// The integration is still being set up: pairing is refused with 503.
  public var isSettingUp = false
  /// The answers to the next so many actions that are done are lost.
  public var answersToLose = 0
  /// Broker credentials that the answer to a pairing carries; contract 2 only.
  public var brokerConfiguration: JSONValue?

  var tokenVersion = 1
  var startsUntil: Double?
  var nonces = NonceBook()
  var limits = RequestCounts()
  var underWay: [ActionUnderWay] = []
  var inventor: Inventor
  let signingKey: [UInt8]

  /// The generations of the API.
  public enum Contract: Hashable, Sendable {
    /// One entity, one action, ten uses, and no states.
    case v1
    /// Several entities and actions, states, and uses without limit.
    case v2
  }

  /// A server that controls `entities` and knows no guest.
  public init(
    _ contract: Contract, entities: [String: Entity] = [:], options: Options = Options(), seed: UInt64 = 1
  ) {
    self.contract = contract
    self.entities = entities
    self.options = options
    inventor = Inventor(seed: seed)
    signingKey = inventor.bytes(32)
  }

  /// Answers as the integration does, or as Home Assistant does around it.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    let clock = now + secondsAhead
    for id in entities.keys { entities[id]?.advance(to: clock) }
    var response = answer(request, at: clock)
    response.headers.append(("Date", httpDate(clock)))
    return response
  }

  /// Fixes what the server makes up next; without it that is pseudo-random.
  public mutating func lineUp(_ kind: Invention, _ text: String) {
    inventor.linedUp[kind, default: []].append(text)
  }

  /// Home Assistant starts again at `now` and answers 404 for so many seconds: codes and nonces are gone, tokens live on.
  public mutating func restart(at now: Double, starting seconds: Double = 0) {
    startsUntil = now + secondsAhead + seconds
    passes = [:]
    underWay = []
    forget()
  }

  private mutating func forget() {
    nonces = NonceBook()
    limits = RequestCounts()
  }
}
