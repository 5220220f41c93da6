import Simulator

/// Plays a recording against the pretend Home Assistant and notes every difference.
struct HomeAssistantReplay {
  /// What is not in the recording but happened while it was made, by the number of the next exchange.
  typealias Scenes = [Int: @Sendable (inout HomeAssistantReplay, inout SimulatedRequest) -> Void]

  var server: HomeAssistant
  var now = 0.0
  /// When the server was told to start again; names of exchanges may count from there.
  var start: Double?
  /// From where requests come; nil is the machine itself.
  var address: String?
  private(set) var differences: [String] = []
  /// When the recording begins: what was changed before that is not compared.
  private let begin: Double

  init(_ server: HomeAssistant, begin: Double) {
    self.server = server
    self.begin = begin
    now = begin
  }

  mutating func play(_ exchanges: [RecordedExchange], scenes: Scenes, leftOut: [Int: LeftOut]) {
    for (number, exchange) in exchanges.enumerated() {
      // `Date` tells the second of the answer.
      now = max(now, exchange.at.map { $0 - exchange.took.rounded() } ?? now)
      if let start, let seconds = Self.secondsIntoStart(exchange) { now = max(now, start + seconds) }
      var request = exchange.request
      scenes[number]?(&self, &request)
      if let address { request.headers.append((HomeAssistant.addressField, address)) }
      let answer = server.respond(to: request, at: now)
      switch leftOut[number] {
      case nil: compare(exchange, number, answer)
      case .notOffered:
        if answer.status != 501 { differences.append("\(number) \(exchange.name): answered with \(answer.status)") }
      case .other: break
      }
      now += exchange.took.rounded()
    }
  }

  /// As in `starting, 3.6 s: /api/core/state`.
  private static func secondsIntoStart(_ exchange: RecordedExchange) -> Double? {
    let words = exchange.name.split(separator: " ")
    return words.count > 3 && words[0] == "starting," && words[2] == "s:" ? Double(words[1]) : nil
  }

  private mutating func compare(_ exchange: RecordedExchange, _ number: Int, _ here: SimulatedResponse) {
    let text = String(decoding: here.body, as: UTF8.self)
    var found: [String] = []
    if here.status != exchange.status { found.append("status \(here.status), not \(exchange.status)") }
    let wanted = Self.fields(exchange.headers)
    if Self.fields(here.headers) != wanted { found.append("fields \(here.headers), not \(wanted)") }
    let took = if case .delayed(let milliseconds) = here.delivery { Double(milliseconds) / 1000 } else { 0.0 }
    if abs(took - exchange.took) > 0.3 { found.append("took \(took) s, not \(exchange.took) s") }
    if let recorded = JSONValue.parsing(exchange.body), var body = here.json {
      if exchange.request.target == "/api/states" { body = Self.shortened(body, to: recorded) }
      found += difference(recorded, body, at: "$")
      if exchange.request.method == "POST", Self.causes(recorded) != Self.causes(body) {
        found.append("put down to \(Self.causes(body)), not \(Self.causes(recorded))")
      }
    } else if text != exchange.body {
      found.append("body \(text), not \(exchange.body)")
    }
    differences += found.map { "\(number) \(exchange.name): \($0)" }
  }

  /// Who caused the changes of a call, and how many contexts there are.
  private static func causes(_ states: JSONValue) -> String {
    let contexts = (states.elements ?? []).compactMap { $0["context"] }
    let hasUser = contexts.map { $0["user_id"] == .null ? "nobody" : "somebody" }
    return Set(hasUser).sorted().joined(separator: ", ") + " \(Set(contexts.map { $0["id"] }).count)"
  }

  private static func fields(_ headers: [(name: String, value: String)]) -> [String] {
    headers.filter { !["Date", "Content-Length"].contains($0.name) }.map { "\($0.name): \($0.value)" }
  }

  /// The recorder kept some of the states only.
  private static func shortened(_ states: JSONValue, to recorded: JSONValue) -> JSONValue {
    let kept = Set((recorded.elements ?? []).compactMap { $0["entity_id"]?.text })
    return .array((states.elements ?? []).filter { $0["entity_id"]?.text.map(kept.contains) ?? false })
  }

  /// Where two trees differ; the order of members counts but in attributes, which each integration orders in its way.
  private func difference(_ wanted: JSONValue, _ found: JSONValue, at path: String) -> [String] {
    let member = path.split(separator: ".").last.map(String.init) ?? ""
    if Self.notCompared.contains(member) { return [] }
    switch (wanted, found) {
    case (.object(var wanted), .object(var found)):
      if member == "attributes" {
        wanted.sort { $0.name < $1.name }
        found.sort { $0.name < $1.name }
      }
      guard wanted.map(\.name) == found.map(\.name) else {
        return ["\(path) has \(found.map(\.name)), not \(wanted.map(\.name))"]
      }
      return zip(wanted, found).flatMap { difference($0.value, $1.value, at: "\(path).\($0.name)") }
    case (.array(let wanted), .array(let found)) where wanted.count == found.count:
      return zip(wanted, found).enumerated().flatMap { difference($1.0, $1.1, at: "\(path)[\($0)]") }
    case (.string(let wanted), .string(let found)):
      return isSame(wanted, found) ? [] : ["\(path) is \(found), not \(wanted)"]
    case (.number, .number): return wanted.double == found.double ? [] : ["\(path) is \(found), not \(wanted)"]
    case (.array(let wanted), .array(let found)): return ["\(path) has \(found.map(name)), not \(wanted.map(name))"]
    default: return wanted == found ? [] : ["\(path) is \(found), not \(wanted)"]
    }
  }

  private func name(_ state: JSONValue) -> String {
    "\(state["entity_id"]?.text ?? "?")=\(state["state"]?.text ?? "?")"
  }

  /// The server's own parts, its folders, the place of a group among all, what made a change, and when somebody last
  /// said that nothing has changed.
  private static let notCompared = [
    "components", "allowlist_external_dirs", "whitelist_external_dirs", "order", "context", "last_reported",
  ]

  /// Times may differ as the second of an answer differs from its instant; what happened before the recording does so
  /// here as well.
  private func isSame(_ wanted: String, _ found: String) -> Bool {
    guard let recorded = Self.instant(wanted) else { return wanted == found }
    guard let here = Self.instant(found) else { return false }
    return recorded < begin ? here < begin : abs(here - recorded) < 2.5
  }

  /// `2026-11-22T14:59:18.557694+00:00`; all recordings are of one month.
  private static func instant(_ text: String) -> Double? {
    guard text.utf8.count == 32, text.hasPrefix("2026-11-"), text.hasSuffix("+00:00") else { return nil }
    let numbers = text.dropFirst(8).dropLast(6).split { "T:".contains($0) }.compactMap { Double($0) }
    guard numbers.count == 4 else { return nil }
    return 1_793_491_200 + (numbers[0] - 1) * 86_400 + numbers[1] * 3600 + numbers[2] * 60 + numbers[3]
  }
}
