/// What happens to a Pi-hole from outside its API.
extension PiHole {
  /// A time without answers.
  struct Outage: Sendable {
    var from: Double
    var until: Double
    var hasBegun = false

    func covers(_ now: Double) -> Bool { from <= now && now < until }
  }

  /// A restart at `now` that is over at once: the timer is lost; blocking and sessions stay.
  public mutating func restart(at now: Double) {
    advance(to: now)
    begin(at: now)
  }

  private mutating func begin(at start: Double) {
    blocking.loseTimer()
    startedAt = start
    if refusesOnceAfterRestart { falseRefusals = 1 }
  }

  /// A crash at `now`: the sessions are lost as well.
  public mutating func crash(at now: Double) {
    restart(at: now)
    seats.leaveAll()
  }

  /// No answers from `from` (included) until `until` (not included), with a restart at the beginning.
  public mutating func restart(from: Double, until: Double) {
    outage = Outage(from: from, until: until)
  }

  /// What changing the password outside the API does: every session is gone.
  public mutating func changePassword(to password: String?) {
    self.password = password
    seats.leaveAll()
  }

  /// `POST /api/action/restartdns`: answered first, down a quarter of a second later, back after 0.4 s more.
  mutating func restartSoon(at now: Double) -> PiHoleAnswer {
    guard allowsDestructive else {
      return .forbidden("Restarting DNS is not allowed", hint: "Check setting webserver.api.allow_destructive")
    }
    restart(from: now + 0.25, until: now + 0.65)
    return .ok(["status": "success"])
  }

  /// Lets everything happen that is due by `now`: the end of a timer, a restart.
  public mutating func advance(to now: Double) {
    if let due = outage, now >= due.from, !due.hasBegun {
      outage?.hasBegun = true
      blocking.advance(to: due.from)
      begin(at: due.until)
    }
    if let due = outage, now >= due.until { outage = nil }
    blocking.advance(to: now)
  }
}
