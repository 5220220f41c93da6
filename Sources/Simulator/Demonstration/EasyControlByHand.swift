extension EasyControl: Controllable {
  /// Changes to what it controls, and what its administrator does.
  public static var commands: [String] {
    [
      "POST /simulator/pass/ID,ID          make a pass for entities and tell its code, which is good for 300 s; with",
      "                                    ?seconds=N the pass itself ends after so long instead of an hour",
      "POST /simulator/approve/CODE        approve the pairing with a code",
      "POST /simulator/reject/CODE         reject it",
      "POST /simulator/approvals/on        new passes need approval; off: they do not",
      "POST /simulator/proofs/on           nobody pairs without a device key or acts without a proof; off: they may",
      "POST /simulator/revoke              end every token and every code",
      "POST /simulator/entities/ID/set/STATE  change a state as if at the device; unavailable as well",
      "POST /simulator/entities/ID/jam     every action fails from now on",
      "POST /simulator/lose/N              the answers to the next N actions that are done are lost",
      "POST /simulator/restart             stop and start, which takes 12 s and forgets the codes",
    ]
  }

  /// What it controls, who may act, and which codes are open.
  public func describe(at now: Double) -> [String] {
    let things = entities.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.state)" }
    let paired = guests.map { guest in
      let scopes = guest.scopes.map(\.entityID).joined(separator: ", ")
      return "guest \(guest.id) for \(scopes)\(guest.isRevoked ? ", revoked" : ""), actions: \(guest.uses)"
    }
    let codes = passes.values.sorted { $0.code < $1.code }.map { "code \($0.code), \($0.approval)" }
    return ["Easy Control, contract \(contract == .v1 ? 1 : 2)"] + things + paired + codes
  }

  /// `pass ID`, `approve|reject CODE`, `approvals|proofs on|off`, `revoke`, `entities ID …`, `lose N`, `restart`.
  public mutating func perform(_ words: [String], seconds: Double?, at now: Double) -> String? {
    if words.count == 2, words[0] == "pass" { return tellPass(words[1], seconds: seconds, at: now) }
    guard performEntity(words) || performAdministrator(words, at: now) else { return nil }
    return words.joined(separator: " ") + ": done"
  }

  private mutating func tellPass(_ list: String, seconds: Double?, at now: Double) -> String? {
    let ids = list.split(separator: ",").map(String.init)
    guard !ids.isEmpty, ids.allSatisfy({ entities[$0] != nil }) else { return nil }
    guard let seconds = Int(exactly: seconds ?? 3600), seconds > 0 else { return nil }
    return "pass \(list): code \(makePass(for: ids, seconds: seconds, at: now).code)"
  }

  private mutating func performEntity(_ words: [String]) -> Bool {
    guard words.count > 2, words[0] == "entities", entities[words[1]] != nil else { return false }
    switch (words[2], words.count) {
    case ("set", 4): entities[words[1]]?.state = words[3]
    case ("jam", 3): entities[words[1]]?.failure = "jammed"
    default: return false
    }
    return true
  }

  private mutating func performAdministrator(_ words: [String], at now: Double) -> Bool {
    switch (words.first, words.last, words.count) {
    case ("approve", let code?, 2): return approve(code, at: now)
    case ("reject", let code?, 2): return reject(code, at: now)
    case ("approvals", let state?, 2) where ["on", "off"].contains(state): options.approves = state == "on"
    case ("proofs", let state?, 2) where ["on", "off"].contains(state):
      (options.requiresBinding, options.requiresProof) = (state == "on", state == "on")
    case ("lose", let number?, 2):
      guard let count = Int(number), count >= 0 else { return false }
      answersToLose = count
    case ("revoke", _, 1): revokeAll()
    case ("restart", _, 1): restart(at: now, starting: 12)
    default: return false
    }
    return true
  }
}
