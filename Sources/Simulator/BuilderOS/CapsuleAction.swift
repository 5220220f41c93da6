extension BuilderOS {
  /// An action that a capsule was asked for.
  public struct Call: Hashable, Sendable {
    /// The capsule's id.
    public var capsule: String
    /// `start`, `stop`, `restart` or `deploy`.
    public var action: String
    /// Seconds since 1970.
    public var at: Double
    /// Whether it succeeded.
    public var isDone: Bool
  }

  /// How often `action` was done, to `capsule` or to any.
  public func timesDone(_ action: String, to capsule: String? = nil) -> Int {
    calls.count { $0.isDone && $0.action == action && (capsule == nil || $0.capsule == capsule) }
  }

  /// `POST /api/capsules/{id}/actions`.
  mutating func act(_ request: SimulatedRequest, on place: Int, at now: Double) throws(Refused) -> SimulatedResponse {
    guard let action = JSONValue.parsing(request.body)?["action"]?.text else {
      throw Refused(status: 400, message: "No action given")
    }
    guard ["start", "stop", "restart", "deploy"].contains(action) else {
      throw Refused(status: 400, message: "Unknown action: \(action)")
    }
    let capsule = capsules[place]
    let isRepeated = (action == "start" && capsule.isRunning) || (action == "stop" && !capsule.isRunning)
    let already =
      refusesRepetition && isRepeated ? "Capsule is already \(capsule.isRunning ? "running" : "stopped")" : nil
    let failure = capsule.failure ?? already
    calls.append(Call(capsule: capsule.id, action: action, at: now, isDone: failure == nil))
    if failure == nil { capsules[place].isRunning = action != "stop" }
    var answer = SimulatedResponse.json(
      200,
      [
        "success": .bool(failure == nil), "message": .string(failure ?? "Action executed successfully"),
        "output": .string(capsule.output),
      ])
    if actionSeconds > 0 { answer.delivery = .delayed(milliseconds: Int(actionSeconds * 1000)) }
    if failure == nil, answersToLose > 0 {
      answersToLose -= 1
      answer.delivery = .lost
    }
    return answer
  }
}
