/// A system whose state can be looked at and changed as if by hand.
public protocol Controllable: PretendSystem {
  /// One line for each kind of change: how to ask for it, and what it does.
  static var commands: [String] { get }
  /// What somebody would like to know, a line each.
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
    if words == ["log", "clear"] {
      stage.clearLog()
      return Self.text(200, ["the log is empty"])
    }
    if words.first == "fault", words.count == 2 { return plan(words[1], target) }
    return play(words, target, at: now)
  }

  private mutating func plan(_ name: String, _ target: RequestTarget) -> SimulatedResponse {
    guard let order = FaultOrder(name, target) else { return Self.text(404, Self.help) }
    stage.faults = order.plan
    return Self.text(200, [order.explanation])
  }

  /// Changes the system at once, or where `before` names a method just before the next request with that method.
  private mutating func play(_ words: [String], _ target: RequestTarget, at now: Double) -> SimulatedResponse {
    let seconds = target.parameter("seconds").flatMap(Double.init)
    var changed = stage.system
    guard let done = changed.perform(words, seconds: seconds, at: now) else { return Self.text(404, Self.help) }
    guard let method = target.parameter("before") else {
      stage.system = changed
      return Self.text(200, [done])
    }
    stage.beforeNext({ $0.method == method }) { _ = $0.perform(words, seconds: seconds, at: $1) }
    return Self.text(200, ["before the next \(method): \(done)"])
  }

  private static var help: [String] {
    [
      "GET  /simulator                     this", "GET  /simulator/log                 what was asked",
      "POST /simulator/log/clear           forget it",
    ] + FaultOrder.help + [
      "POST …?before=METHOD                any change below, but only just before the next request with this method"
    ] + System.commands
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
