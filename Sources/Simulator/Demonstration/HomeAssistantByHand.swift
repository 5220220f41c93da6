extension HomeAssistant: Controllable {
  /// Changes to entities, to the life of the server, and to who may ask.
  public static var commands: [String] {
    [
      "POST /simulator/entities/ID/set/STATE  change a state as if at the device; unavailable and unknown as well",
      "POST /simulator/entities/ID/vanish  take an entity away; with ?seconds=N for so long",
      "POST /simulator/entities/ID/abandon  remember an entity that nobody provides",
      "POST /simulator/entities/ID/be/MANNER  immediate, ignores, no-feedback, fails, refuses, times-out, jams;",
      "                                    with ?seconds=N also blocking, late, falls-back, moving, moving-alone",
      "POST /simulator/restart             stop and start, which takes 12 s",
      "POST /simulator/stop                stop",
      "POST /simulator/recovery/on         run without its configuration; off: with it",
      "POST /simulator/ban/N               ban after so many refusals; off: never, and forgive",
      "POST /simulator/rights/RIGHTS       of the token: administrator, user, reader",
      "POST /simulator/generation/G        answer like servers that are old, current or new",
    ]
  }

  /// The version, how far it has started, and its entities; of many only the beginning.
  public func describe(at now: Double) -> [String] {
    var copy = self
    copy.advance(to: now)
    let shown = copy.entities.filter(\.isThere)
    let lines = shown.prefix(Self.shownEntities).map { "\($0.id) \($0.state)" }
    let further = shown.count - lines.count
    let mode = recoveryMode ? ", recovery mode" : ""
    let banned = bannedAddresses.isEmpty ? [] : ["banned: \(bannedAddresses.sorted().joined(separator: ", "))"]
    return ["Home Assistant \(version), \(copy.phase)\(mode)"] + banned + lines
      + (further > 0 ? ["and \(further) more"] : [])
  }

  private static let shownEntities = 100

  /// `entities ID …`, `restart`, `stop`, `recovery on|off`, `ban N|off`, `rights RIGHTS`, `generation G`.
  public mutating func perform(_ words: [String], seconds: Double?, at now: Double) -> String? {
    advance(to: now)
    guard performEntity(words, seconds: seconds, at: now) || performServer(words, at: now) else { return nil }
    return words.joined(separator: " ") + ": done"
  }

  private mutating func performEntity(_ words: [String], seconds: Double?, at now: Double) -> Bool {
    guard words.count > 2, words[0] == "entities", self[words[1]] != nil, (seconds ?? 0) >= 0 else { return false }
    switch (words[2], words.count) {
    case ("set", 4): set(words[1], to: words[3], at: now)
    case ("vanish", 3): vanish(words[1], from: now, until: now + (seconds ?? .infinity))
    case ("abandon", 3): self[words[1]]?.abandon()
    case ("be", 4):
      guard let manner = HomeAssistantEntity.Manner(words[3], seconds: seconds) else { return false }
      self[words[1]]?.manner = manner
    default: return false
    }
    return true
  }

  private mutating func performServer(_ words: [String], at now: Double) -> Bool {
    switch (words.first, words.last, words.count) {
    case ("restart", _, 1): restart(at: now)
    case ("stop", _, 1): stop(at: now)
    case ("recovery", let state?, 2) where ["on", "off"].contains(state): recoveryMode = state == "on"
    case ("ban", "off", 2): (refusalsUntilBan, bannedAddresses) = (nil, [])
    case ("ban", let number?, 2):
      guard let count = Int(number), count > 0 else { return false }
      refusalsUntilBan = count
    case ("rights", let name?, 2):
      let kinds: [String: HomeAssistantUser.Kind] = ["administrator": .administrator, "user": .user, "reader": .reader]
      guard let kind = kinds[name], !users.isEmpty else { return false }
      users[0].kind = kind
    case ("generation", let name?, 2):
      guard let found = ["old": Generation.old, "current": .current, "new": .new][name] else { return false }
      generation = found
    default: return false
    }
    return true
  }
}

extension HomeAssistantEntity.Manner {
  /// The manner called `name`; those that take a time take `seconds`, or two.
  fileprivate init?(_ name: String, seconds: Double?) {
    let seconds = seconds ?? 2
    switch name {
    case "immediate": self = .immediate
    case "ignores": self = .ignores
    case "no-feedback": self = .noFeedback
    case "fails": self = .fails
    case "refuses": self = .refuses
    case "times-out": self = .timesOut
    case "jams": self = .jams
    case "blocking": self = .blocking(seconds: seconds)
    case "late": self = .late(seconds: seconds)
    case "falls-back": self = .fallsBack(seconds: seconds)
    case "moving": self = .moving(seconds: seconds)
    case "moving-alone": self = .movingAlone(seconds: seconds)
    default: return nil
    }
  }
}
