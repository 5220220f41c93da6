/// `GET /api/easy_control/states`, which contract 1 does not have.
extension EasyControl {
  mutating func states(_ request: SimulatedRequest, at now: Double) throws(Refusal) -> SimulatedResponse {
    let place = try guest(of: request, at: now, missing: "missing_token", "Bearer token is required")
    try limits.admit(["states " + clientAddress], limit: options.statesLimit, at: now)
    return .json(200, ["entities": .array(guests[place].scopes.map { describe($0.entityID) })])
  }

  /// What is not there has its own name and is unavailable.
  private func describe(_ id: String) -> JSONValue {
    let entity = entities[id] ?? Entity(id, state: "unavailable")
    let fields: JSONValue = [
      "entity_id": .string(id), "domain": .string(GuestAction.domain(of: id)), "state": .string(entity.state),
      "friendly_name": .string(entity.name),
    ]
    return .object((fields.fields ?? []) + (entity.details.fields ?? []))
  }
}
