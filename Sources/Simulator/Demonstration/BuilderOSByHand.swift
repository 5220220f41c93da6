extension BuilderOS: Controllable {
  /// Changes to its capsules, and to how it answers.
  public static var commands: [String] {
    [
      "POST /simulator/capsules/ID/start   let a capsule run, as if at the host; stop: let it stop",
      "POST /simulator/capsules/ID/fail    every action fails from now on",
      "POST /simulator/capsules/ID/vanish  take a capsule away",
      "POST /simulator/shape/SHAPE         answer as the guide has it, or like later servers: guide, later",
      "POST /simulator/capsules/off        be a host without capsules; on: with them",
      "POST /simulator/lose/N              the answers to the next N actions that are done are lost",
    ]
  }

  /// The version, and its capsules, of which only it knows whether they run.
  public func describe(at now: Double) -> [String] {
    ["BuilderOS \(version)\(offersCapsules ? "" : ", without capsules")"]
      + capsules.map { "\($0.id) \($0.isRunning ? "running" : "stopped")" }
      + services.map { "service \($0.id) \($0.isRunning ? "running" : "stopped")" }
  }

  /// `capsules ID start|stop|fail|vanish`, `capsules on|off`, `shape SHAPE`, `lose N`.
  public mutating func perform(_ words: [String], seconds: Double?, at now: Double) -> String? {
    guard performCapsule(words) || performHost(words) else { return nil }
    return words.joined(separator: " ") + ": done"
  }

  private mutating func performCapsule(_ words: [String]) -> Bool {
    guard words.count == 3, words[0] == "capsules", let place = capsules.firstIndex(where: { $0.id == words[1] })
    else { return false }
    switch words[2] {
    case "start": capsules[place].isRunning = true
    case "stop": capsules[place].isRunning = false
    case "fail": capsules[place].failure = "The capsule does not answer"
    case "vanish": capsules.remove(at: place)
    default: return false
    }
    return true
  }

  private mutating func performHost(_ words: [String]) -> Bool {
    guard words.count == 2 else { return false }
    switch (words[0], words[1]) {
    case ("capsules", "on"), ("capsules", "off"): offersCapsules = words[1] == "on"
    case ("shape", "guide"): (shape, statusShape) = (.guide, .guide)
    case ("shape", "later"): (shape, statusShape) = (.later, .later)
    case ("lose", let number):
      guard let count = Int(number), count >= 0 else { return false }
      answersToLose = count
    default: return false
    }
    return true
  }
}
