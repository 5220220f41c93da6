import Simulator
import Testing

/// Plays recordings against the pretend Easy Control server and notes every difference.
///
/// What the server made up is lined up beforehand, so the recorded signatures hold here as well.
struct EasyControlReplay {
  /// What is not in the recording but happened while it was made, by the number of the next exchange.
  typealias Scenes = [Int: @Sendable (inout EasyControlReplay, [RecordedExchange]) -> Void]

  var server: EasyControl
  var now = 0.0
  private(set) var differences: [String] = []
  /// How many exchanges were answered by the server, and how many were done for the administrator.
  private(set) var (compared, acted) = (0, 0)
  /// Recorded tokens, and what stands for them here.
  private var tokens: [(recorded: String, here: String)] = []
  private var issued: Set<String> = []
  /// By recorded token.
  private let tokenIDs: [String: String]
  private var addresses = 0
  private var sentThisMinute: [String: Int] = [:]

  /// `recorded`: everything that will be played.
  init(_ server: EasyControl, _ recorded: [RecordedExchange]) {
    self.server = server
    tokenIDs = Self.tokenIDs(recorded)
  }

  mutating func play(_ exchanges: [RecordedExchange], scenes: Scenes) {
    for (number, exchange) in exchanges.enumerated() {
      now = exchange.at ?? now
      scenes[number]?(&self, exchanges)
      if let difference = administer(exchange) {
        acted += 1
        if !difference.isEmpty { note(number, exchange, difference) }
        continue
      }
      compared += 1
      takeAddress(exchange)
      lineUp(exchange)
      compare(exchange, number, answer(exchange))
    }
  }

  /// A request that is not waited for.
  mutating func beginAndHangUp(_ exchange: RecordedExchange) {
    _ = server.respond(to: translated(exchange.request), at: now)
  }

  private mutating func note(_ number: Int, _ exchange: RecordedExchange, _ what: String) {
    differences.append("\(number) \(exchange.name): \(what)")
  }

  // MARK: - Requests

  /// The answer at the recorded instant: an action was sent so much earlier as its device takes.
  private mutating func answer(_ exchange: RecordedExchange) -> SimulatedResponse {
    var request = translated(exchange.request)
    let isDone = request.target == "/api/easy_control/action" && exchange.status == 200
    let device = isDone ? JSONValue.parsing(exchange.body)?["entity_id"]?.text : nil
    let answer = server.respond(to: request, at: now - (device.flatMap { server.entities[$0]?.seconds } ?? 0))
    guard case .unfinished = answer.delivery else { return answer }
    request.step = 1
    return server.respond(to: request, at: now)
  }

  /// Nearly every request came from an address of its own. Where its name counts them in this minute they came from one,
  /// and those between were not kept.
  private mutating func takeAddress(_ exchange: RecordedExchange) {
    guard exchange.name.hasSuffix("in this minute"),
      let number = exchange.name.split(separator: " ").lazy.compactMap({ Int($0) }).first
    else {
      addresses += 1
      server.clientAddress = "127.1.\(addresses / 250).\(addresses % 250)"
      return
    }
    server.clientAddress = "127.2.0.1"
    let sent = sentThisMinute[exchange.request.target, default: 0]
    for _ in sent..<max(sent, number - 1) { _ = server.respond(to: translated(exchange.request), at: now) }
    sentThisMinute[exchange.request.target] = number
  }

  private func translated(_ request: SimulatedRequest) -> SimulatedRequest {
    var request = request
    request.headers = request.headers.map { ($0.name, translated($0.value)) }
    request.body = Array(translated(String(decoding: request.body, as: UTF8.self)).utf8)
    return request
  }

  private func translated(_ text: String) -> String {
    tokens.reduce(text) { $0.replacing($1.recorded, with: $1.here) }
  }

  // MARK: - What the server makes up

  private mutating func lineUp(_ exchange: RecordedExchange) {
    let answer = JSONValue.parsing(exchange.body)
    if let token = answer?["guest_token"]?.text, let guest = answer?["guest_id"]?.text {
      server.lineUp(.guestID, guest)
      if let id = tokenIDs[token] { server.lineUp(.tokenID, id) }
    }
    if let nonce = answer?["nonce"]?.text { issue(nonce) }
    guard let nonce = EasyControlGuest.proof(in: exchange.request)?["nonce"]?.text, !issued.contains(nonce),
      nonce.contains(where: { $0 != "A" })
    else { return }
    // Its own request was not kept.
    issue(nonce)
    let bearer = exchange.request.headers.filter { $0.name == "Authorization" }
    let request = SimulatedRequest(method: "GET", target: "/api/easy_control/action/nonce", headers: bearer)
    _ = server.respond(to: translated(request), at: now - 2)
  }

