import Simulator
import Testing

/// Every error of the API can be had, and leaves what it should.
struct EasyControlErrorTests {
  typealias Guest = EasyControlGuest

  struct Way: CustomTestStringConvertible, Sendable {
    var wanted: String
    var contract = EasyControl.Contract.v2
    var id = ""
    var go: @Sendable (inout Guest) -> SimulatedResponse
    var testDescription: String { wanted + " " + id }
  }

  static func guest(_ contract: EasyControl.Contract) -> Guest {
    var failing = EasyControl.Entity("Failing", state: "off")
    failing.failure = "Device did not answer"
    return Guest(
      EasyControl(
        contract,
        entities: [
          "lock.front_door": EasyControl.Entity("Front Door", state: "locked", seconds: 2),
          "cover.garage": EasyControl.Entity("Garage", state: "open", details: ["supported_features": 3]),
          "switch.failing": failing, "sensor.outside": EasyControl.Entity("Outside", state: "15.6"),
          "climate.hvac": EasyControl.Entity("Hvac", state: "cool"),
        ]))
  }

  static let everything = ["lock.front_door", "cover.garage", "switch.failing", "sensor.outside", "climate.hvac"]

  /// An answer to a pairing, after `prepare`.
  static func pairing(
    _ wanted: String, _ id: String = "", needsApproval: Bool = false,
    change: @escaping @Sendable (inout JSONValue) -> Void = { _ in },
    prepare: @escaping @Sendable (inout Guest, String) -> Void = { _, _ in }
  ) -> Way {
    Way(wanted: wanted, id: id) { guest in
      let pass = guest.server.makePass(for: everything, needsApproval: needsApproval, at: guest.now)
      prepare(&guest, pass.code)
      var body = guest.pairing(pass.code)
      change(&body)
      return guest.ask("POST", "pair", body)
    }
  }

  /// An answer to an action, after `prepare`.
  static func acting(
    _ wanted: String, _ contract: EasyControl.Contract = .v2, _ body: JSONValue = ["action": "door.unlock"],
    _ id: String = "", prepare: @escaping @Sendable (inout Guest) -> Void = { _ in }
  ) -> Way {
    Way(wanted: wanted, contract: contract, id: id) { guest in
      guest.pair(for: everything)
      prepare(&guest)
      return guest.act(body)
    }
  }

  /// An answer to a nonce with a token of other claims.
  static func claiming(_ wanted: String, _ change: @escaping @Sendable (inout JSONValue) -> Void) -> Way {
    Way(wanted: wanted) { guest in
      guest.pair(for: everything)
      var claims = guest.server.claims(of: guest.token) ?? .null
      change(&claims)
      return guest.ask("GET", "action/nonce", bearer: guest.server.sign(claims))
    }
  }

