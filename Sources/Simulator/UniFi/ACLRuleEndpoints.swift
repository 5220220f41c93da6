/// `/sites/{siteId}/acl-rules` and `/sites/{siteId}/acl-rules/{aclRuleId}`.
extension UniFiConsole {
  mutating func aclRules(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    switch call.method {
    case "POST":
      try checkReferences(call.body, sites[site])
      sites[site].aclRules.append(ACLRule(id: randomness.uuid(), settings: Self.settings(call.body)))
      return .json(201, answer(site, sites[site].aclRules.count - 1))
    default: return .json(200, call.page.answer(sites[site].aclRules.indices) { answer(site, $0) })
    }
  }

  mutating func aclRule(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    guard let place = sites[site].aclRules.firstIndex(where: { $0.id == call.id.lowercased() }) else {
      throw .notFound("ACL rule", call.id)
    }
    if call.isWrite { try checkWritable(sites[site].aclRules[place]) }
    switch call.method {
    case "PUT":
      try replace(site, place, call.body)
      return .json(200, answer(site, place))
    case "DELETE":
      sites[site].aclRules.remove(at: place)
      return SimulatedResponse(status: 200)
    default: return .json(200, answer(site, place))
    }
  }

  /// `/sites/{siteId}/acl-rules/ordering`: the rules of users, the others keep their places.
  mutating func aclOrdering(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    if call.method == "PUT" { try reorder(site, (call.body["orderedAclRuleIds"]?.elements ?? []).compactMap(\.text)) }
    let ids = sites[site].aclRules.filter { $0.origin == "USER_DEFINED" }.map { JSONValue.string($0.id) }
    return .json(200, ["orderedAclRuleIds": .array(ids)])
  }

  private mutating func reorder(_ site: Int, _ ids: [String]) throws(UniFiRefusal) {
    let places = sites[site].aclRules.indices.filter { sites[site].aclRules[$0].origin == "USER_DEFINED" }
    let rules = places.map { sites[site].aclRules[$0] }
    // Whether a real console takes a part of the list is not known.
    guard Set(ids) == Set(rules.map(\.id)) else { throw .invalid("orderedAclRuleIds must name every rule once") }
    for (place, id) in zip(places, ids) {
      if let rule = rules.first(where: { $0.id == id }) { sites[site].aclRules[place] = rule }
    }
  }

  private func answer(_ site: Int, _ place: Int) -> JSONValue {
    sites[site].aclRules[place].answer(index: place, unsetAsNull: sendsUnsetAsNull, extras: extraMembers)
  }

  private mutating func replace(_ site: Int, _ place: Int, _ body: JSONValue) throws(UniFiRefusal) {
    // What a real console does with a changed type is not known; refusing is the safe guess.
    guard body["type"] == sites[site].aclRules[place].settings["type"] else {
      throw .invalid("$.type must not change")
    }
    try checkReferences(body, sites[site])
    var settings = Self.settings(body)
    for extra in extraMembers { settings[extra.name] = nil }
    sites[site].aclRules[place].settings = settings
  }

  /// What of a body is kept: the position is ignored, and null is the same as absent.
  private static func settings(_ body: JSONValue) -> JSONValue {
    .object((body.fields ?? []).filter { $0.name != "index" && $0.value != .null })
  }

  private func checkWritable(_ rule: ACLRule) throws(UniFiRefusal) {
    guard rule.origin == "USER_DEFINED" else { throw .notWritable(rule.origin) }
  }

  private func checkReferences(_ body: JSONValue, _ site: UniFiSite) throws(UniFiRefusal) {
    let ends = ["sourceFilter", "destinationFilter"].compactMap { body[$0]?["networkIds"]?.elements }.joined()
    let networks = (Array(ends) + [body["networkIdFilter"]].compactMap { $0 }).compactMap(\.text)
    for id in networks where !site.networkIDs.contains(id.lowercased()) { throw .unknownReference("Network", id) }
    let devices = (body["enforcingDeviceFilter"]?["deviceIds"]?.elements ?? []).compactMap(\.text)
    for id in devices where !site.deviceIDs.contains(id.lowercased()) { throw .unknownReference("Device", id) }
  }
}
