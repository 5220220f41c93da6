/// From a request to what answers it.
extension BuilderOS {
  mutating func answer(_ request: SimulatedRequest, at now: Double) throws(Refused) -> SimulatedResponse {
    let parts = RequestTarget(request.target).path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.first == "api" else { throw .notFound }
    let path = parts.dropFirst().map { RequestTarget.decoded($0, plusIsSpace: false) }
    switch path.first {
    case "health" where path.count == 1:
      try expect("GET", request)
      return .json(200, ["status": "ok"])
    case "status" where path.count == 1:
      try expect("GET", request)
      return .json(200, status(at: now))
    case "capsules" where offersCapsules: return try capsules(request, Array(path.dropFirst()), at: now)
    case "system" where path == ["system", "sleep"]:
      try expect("POST", request)
      try checkKey(request)
      timesSentToSleep += 1
      return .json(200, ["success": true, "message": "System is going to sleep"])
    default: throw .notFound
    }
  }

  /// Below `/api/capsules`.
  private mutating func capsules(
    _ request: SimulatedRequest, _ path: [String], at now: Double
  ) throws(Refused) -> SimulatedResponse {
    guard path.count < 2 || (path.count == 2 && ["metrics", "actions"].contains(path[1])) else { throw .notFound }
    try expect(path.last == "actions" && path.count == 2 ? "POST" : "GET", request)
    try checkKey(request)
    guard let id = path.first else { return .json(200, list) }
    guard let place = capsules.firstIndex(where: { $0.id == id }) else {
      throw Refused(status: 404, message: "Capsule not found")
    }
    return switch path.dropFirst().first {
    case "metrics": .json(200, capsules[place].metrics)
    case "actions": try act(request, on: place, at: now)
    default: .json(200, capsules[place].describe(shape, alone: true))
    }
  }

  private func expect(_ method: String, _ request: SimulatedRequest) throws(Refused) {
    guard request.method == method else { throw .wrongMethod }
  }

  private func checkKey(_ request: SimulatedRequest) throws(Refused) {
    guard request.header("X-API-Key") == key else { throw Refused(status: 401, message: wrongKeyMessage) }
  }
}

/// `/api/status`, which needs no key.
extension BuilderOS {
  private func status(at now: Double) -> JSONValue {
    switch statusShape {
    case .guide: return counts(at: now)
    case .later:
      // Neither a zone nor counts.
      return [
        "status": "running", "version": .string(version), "health": "ok",
        "timestamp": .string(String(timestamp(now).dropLast())),
      ]
    }
  }

  private func counts(at now: Double) -> JSONValue {
    let number = { (count: Int) in JSONValue.number(String(count)) }
    var status: JSONValue = [
      "version": .string(version), "uptime": number(Int(now - startedAt)), "capsulesCount": number(capsules.count),
      "activeCapsulesCount": number(capsules.count { $0.status == "active" }),
    ]
    if let lastAudit { status["lastAuditTime"] = .string(lastAudit) }
    status["healthStatus"] = .string(health)
    status["services"] = .array(
      services.map {
        [
          "id": .string($0.id), "name": .string($0.name), "isRunning": .bool($0.isRunning),
          "port": $0.port.map(number) ?? .null,
        ]
      })
    return status
  }
}