  static let ways: [Way] = [
    pairing("200"),
    pairing("400 invalid_pairing_code") { $0["pairing_code"] = "" },
    pairing("400 pairing_code_invalid") { $0["pairing_code"] = "ABC123XYZ0" },
    pairing(
      "400 device_binding_required", change: { $0["device_id"] = nil },
      prepare: { guest, _ in guest.server.options.requiresBinding = true }),
    pairing("400 invalid_device_public_key") { $0["device_public_key"] = "%%%" },
    pairing("400 invalid_device_id") { $0["device_id"] = nil },
    pairing("202 pending_approval", needsApproval: true),
    pairing("200", "approved", needsApproval: true, prepare: { $0.server.approve($1, at: $0.now) }),
    pairing("403 pairing_rejected", prepare: { $0.server.reject($1, at: $0.now) }),
    pairing("403 forbidden_remote", prepare: { guest, _ in guest.server.options.localOnly = true }),
    pairing(
      "200", "from 192.168",
      prepare: { guest, _ in
        guest.server.options.localOnly = true
        guest.server.clientAddress = "192.168.1.20"
      }),
    pairing("410 pairing_code_expired", prepare: { guest, _ in guest.now += 300 }),
    pairing(
      "400 pairing_code_invalid", "tidied up",
      prepare: { guest, _ in
        guest.now += 300
        guest.server.makePass(for: everything, at: guest.now)
      }),
    pairing("503 integration_not_ready", prepare: { guest, _ in guest.server.isSettingUp = true }),
    pairing("404", "restart", prepare: { guest, _ in guest.server.restart(at: guest.now, starting: 5) }),
    pairing(
      "400 pairing_code_invalid", "after a restart",
      prepare: { guest, _ in
        guest.server.restart(at: guest.now, starting: 5)
        guest.now += 5
      }),
    Way(wanted: "410 pass_expired") { guest in
      let pass = guest.server.makePass(for: everything, seconds: 2, at: guest.now)
      guest.now += 2
      return guest.ask("POST", "pair", guest.pairing(pass.code))
    },
    Way(wanted: "400 invalid_json") { $0.ask("POST", "pair") },
    Way(wanted: "400 invalid_payload") { $0.ask("POST", "pair", [1]) },
    Way(wanted: "401 invalid_scan_ack_token") { $0.ask("POST", "pair/scanned", ["pairing_code": "x"]) },
    Way(wanted: "410 pairing_code_expired", id: "scanned") { guest in
      let pass = guest.server.makePass(for: everything, at: guest.now)
      guest.now += 300
      return guest.ask(
        "POST", "pair/scanned", ["pairing_code": .string(pass.code), "scan_ack_token": .string(pass.scanToken)])
    },
    Way(wanted: "401 missing_bearer_token") { $0.ask("GET", "action/nonce") },
    Way(wanted: "401 missing_token") { $0.ask("GET", "states") },
    Way(wanted: "400 invalid_guest_token") { $0.ask("POST", "token/validate", ["guest_token": 1]) },
    claiming("200") { _ in },
    claiming("401 unauthorized") { $0["jti"] = "somebody" },
    claiming("401 token_audience_invalid") { $0["aud"] = "else" },
    claiming("401 token_issuer_invalid") { $0["iss"] = "else" },
    claiming("401 token_not_yet_valid") { $0["nbf"] = 1_700_000_001 },
    claiming("401 token_expired") { $0["exp"] = 1_700_000_000 },
    claiming("401 token_revoked") { $0["token_version"] = 0 },
    acting("200"),
    acting("401 token_revoked", prepare: { $0.server.revoke(tokenID: $0.tokenID) }),
    acting("401 token_revoked", .v2, ["action": "door.unlock"], "all", prepare: { $0.server.revokeAll() }),
    acting("401 token_expired", prepare: { $0.now += 3600 }),
    acting(
      "401 token_max_uses_exceeded", .v1, ["action": "door.open"],
      prepare: { guest in
        for _ in 1...10 { guest.act(["action": "door.open"]) }
      }),
    acting("400 invalid_action", .v2, ["action": ""]),
    acting("400 unsupported_action", .v1, ["action": "door.unlock"]),
    acting("403 action_not_allowed", .v1, ["action": "garage.open"]),
    acting("403 action_not_allowed", .v2, ["action": "door.open"]),
    acting("403 entity_not_in_scope", .v2, ["action": "door.lock", "entity_id": "lock.back_door"]),
    acting("403 scope_mismatch", .v2, ["action": "climate.read", "entity_id": "climate.hvac"]),
    Way(wanted: "403 scope_mismatch", contract: .v1) { guest in
      let pass = guest.server.makePass(for: ["lock.front_door"], action: "garage.open", at: guest.now)
      guest.token = guest.ask("POST", "pair", guest.pairing(pass.code)).json?["guest_token"]?.text ?? ""
      guest.tokenID = guest.server.guests[0].tokenID
      return guest.act(["action": "garage.open"])
    },
    acting("400 read_only_entity", .v2, ["action": "sensor.read", "entity_id": "sensor.outside"]),
    acting("400", .v2, ["action": "climate.set_temperature", "entity_id": "climate.hvac"]),
    acting("500", .v2, ["action": "climate.set_temperature", "entity_id": "climate.hvac", "temperature": "nan"]),
    acting("500 action_execution_failed", .v2, ["action": "switch.on", "entity_id": "switch.failing"]),
    acting(
      "500 action_execution_failed", .v2,
      [
        "action": "garage.set_position", "entity_id": "cover.garage", "position_pct": 5,
      ]),
    acting("404", .v2, ["action": "door.unlock"], "restart", prepare: { $0.server.restart(at: $0.now, starting: 9) }),
    acting(
      "200", .v2, ["action": "door.unlock"], "after a restart",
      prepare: { guest in
        guest.server.restart(at: guest.now, starting: 9)
        guest.now += 9
      }),
    Way(wanted: "404", contract: .v1, id: "states") { $0.ask("GET", "states") },
    Way(wanted: "404", contract: .v1, id: "scanned") { $0.ask("POST", "pair/scanned", [:]) },
    Way(wanted: "404", id: "elsewhere") { $0.ask("GET", "") },
    Way(wanted: "405", id: "nonce") { $0.ask("POST", "action/nonce", [:]) },
  ]

