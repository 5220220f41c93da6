/// A fault as it is asked for over HTTP.
struct FaultOrder {
  let plan: FaultPlan
  /// What will happen, for the person who asked.
  let explanation: String

  /// The fault called `name`; nil if there is none. `times`, `method`, `path` and `seconds` say more.
  init?(_ name: String, _ target: RequestTarget) {
    guard name != "none" else {
      (plan, explanation) = (FaultPlan(), "no faults")
      return
    }
    let times = target.parameter("times").map(Int.init) ?? 1
    let seconds = target.parameter("seconds").map(Int.init) ?? Self.usualSeconds(name)
    guard let times, let seconds, times > 0, (0...3600).contains(seconds) else { return nil }
    guard let kind = Self.kinds.first(where: { $0.name == name }) else { return nil }
    let method = target.parameter("method")
    let path = target.parameter("path") ?? ""
    plan = FaultPlan([Fault(.matching(method: method, target: path, numbers: 1...times), kind.effect(seconds))])
    let which = [method, times > 1 ? "\(times) requests" : "request"].compactMap { $0 }.joined(separator: " ")
    explanation = "the next \(which)\(path.isEmpty ? "" : " with '\(path)'"): \(name)"
  }

  static var help: [String] {
    let names = kinds.map(\.name)
    return [
      "POST /simulator/fault/KIND          at the next request: \(names.prefix(7).joined(separator: ", ")),",
      "                                    \(names.dropFirst(7).joined(separator: ", ")); none: no more",
      "     ?times=N&method=M&path=TEXT    at the next N with this method and this text in the path",
      "     ?seconds=N                     for slow, and for the Retry-After of 429",
    ]
  }

  private static let kinds: [(name: String, effect: @Sendable (_ seconds: Int) -> Fault.Effect)] = [
    ("lost", { _ in .lostBeforeEffect }), ("lost-answer", { _ in .lostAfterEffect }),
    ("truncated", { _ in .truncated(afterBytes: 20) }), ("slow", { .delayed(milliseconds: $0 * 1000) }),
    ("html", { _ in .html(200) }), ("502", { _ in .html(502) }), ("503", { _ in .html(503) }),
    ("429", { .tooManyRequests(retryAfter: $0) }), ("429-bare", { _ in .tooManyRequests() }),
    ("500", { _ in .empty(500) }), ("unexpected-error", { _ in .unexpectedError }),
    ("not-json", { _ in .notJSON }), ("wrong-type", { _ in .wrongType }), ("twice", { _ in .answeredTwice }),
  ]

  private static func usualSeconds(_ name: String) -> Int { name == "slow" ? 3 : 1 }
}
