/// From a service call to what devices are told.
extension HomeAssistant {
  /// Domain by domain; those without such a service are left out without a word.
  mutating func tellEach(_ service: String, _ named: NamedEntities, _ call: inout PendingCall) {
    let domains = Set(named.all.map { $0.prefix { $0 != "." } }).sorted().map(String.init)
    for domain in domains where domain != "homeassistant" {
      guard isLoaded(domain), let rule = ServiceTable.rule(ServiceName(domain: domain, service: service))
      else { continue }
      call.rule = rule
      tell(domain, named, &call)
    }
  }

  /// Entities that lack the feature: named, they end the call before any is told; otherwise they are left out.
  mutating func tell(_ domain: String, _ named: NamedEntities, _ call: inout PendingCall) {
    let feature = call.rule.feature
    let isAble = { (entity: HomeAssistantEntity) in
      feature.map { (entity.supportedFeatures ?? 0) & $0 != 0 } ?? true
    }
    let explicit = reachable(named.explicit, domain)
    if let unable = explicit.first(where: { !isAble($0) }) {
      call.failure = .refused("Entity \(unable.id) does not support action \(domain).\(call.name.service)")
      return
    }
    let round = nextRound()
    let known = Set(explicit.map(\.id))
    for entity in explicit + reachable(named.others, domain).filter({ isAble($0) && !known.contains($0.id) }) {
      tell(entity, round, &call)
    }
  }

  private func reachable(_ ids: [String], _ domain: String) -> [HomeAssistantEntity] {
    ids.compactMap { board[$0] }.filter { $0.domain == domain && $0.isReachable && !$0.isGroup }
  }

  private mutating func tell(_ entity: HomeAssistantEntity, _ round: Int, _ call: inout PendingCall) {
    if call.rule.verb == .stop { return agenda.cancelReports(of: entity.id) }
    // A template hands on what it is told.
    let device = entity.source.flatMap { board[$0] } ?? entity
    let command = DeviceCommand(verb: call.rule.verb, fields: call.body.fields, now: call.now)
    guard let wish = command.wish(device) else { return }
    let outcome = DeviceOutcome(entity, wish, command)
    for report in outcome.reports {
      let what = Happening.What.report(state: report.state, attributes: report.attributes)
      add(device.id, what, after: report.after, round, call)
    }
    if outcome.failure == nil {
      for effect in entity.effects.sorted(by: { $0.key < $1.key }) {
        add(effect.key, .report(state: effect.value, attributes: []), after: outcome.seconds, round, call)
      }
    }
    call.seconds = max(call.seconds, outcome.seconds)
    call.failure = call.failure ?? outcome.failure
  }

  /// What comes long after the call is nobody's doing.
  private mutating func add(_ id: String, _ what: Happening.What, after: Double, _ round: Int, _ call: PendingCall) {
    let context = after <= Self.remembersCaller ? call.context : newContext()
    agenda.add(Happening(at: call.now + after, round: round, id: id, what: what, context: context))
  }
}
