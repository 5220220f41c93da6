/// `POST /api/easy_control/action`.
extension EasyControl {
  mutating func action(_ request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    if request.step > 0 { return resume(request, at: now) }
    guard Self.bearer(request) != nil else {
      return Refusal(401, "missing_bearer_token", "Authorization header with Bearer token is required").answer(.first)
    }
    let place: Int
    do throws(Refusal) { place = try guest(of: request, at: now) } catch { return error.answer(.last) }
    do throws(Refusal) {
      let body = try Self.object(in: request)
      let names = ["action " + clientAddress, "action token " + guests[place].tokenID]
      try limits.admit(names, limit: options.actionLimit, at: now)
      try checkProof(request, of: guests[place], at: now)
      let (action, entityID) = try grant(body, to: guests[place])
      let number = try action.number(in: body)
      return begin(ActionUnderWay(request, guest: place, action, entityID, number), at: now)
    } catch {
      return error.answer(.first)
    }
  }

  /// What of the body the token allows.
  private func grant(_ body: JSONValue, to guest: Guest) throws(Refusal) -> (GuestAction, entityID: String) {
    guard let name = body["action"]?.text, !name.isEmpty else {
      throw Refusal(400, "invalid_action", "action must be a non-empty string")
    }
    guard let action = GuestAction.named(name, contract) else {
      throw Refusal(400, "unsupported_action", "Unsupported action '\(name)'")
    }
    let asked = contract == .v1 ? nil : body["entity_id"]?.text
    guard let scope = guest.scopes.first(where: { asked == nil || $0.entityID == asked }) else {
      throw Refusal(403, "entity_not_in_scope", "Entity is not in token scope")
    }
    guard scope.actions.contains(name) else {
      let whose = contract == .v1 ? "by token scope" : "for this entity"
      throw Refusal(403, "action_not_allowed", "Requested action is not allowed \(whose)")
    }
    let domain = GuestAction.domain(of: scope.entityID)
    guard !GuestAction.readOnly.contains(domain) else {
      throw Refusal(400, "read_only_entity", "Entity domain '\(domain)' is read-only")
    }
    guard action.service != nil, action.domain == domain else {
      throw Refusal(403, "scope_mismatch", "Token scope does not match requested action/entity")
    }
    return (action, scope.entityID)
  }
}
