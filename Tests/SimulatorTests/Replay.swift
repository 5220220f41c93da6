import Simulator

/// Plays a recording against the pretend Pi-hole and notes every difference.
struct Replay {
  /// What is not in the recording but happened while it was made, by the number of the next exchange.
  typealias Scenes = [Int: @Sendable (inout Replay, inout SimulatedRequest) -> Void]

  var piHole: PiHole
  var now = 0.0
  private(set) var differences: [String] = []
  /// Recorded session ids and tokens, and what stands for them here.
  private var stand: [(recorded: String, here: String)] = []

  init(_ piHole: PiHole) {
    self.piHole = piHole
  }

  /// Plays all of `exchanges`, those in `leftOut` only to see that they are refused as not offered.
  mutating func play(_ exchanges: [RecordedExchange], scenes: Scenes, leftOut: [Int: LeftOut]) {
    now = exchanges.compactMap(\.at).first ?? 0
    for (number, exchange) in exchanges.enumerated() {
      now += exchange.slept
      // `Date` tells the second of the answer, `took` how long before that the request came.
      now = max(now, exchange.at.map { $0 - exchange.took } ?? now)
      var request = exchange.request
      scenes[number]?(&self, &request)
      defer { now += exchange.took }
      switch leftOut[number] {
      case nil: compare(exchange, number, answer(translated(request)))
      case .notOffered:
        let status = answer(translated(request)).status
        if status != 501 { note(number, exchange, "is left out as not offered, but answered with \(status)") }
      case .other: continue
      }
    }
  }

  /// A login that the recording does not show, for the recorded `sid`.
  mutating func logIn(as sid: String, password: String = "testpassword") {
    let body = JSONValue.object([.init("password", .string(password))]).encoded
    let answer = piHole.respond(to: SimulatedRequest(method: "POST", target: "/api/auth", body: body), at: now)
    if let here = answer.json?["session"]?["sid"]?.text { stand.append((sid, here)) }
  }

  private mutating func answer(_ request: SimulatedRequest) -> SimulatedResponse {
    piHole.respond(to: request, at: now)
  }

  private mutating func note(_ number: Int, _ exchange: RecordedExchange, _ what: String) {
    differences.append("\(number) \(exchange.name): \(what)")
  }

  // MARK: - Session ids

  private func translated(_ request: SimulatedRequest) -> SimulatedRequest {
    var request = request
    request.target = translated(request.target)
    request.headers = request.headers.map { ($0.name, translated($0.value)) }
    if !stand.isEmpty, !request.body.isEmpty, String(validating: request.body, as: UTF8.self) != nil {
      request.body = Array(translated(String(decoding: request.body, as: UTF8.self)).utf8)
    }
    return request
  }

  private func translated(_ text: String) -> String {
    stand.reduce(text) { text, pair in
      text.replacing(pair.recorded, with: pair.here).replacing(encoded(pair.recorded), with: encoded(pair.here))
    }
  }

  private func encoded(_ text: String) -> String {
    text.replacing("/", with: "%2F").replacing("+", with: "%2B").replacing("=", with: "%3D")
  }

  private mutating func learn(_ recorded: JSONValue?, _ here: JSONValue?) {
    for name in ["sid", "csrf"] {
      guard let old = recorded?["session"]?[name]?.text, let new = here?["session"]?[name]?.text else { continue }
      if !stand.contains(where: { $0.recorded == old }) { stand.append((old, new)) }
    }
  }

  // MARK: - Comparing

  /// The recorder took the bytes of a field for characters.
  private func bytes(_ field: String) -> String {
    String(decoding: field.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, as: UTF8.self)
  }

  private mutating func compare(_ exchange: RecordedExchange, _ number: Int, _ here: SimulatedResponse) {
    let text = String(decoding: here.body, as: UTF8.self)
    let body = JSONValue.parsing(text)
    learn(JSONValue.parsing(exchange.body), body)
    if here.status != exchange.status {
      note(number, exchange, "status \(here.status), not \(exchange.status): \(text)")
    }
    let wanted = exchange.headers.filter { !["Date", "Content-Length", "Connection"].contains($0.name) }
      .map { "\($0.name): \(translated(bytes($0.value)))" }
    let found = here.headers.map { "\($0.name): \($0.value)" }
    if found != wanted { note(number, exchange, "fields \(found), not \(wanted)") }
    let recorded = translated(exchange.body)
    if let json = JSONValue.parsing(recorded), let body {
      for difference in Self.difference(json, body, at: "$") { note(number, exchange, difference) }
    } else if text != recorded {
      note(number, exchange, "body \(text), not \(recorded)")
    }
  }

  /// Where two trees differ; the order of members counts, what changes from run to run does not.
  private static func difference(_ wanted: JSONValue, _ found: JSONValue, at path: String) -> [String] {
    if let tolerance = tolerance(path), let wanted = wanted.double, let found = found.double {
      return abs(wanted - found) <= tolerance ? [] : ["\(path) is \(found), not about \(wanted)"]
    }
    switch (wanted, found) {
    case (.object(let wanted), .object(let found)):
      guard wanted.map(\.name) == found.map(\.name) else {
        return ["\(path) has \(found.map(\.name)), not \(wanted.map(\.name))"]
      }
      return zip(wanted, found).flatMap { difference($0.value, $1.value, at: "\(path).\($0.name)") }
    case (.array(let wanted), .array(let found)) where wanted.count == found.count:
      return zip(wanted, found).enumerated().flatMap { difference($1.0, $1.1, at: "\(path)[\($0)]") }
    case (.number, .number): return wanted.double == found.double ? [] : ["\(path) is \(found), not \(wanted)"]
    default: return wanted == found ? [] : ["\(path) is \(found), not \(wanted)"]
    }
  }

  /// Numbers that depend on the moment. The recorded instants are known to the second only.
  private static func tolerance(_ path: String) -> Double? {
    switch path.split(separator: ".").last {
    case "took", "uptime", "pid", "%mem", "%cpu": .infinity
    case "timer": 1.2
    case "login_at", "last_active", "valid_until": 2
    case "date_added", "date_modified": 1
    default: nil
    }
  }
}

/// Why an exchange is not compared.
enum LeftOut {
  /// The simulator says itself that it does not have the endpoint.
  case notOffered
  /// For the reason given.
  case other(String)
}