  @Test(arguments: ways)
  func answers(_ way: Way) {
    var guest = Self.guest(way.contract)
    let answer = way.go(&guest)
    #expect(Guest.word(answer) == way.wanted)
    #expect((answer.json == nil) == ["400", "404", "405", "500"].contains(way.wanted), "plain text or JSON")
    let uses = guest.server.guests.map(\.uses).reduce(0, +)
    #expect(uses == guest.server.calls.count { $0.outcome == .done }, "only what was done is a use")
  }

  /// All that the API can answer, but for proofs and limits, which have tests of their own.
  @Test func leavesNoErrorOut() {
    let codes = Self.ways.compactMap { $0.wanted.split(separator: " ").dropFirst().first.map(String.init) }
    #expect(
      Set(codes) == [
        "pending_approval", "invalid_json", "invalid_payload", "invalid_pairing_code", "pairing_code_invalid",
        "device_binding_required", "invalid_device_public_key", "invalid_device_id", "pairing_rejected",
        "forbidden_remote", "pairing_code_expired", "pass_expired", "integration_not_ready", "missing_bearer_token",
        "missing_token", "unauthorized", "token_audience_invalid", "token_issuer_invalid", "token_not_yet_valid",
        "token_expired", "token_revoked", "token_max_uses_exceeded", "invalid_action", "unsupported_action",
        "entity_not_in_scope", "action_not_allowed", "scope_mismatch", "read_only_entity", "action_execution_failed",
        "invalid_guest_token", "invalid_scan_ack_token",
      ])
  }

  @Test(arguments: ["bearer %", "BEARER %", "Bearer %  ", "Bearer   %"])
  func readsTheBearer(_ pattern: String) {
    var guest = Self.guest(.v2)
    guest.pair(for: Self.everything)
    let field = [(name: "authorization", value: pattern.replacing("%", with: guest.token))]
    #expect(guest.ask("GET", "states", nil, field).status == 200)
  }

  /// A pass can be approved and rejected, not approved again, and a code is worth one token.
  @Test func followsTheAdministrator() {
    var guest = Self.guest(.v2)
    guest.server.options.approves = true
    let code = guest.server.makePass(for: Self.everything, at: guest.now).code
    let pair = { (guest: inout Guest) in Guest.word(guest.ask("POST", "pair", guest.pairing(code))) }
    #expect(pair(&guest) == "202 pending_approval")
    #expect(guest.server.approve(code, at: guest.now) && guest.server.approve(code, at: guest.now))
    #expect(guest.server.reject(code, at: guest.now) && !guest.server.approve(code, at: guest.now))
    #expect(pair(&guest) == "403 pairing_rejected")
    let second = guest.server.makePass(for: Self.everything, needsApproval: false, at: guest.now).code
    #expect(guest.ask("POST", "pair", guest.pairing(second)).status == 200)
    #expect(Guest.word(guest.ask("POST", "pair", guest.pairing(second))) == "400 pairing_code_invalid")
    #expect(guest.server.guests.count == 1)
  }
}
