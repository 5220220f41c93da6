/// Faults of a Pi-hole that last, set by hand.
extension PiHole {
  static var faultCommands: [String] {
    [
      "POST /simulator/lock/write          another program writes to the database; with ?seconds=N for so long",
      "POST /simulator/lock/write/N        for the next N requests about groups, clients, domains or lists",
      "POST /simulator/lock/exclusive      nothing can be read either; /N and ?seconds=N as well",
      "POST /simulator/lock/off            nobody holds the database",
      "POST /simulator/database/gone       the database cannot be opened",
      "POST /simulator/database/there      it can again",
      "POST /simulator/seats/take          others take all seats that are left",
      "POST /simulator/seats/free          all sessions end",
      "POST /simulator/refuse/N            refuse the next N valid sessions",
      "POST /simulator/refuse/after-restart  refuse the first valid session after every restart",
      "POST /simulator/login/throttle      answer logins with 429; with ?seconds=N for so long",
      "POST /simulator/login/slow          log in slowly: 5 s, or ?seconds=N",
      "POST /simulator/login/normal        end both",
      "POST /simulator/password/none       need no password",
      "POST /simulator/password/set/WORD   need this one; all sessions end",
      "POST /simulator/password/app/WORD   accept this app password too, and take time for each check, as a real one",
      "POST /simulator/totp/N              need this number as second factor",
      "POST /simulator/totp/off            need none",
      "POST /simulator/versions/gone       the version is answered twice: with an error, then without a header",
      "POST /simulator/versions/back       once again",
    ]
  }

  func describeFaults(at now: Double) -> [String] {
    var lines: [String] = []
    if var held = lock, held.holds(at: now) { lines.append("the database is held (\(held.kind.rawValue))") }
    if databaseIsGone { lines.append("the database cannot be opened") }
    if password == nil { lines.append("no password") }
    if totp != nil { lines.append("a second factor is needed") }
    if !hasVersionsFile { lines.append("the version is answered twice") }
    if let throttledUntil, now < throttledUntil { lines.append("logins are throttled") }
    if refusesOnceAfterRestart { lines.append("the first session after a restart is refused") }
    return lines
  }

  /// False where the words are not known.
  mutating func performFault(_ words: [String], seconds: Double?, at now: Double) -> Bool {
    switch words.first {
    case "database":
      guard words.count == 2, ["gone", "there"].contains(words[1]) else { return false }
      databaseIsGone = words[1] == "gone"
      return true
    case "lock": return performLock(Array(words.dropFirst()), seconds: seconds, at: now)
    case "login": return performLogin(words, seconds: seconds, at: now)
    case "password", "totp": return performSecret(words)
    case "versions": return performVersions(words)
    case "seats", "refuse": return performSession(words, at: now)
    default: return false
    }
  }

  private mutating func performLock(_ words: [String], seconds: Double?, at now: Double) -> Bool {
    if words == ["off"] {
      lock = nil
      return true
    }
    guard let kind = words.first.flatMap({ GravityLock.Kind(rawValue: $0) }) else { return false }
    switch (words.count, words.last.flatMap { Int($0) }) {
    case (1, _): lock = GravityLock(kind, seconds.map { .until(now + $0) } ?? .always)
    case (2, let requests?): lock = GravityLock(kind, .requests(requests))
    default: return false
    }
    return true
  }

  private mutating func performLogin(_ words: [String], seconds: Double?, at now: Double) -> Bool {
    switch words {
    case ["login", "throttle"]: throttledUntil = seconds.map { now + $0 } ?? .infinity
    case ["login", "slow"]: loginMilliseconds = Int(max(0, min(600, seconds ?? 5)) * 1000)
    case ["login", "normal"]: (throttledUntil, loginMilliseconds) = (nil, 350)
    default: return false
    }
    return true
  }

  private mutating func performSecret(_ words: [String]) -> Bool {
    switch (words.dropFirst().first, words.count) {
    case ("none", 2) where words[0] == "password": changePassword(to: nil)
    case ("set", 3) where words[0] == "password": changePassword(to: words[2])
    case ("app", 3) where words[0] == "password": (appPassword, checkMilliseconds) = (words[2], 180)
    case ("off", 2) where words[0] == "totp": totp = nil
    case (let number?, 2) where words[0] == "totp":
      guard let token = Int(number) else { return false }
      totp = token
    default: return false
    }
    return true
  }

  private mutating func performVersions(_ words: [String]) -> Bool {
    guard let isThere = ["gone": false, "back": true][words.dropFirst().joined(separator: "/")] else { return false }
    hasVersionsFile = isThere
    return true
  }

  private mutating func performSession(_ words: [String], at now: Double) -> Bool {
    switch words {
    case ["seats", "take"]: seats.takeAll(at: now)
    case ["seats", "free"]: seats.leaveAll()
    case ["refuse", "after-restart"]: refusesOnceAfterRestart = true
    default:
      guard words.count == 2, words[0] == "refuse", let count = Int(words[1]), count >= 0 else { return false }
      falseRefusals = count
    }
    return true
  }
}