  private mutating func issue(_ nonce: String) {
    issued.insert(nonce)
    server.lineUp(.nonce, nonce)
  }

  /// The id of each token, as the recorded nonces and proofs give it.
  private static func tokenIDs(_ exchanges: [RecordedExchange]) -> [String: String] {
    let pairs = exchanges.compactMap { exchange -> (String, String)? in
      let token = exchange.request.header("Authorization").map { String($0.dropFirst("Bearer ".count)) }
      let id = JSONValue.parsing(exchange.body)?["jti"] ?? EasyControlGuest.proof(in: exchange.request)?["jti"]
      return token.flatMap { token in (id?.text).map { (token, $0) } }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  // MARK: - The administrator

  /// Does what Home Assistant's own API was asked for; nil where it was not asked, else what differs.
  private mutating func administer(_ exchange: RecordedExchange) -> String? {
    let target = exchange.request.target
    if target.hasPrefix("/api/states/") {
      let found = server.entities[String(target.dropFirst("/api/states/".count))]?.state ?? ""
      return found == JSONValue.parsing(exchange.body)?["state"]?.text ? "" : "the state is \(found)"
    }
    guard target.hasPrefix("/api/services/easy_control/") else { return nil }
    let body = JSONValue.parsing(exchange.request.body) ?? .null
    let code = body["pairing_code"]?.text ?? ""
    let answer = JSONValue.parsing(exchange.body)?["service_response"]
    switch target.split(separator: "/").last?.split(separator: "?").first {
    case "create_guest_pass": return makePass(body, answer ?? .null)
    case "approve_pairing_request":
      return server.approve(code, at: now) == (exchange.status == 200) ? "" : "the wrong thing was approved"
    case "reject_pairing_request":
      return server.reject(code, at: now) == (exchange.status == 200) ? "" : "the wrong thing was rejected"
    case "revoke_guest_pass":
      server.revoke(tokenID: body["jti"]?.text ?? "")
      return ""
    case "revoke_all_guest_pass":
      return Double(server.revokeAll()) == answer?["cleared_pairings"]?.double ? "" : "other codes were open"
    default: return "nobody knows how"
    }
  }

  private mutating func makePass(_ body: JSONValue, _ answer: JSONValue) -> String {
    server.lineUp(.code, answer["pairing_code"]?.text ?? "")
    if let token = answer["qr_string"]?.text?.split(separator: "scan_ack_token=").dropFirst().first {
      server.lineUp(.scanToken, String(token))
    }
    let entities = body["entities"]?.elements?.compactMap(\.text) ?? [body["entity"]?.text ?? ""]
    let end = (answer["pass_expires_at"]?.double ?? 0) - (answer["created_at"]?.double ?? 0)
    let pass = server.makePass(
      for: entities, action: body["allowed_action"]?.text, seconds: Int(end),
      needsApproval: body["require_admin_approval"]?.flag, at: now)
    let wanted = ["created_at", "pairing_expires_at", "pass_expires_at"].map { answer[$0]?.double }
    let isAlike =
      wanted == [pass.createdAt, pass.codeExpiresAt, pass.expiresAt].map(Double.init)
      && answer["approval_status"]?.text == "\(pass.approval)"
    return isAlike ? "" : "the pass is \(pass)"
  }

  // MARK: - Comparing

  private mutating func compare(_ exchange: RecordedExchange, _ number: Int, _ here: SimulatedResponse) {
    if let old = JSONValue.parsing(exchange.body)?["guest_token"]?.text, let new = here.json?["guest_token"]?.text {
      tokens.append((old, new))
    }
    let text = String(decoding: here.body, as: UTF8.self)
    if here.status != exchange.status {
      note(number, exchange, "status \(here.status), not \(exchange.status): \(text)")
    }
    let fields = [exchange.headers.filter { $0.name != "Content-Length" }, here.headers].map { fields in
      fields.map { "\($0.name): \($0.value)" }.sorted()
    }
    if fields[0] != fields[1] { note(number, exchange, "fields \(fields[1]), not \(fields[0])") }
    let wanted = translated(exchange.body)
    if withoutPosition(text) != withoutPosition(wanted) { note(number, exchange, "body \(text), not \(wanted)") }
    let moved = position(text) - position(wanted)
    if abs(moved) > 10 { note(number, exchange, "the cover is \(moved) too far") }
  }

  /// A cover moves by ten per cent a second, and the recorded instants are known to the second only.
  private func position(_ text: String) -> Int {
    text.firstMatch(of: /"current_position":(\d+)/).flatMap { Int($0.1) } ?? 0
  }

  private func withoutPosition(_ text: String) -> String {
    text.replacing(/"current_position":\d+/, with: "")
  }
}
