/// What time makes of the entities.
extension HomeAssistant {
  /// For so long after a call what its entities do is put down to it.
  static let remembersCaller = 5.0

  /// Lets everything happen that is due by `now`.
  public mutating func advance(to now: Double) {
    if isUnsettled {
      isUnsettled = false
      settle(at: now, .none)
    }
    while true {
      let due = agenda.takeDue(by: now)
      guard let first = due.first else { return }
      for happening in due { perform(happening) }
      settle(at: first.at, first.context)
    }
  }

  /// Changes a state as if by hand at the device.
  public mutating func set(_ id: String, to state: String, at now: Double) {
    advance(to: now)
    let context = newContext()
    report(id, state, [], at: now, context)
    settle(at: now, context)
  }

  private mutating func perform(_ happening: Happening) {
    switch happening.what {
    case .report(let state, let attributes):
      report(happening.id, state, attributes, at: happening.at, happening.context)
    case .appear:
      board.edit(happening.id) { entity in
        guard !entity.isThere else { return }
        entity.isThere = true
        (entity.lastChanged, entity.lastUpdated) = (happening.at, happening.at)
        entity.context = happening.context
      }
    case .vanish: board.edit(happening.id) { $0.isThere = false }
    case .phase(let phase): self.phase = phase
    }
  }

  /// A device says how it is.
  private mutating func report(
    _ id: String, _ state: String?, _ attributes: [JSONValue.Field], at now: Double, _ context: ChangeContext
  ) {
    guard let old = board[id] else { return }
    var new = old
    new.state = state ?? old.state
    if let hidden = old.hiddenAttributes { new.attributes = hidden }
    new.hiddenAttributes = nil
    if let usual = old.attributesByState[new.state], new.state != old.state { new.attributes = usual }
    for field in attributes { new.attributes[field.name] = field.value }
    show(new, instead: old, at: now, context)
  }

  /// Shows `new`; times and context stay where nothing changes.
  mutating func show(
    _ new: HomeAssistantEntity, instead old: HomeAssistantEntity, at now: Double, _ context: ChangeContext
  ) {
    var new = new
    let isChanged = new.state != old.state || new.attributes != old.attributes
    if isChanged {
      if new.state != old.state { new.lastChanged = now }
      new.lastUpdated = now
      new.context = context
    }
    board.edit(old.id) { $0 = new }
    guard isChanged, new.isThere, watched?.context == context.id else { return }
    let shown = json(new)
    watched?.changes.append(shown)
  }

  /// Lets groups and templates follow, until nothing follows any more.
  mutating func settle(at now: Double, _ context: ChangeContext) {
    for _ in 0...board.derived.count {
      var isSettled = true
      for id in board.derived {
        guard let old = board[id], old.isThere, !old.restored, let new = derive(old) else { continue }
        if new.state == old.state, new.attributes == old.attributes { continue }
        isSettled = false
        show(new, instead: old, at: now, context)
      }
      if isSettled { return }
    }
  }

  private func derive(_ entity: HomeAssistantEntity) -> HomeAssistantEntity? {
    var new = entity
    if let members = entity.members, entity.isGroup {
      let group = EntityGroup(entity, members.compactMap { board[$0] }.filter(\.isThere))
      let isStarted = phase == .running || phase == .starting
      new.state = isStarted || entity.domain != "group" ? group.state : "unknown"
      if let position = group.position { new.attributes["current_position"] = .spelled(position) }
      if group.members.contains(where: \.assumedState) { new.assumedState = true }
    } else if let source = entity.source {
      // A source that is not there counts as off.
      let isOn = board[source].map { $0.isThere && GroupWords.isOn($0) } ?? false
      new.state = entity.domain == "lock" ? (isOn ? "locked" : "unlocked") : isOn ? "on" : "off"
    }
    if new.state != entity.state, let usual = entity.attributesByState[new.state] { new.attributes = usual }
    return new
  }

  mutating func newContext(_ user: String? = nil) -> ChangeContext {
    let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    let text = randomness.bytes(24).map { digits[Int($0) % digits.count] }
    return ChangeContext(id: "01" + String(text), user: user)
  }
}
