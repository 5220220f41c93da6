/// `/api/dns/blocking`.
extension PiHole {
  func blockingAnswer(at now: Double) -> PiHoleAnswer {
    // The resolver's state wins over the switch; the specification calls it `failed`, the server says `failure`.
    let word = resolverHasFailed ? "failure" : blocking.isActive ? "enabled" : "disabled"
    return .ok(["blocking": .string(word), "timer": blocking.remaining(at: now)])
  }

  mutating func setBlocking(_ call: PiHoleCall) -> PiHoleAnswer {
    let body: JSONValue
    switch call.body() {
    case .failure(let problem): return problem.answer
    case .success(let value): body = value
    }
    guard let asked = body["blocking"]?.flag else {
      return .error(400, "body_error", "No \"blocking\" boolean in body data")
    }
    guard !resolverHasFailed else { return .error(500, "dns_failure", "DNS resolver is not running") }
    // A timer that is no number above 0 is ignored without a word.
    blocking.set(asked, for: body["timer"]?.double.flatMap { $0 > 0 ? $0 : nil }, at: call.now)
    return blockingAnswer(at: call.now)
  }
}
