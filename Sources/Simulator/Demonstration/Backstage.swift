/// A system whose state can be looked at and changed as if by hand.
public protocol Controllable: PretendSystem {
  /// One line for each kind of change: how to ask for it, and what it does.
  static var commands: [String] { get }
  /// What a person would like to know, a line each.
  func describe(at now: Double) -> [String]
  /// Does what the words of a path ask for; the answer is what was done, nil where that is not known.
  mutating func perform(_ words: [String], seconds: Double?, at now: Double) -> String?
}

/// A staged system that can be changed over HTTP: below `/simulator`, a path that no real system has.
///
/// Requests below `/simulator` are neither logged nor struck by faults. No credentials are asked for: this is for
/// 127.0.0.1.
public struct Backstage<System: Controllable>: PretendSystem {
  /// The system on its stage.
  public var stage: Staged<System>

  /// Opens the back door to `stage`.
  public init(_ stage: Staged<System>) {
    self.stage = stage
  }

  /// Answers what is below `/simulator` itself, and hands everything else to the stage.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    let target = RequestTarget(request.target)
    guard target.path == "/simulator" || target.path.hasPrefix("/simulator/") else {
      return stage.respond(to: request, at: now)
    }
    let words = target.path.split(separator: "/").dropFirst().map {
      RequestTarget.decoded($0, plusIsSpace: false)
    }
    return request.method == "GET" ? show(words, at: now) : change(words, target, at: now)
  }

  private func show(_ words: [String], at now: Double) -> SimulatedResponse {
    switch words {
    case []: Self.text(200, stage.system.describe(at: now) + [""] + Self.help)
    case ["log"]: Self.text(200, stage.log.map(Self.line))
    default: Self.text(404, Self.help)
    }
  }

  private mutating func change(_ words: [String], _ target: RequestTarget, at now: Double) -> SimulatedResponse {
    let number = target.parameter("seconds").flatMap(Double.init)
    if words == ["log", "clear"] {
      stage.clearLog()
      return Self.text(200, ["the log is empty"])
    }
    if words.count == 2, words[0] == "fault", let effect = Self.effects.first(where: { $0.name == words[1] }) {
      stage.faults = FaultPlan([Fault(.request(stage.log.count + 1), effect.effect)])
      return Self.text(200, ["the next request: \(effect.name)"])
    }
    if let done = stage.system.perform(words, seconds: number, at: now) { return Self.text(200, [done]) }
    return Self.text(404, Self.help)
  }

  private static var help: [String] {
    [
      "GET  /simulator                     this", "GET  /simulator/log                 what was asked",
      "POST /simulator/log/clear           forget it",
      "POST /simulator/fault/KIND          at the next request: \(effects.map(\.name).joined(separator: ", "))",
    ] + System.commands
  }

  private static var effects: [(name: String, effect: Fault.Effect)] {
    [
      ("lost", .lostBeforeEffect), ("lost-answer", .lostAfterEffect), ("html", .html(200)), ("502", .html(502)),
      ("429", .tooManyRequests(retryAfter: 1)), ("500", .empty(500)), ("slow", .delayed(milliseconds: 3000)),
    ]
  }

  private static func line(_ request: LoggedRequest) -> String {
    let fault = request.wasFault ? " (fault)" : ""
    return "\(request.number) \(request.method) \(request.target) \(request.status)\(fault)"
  }

  private static func text(_ status: Int, _ lines: [String]) -> SimulatedResponse {
    SimulatedResponse(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}
