extension EasyControl {
  /// A call of a device.
  public struct Call: Hashable, Sendable {
    /// Such as `door.unlock`.
    public var action: String
    /// Such as `lock.front_door`.
    public var entityID: String
    /// When it began, in seconds since 1970 by the server's clock.
    public var at: Double
    /// How it ended.
    public var outcome = Outcome.underWay
  }

  /// How a call of a device ended.
  public enum Outcome: Hashable, Sendable {
    /// It has not ended. Where the guest hung up, it never will.
    case underWay
    case done, failed
  }

  /// How often `action` was done, on `entityID` or on anything.
  public func timesDone(_ action: String, on entityID: String? = nil) -> Int {
    calls.count { $0.outcome == .done && $0.action == action && (entityID == nil || $0.entityID == entityID) }
  }

  /// How often `action` was begun, on `entityID` or on anything.
  public func timesBegun(_ action: String, on entityID: String? = nil) -> Int {
    calls.count { $0.action == action && (entityID == nil || $0.entityID == entityID) }
  }

  /// A call for which its guest waits.
  struct ActionUnderWay: Sendable {
    /// What tells one waiting request from another: token, proof and body.
    var request: [String]
    var guest: Int
    var action: GuestAction
    var entityID: String
    var number: Double?
    var call = 0

    init(_ request: SimulatedRequest, guest: Int, _ action: GuestAction, _ entityID: String, _ number: Double?) {
      self.request = Self.name(request)
      self.guest = guest
      self.action = action
      self.entityID = entityID
      self.number = number
    }

    static func name(_ request: SimulatedRequest) -> [String] {
      ["Authorization", "X-Easy-Control-Proof"].map { request.header($0) ?? "" }
        + [String(decoding: request.body, as: UTF8.self)]
    }
  }

  /// Calls the device. Where that takes time the request comes again, unless the guest hangs up before.
  mutating func begin(_ action: ActionUnderWay, at now: Double) -> SimulatedResponse {
    var action = action
    let seconds = entities[action.entityID].map { $0.state == "unavailable" ? 0 : $0.seconds } ?? 0
    action.call = calls.count
    calls.append(Call(action: action.action.name, entityID: action.entityID, at: now))
    guard isAble(action), seconds > 0 else { return finish(action, at: now) }
    entities[action.entityID]?.begin(action.action)
    underWay.append(action)
    var waiting = SimulatedResponse(status: 200, delivery: .unfinished(milliseconds: Int(seconds * 1000)))
    waiting.isCancellable = true
    return waiting
  }

  /// The device is done. Of requests that look alike the latest is the one that still waits.
  mutating func resume(_ request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    let name = ActionUnderWay.name(request)
    // A restart in between has cut it short.
    guard let place = underWay.lastIndex(where: { $0.request == name }) else {
      return SimulatedResponse(status: 503, delivery: .lost)
    }
    return finish(underWay.remove(at: place), at: now)
  }

  private func isAble(_ action: ActionUnderWay) -> Bool {
    entities[action.entityID]?.supports(action.action) ?? true
  }

  /// An entity that is not there, or not available, is no reason for the call to fail.
  private mutating func finish(_ action: ActionUnderWay, at now: Double) -> SimulatedResponse {
    let id = action.entityID
    let unable = isAble(action) ? nil : "Entity \(id) does not support action \(action.action.service ?? "")"
    if let failure = unable ?? entities[id]?.failure {
      calls[action.call].outcome = .failed
      return Refusal(500, "action_execution_failed", failure).answer(.first)
    }
    entities[id]?.finish(action.action, action.number, at: now)
    calls[action.call].outcome = .done
    guests[action.guest].uses += 1
    let guest = guests[action.guest]
    var answer = SimulatedResponse.json(
      200,
      [
        "success": true, "action": .string(action.action.name), "entity_id": .string(id),
        "remaining_uses": .number(String(guest.remainingUses)), "used_count": .number(String(guest.uses)),
      ])
    if answersToLose > 0 {
      answersToLose -= 1
      answer.delivery = .lost
    }
    return answer
  }
}
