/// A pretend system on a stage: with a log of what it was asked, faults on demand, and changes behind the scenes.
public struct Staged<System: PretendSystem>: PretendSystem {
  /// The system itself.
  public var system: System
  /// What goes wrong.
  public var faults: FaultPlan
  /// What was asked, in order; also the requests that a fault struck.
  public private(set) var log: [LoggedRequest] = []
  private var scenes: [Scene] = []

  private struct Scene: Sendable {
    var isOnce = true
    var isDue: @Sendable (_ number: Int, SimulatedRequest) -> Bool
    var change: @Sendable (inout System, SimulatedRequest, _ now: Double) -> Void
  }

  /// A system on an empty stage.
  public init(_ system: System, faults: FaultPlan = FaultPlan()) {
    self.system = system
    self.faults = faults
  }

  /// The requests that may have changed something.
  public var writes: [LoggedRequest] { log.filter(\.isWrite) }

  /// Changes the system once, just before the request with this number; the first is 1.
  public mutating func before(request number: Int, _ change: @escaping @Sendable (inout System) -> Void) {
    scenes.append(Scene(isDue: { found, _ in found == number }, change: { system, _, _ in change(&system) }))
  }

  /// Changes the system once, just before the next request that `isIt` picks: what was read before is then stale.
  public mutating func beforeNext(
    _ isIt: @escaping @Sendable (SimulatedRequest) -> Bool,
    _ change: @escaping @Sendable (inout System, _ now: Double) -> Void
  ) {
    scenes.append(Scene(isDue: { _, request in isIt(request) }, change: { system, _, now in change(&system, now) }))
  }

  /// Lets `change` look at every request before the system does, and change the system if it likes.
  public mutating func beforeEvery(_ change: @escaping @Sendable (inout System, SimulatedRequest) -> Void) {
    scenes.append(
      Scene(isOnce: false, isDue: { _, _ in true }, change: { system, request, _ in change(&system, request) }))
  }

  /// Forgets what was asked; counting starts again, also for faults that have struck.
  public mutating func clearLog() {
    log = []
  }

  /// Changes what is due, lets a fault strike or the system answer, and keeps a record.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    guard request.step == 0 else { return resume(request, at: now) }
    let number = log.count + 1
    let due = scenes.map { $0.isDue(number, request) }
    for (scene, isDue) in zip(scenes, due) where isDue { scene.change(&system, request, now) }
    scenes = zip(scenes, due).filter { !($0.isOnce && $1) }.map(\.0)
    let effect = faults.strike(request, number: number)
    let response = respond(to: request, at: now, effect)
    log.append(
      LoggedRequest(number: number, at: now, request: request, status: response.status, wasFault: effect != nil))
    return response
  }

  /// Goes on with a request that was put off: it is in the log already, and no fault strikes it twice.
  private mutating func resume(_ request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    let response = system.respond(to: request, at: now)
    let last = log.lastIndex {
      $0.method == request.method && $0.target == request.target && $0.request.body == request.body
    }
    if let last { log[last].status = response.status }
    return response
  }

  private mutating func respond(
    to request: SimulatedRequest, at now: Double, _ effect: Fault.Effect?
  ) -> SimulatedResponse {
    switch effect {
    case .answer(let response): return response
    case .lostBeforeEffect: return SimulatedResponse(status: 503, delivery: .lost)
    case nil, .lostAfterEffect, .truncated, .delayed, .body, .answeredTwice: break
    }
    var response = system.respond(to: request, at: now)
    switch effect {
    case nil, .answer, .lostBeforeEffect: break
    case .lostAfterEffect: response.delivery = .lost
    case .truncated(let bytes): response.delivery = .truncated(afterBytes: bytes)
    case .delayed(let milliseconds): response.delivery = .delayed(milliseconds: milliseconds)
    case .body(let body): response.body = body
    case .answeredTwice: response.delivery = .followed(by: response.body)
    }
    return response
  }
}

/// A request in the log of a stage.
public struct LoggedRequest: Sendable {
  /// Counted from 1.
  public var number: Int
  /// When it arrived, in seconds since 1970.
  public var at: Double
  /// With its body.
  public var request: SimulatedRequest
  /// What was answered; 503 where the connection was closed before any effect.
  public var status: Int
  /// Whether a fault struck it.
  public var wasFault: Bool

  /// The request's method.
  public var method: String { request.method }
  /// The request's path and query.
  public var target: String { request.target }
  /// Whether it may have changed something. Pi-hole's session calls do not count.
  public var isWrite: Bool {
    method != "GET" && !(target == "/api/auth" && (method == "POST" || method == "DELETE"))
  }
}
