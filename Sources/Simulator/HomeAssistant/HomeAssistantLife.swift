/// Starting, stopping, and entities that come and go.
extension HomeAssistant {
  /// When in a start what comes, in seconds after the old server was asked to stop.
  enum Start {
    /// It listens, with groups and little else.
    static let listens = 3.6
    /// Helpers that the configuration defines.
    static let helpers = 3.8
    static let templates = 4.2
    static let automations = 4.3
    /// Integrations.
    static let devices = 4.7
    /// After the slowest integration.
    static let isStarting = 11.9
    static let isRunning = 11.94

    static let helperDomains = [
      "counter", "input_boolean", "input_button", "input_datetime", "input_number", "input_select", "input_text",
      "schedule", "scene", "script", "timer",
    ]
  }

  /// Stops at once and starts again: for 3.6 s nobody listens, for 8.3 s more it is not running, and entities come
  /// step by step. What its devices were told before goes on.
  public mutating func restart(at now: Double) {
    stop(at: now)
    var last = Start.isStarting
    for entity in board.all where !entity.isPainted {
      let after = entity.appearsAfter ?? Self.usualAppearance(entity)
      last = max(last, after)
      agenda.add(Happening(at: now + after, round: nextRound(), id: entity.id, what: .appear, context: newContext()))
    }
    let running = last + Start.isRunning - Start.isStarting
    for (after, phase) in [(Start.listens, Phase.notRunning), (last, .starting), (running, .running)] {
      agenda.add(Happening(at: now + after, round: nextRound(), what: .phase(phase)))
    }
  }

  /// Closes the port at once; calls under way are answered all the same.
  public mutating func stop(at now: Double) {
    advance(to: now)
    phase = .refusesConnections
    refusals = [:]
    agenda.cancelStart()
    board.editAll { $0.isThere = false }
    for painted in board.all where painted.isPainted { board[painted.id] = nil }
  }

  /// The entity is not there from `from` (included) until `until` (not included), as while its integration is reloaded.
  public mutating func vanish(_ id: String, from: Double, until: Double) {
    agenda.add(Happening(at: from, round: nextRound(), id: id, what: .vanish))
    agenda.add(Happening(at: until, round: nextRound(), id: id, what: .appear, context: newContext()))
  }

  private static func usualAppearance(_ entity: HomeAssistantEntity) -> Double {
    if ["group", "zone", "person", "sun"].contains(entity.domain) { return Start.listens }
    if entity.source != nil { return Start.templates }
    if Start.helperDomains.contains(entity.domain) { return Start.helpers }
    return entity.domain == "automation" ? Start.automations : Start.devices
  }
}
