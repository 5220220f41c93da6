extension PiHole: Controllable {
  /// Changes to blocking and to rows, faults, and the life of the server.
  public static var commands: [String] {
    [
      "POST /simulator/blocking/pause      stop blocking; with ?seconds=N for so long",
      "POST /simulator/blocking/resume     block again",
      "POST /simulator/restart             lose the timer, keep blocking and sessions; with ?seconds=N away for so long",
      "POST /simulator/crash               lose the sessions as well",
      "POST /simulator/resolver/fail       blocking cannot be changed, and there is no database",
      "POST /simulator/resolver/recover    it can again",
    ] + faultCommands + rowCommands
  }

  /// The version, blocking, how many sessions there are, what is wrong, and the rows.
  public func describe(at now: Double) -> [String] {
    var copy = self
    copy.advance(to: now)
    let timer = copy.blocking.timer.map { ", \(Int($0.remaining(at: now).rounded())) s left" } ?? ""
    let state = resolverHasFailed ? "failure" : copy.blocking.isActive ? "active" : "paused"
    return ["Pi-hole \(version)", "blocking \(state)\(timer)", "\(seats.taken) of \(seats.limit) seats taken"]
      + describeFaults(at: now) + describeRows()
  }

  /// `blocking pause|resume`, `restart`, `crash`, `resolver fail|recover`, and what changes faults and rows.
  public mutating func perform(_ words: [String], seconds: Double?, at now: Double) -> String? {
    advance(to: now)
    switch words {
    case ["blocking", "pause"]: blocking.set(false, for: seconds.flatMap { $0 > 0 ? $0 : nil }, at: now)
    case ["blocking", "resume"]: blocking.set(true, for: nil, at: now)
    case ["restart"]: if let seconds { restart(from: now, until: now + seconds) } else { restart(at: now) }
    case ["crash"]: crash(at: now)
    case ["resolver", "fail"]: resolverHasFailed = true
    case ["resolver", "recover"]: resolverHasFailed = false
    default:
      guard performFault(words, seconds: seconds, at: now) || performRow(words, at: now) else { return nil }
    }
    return words.joined(separator: " ") + ": done"
  }
}
