import Documents
import HTTPTransport
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import EasyControl

/// Every refusal of the guest API, and what is done about it.
@Suite struct GuestErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var code: String
    var status: Int
    var reaction: GuestError.Reaction
    var testDescription: String { code }
  }

  private static func rows(_ reaction: GuestError.Reaction, _ codes: (String, Int)...) -> [Row] {
    codes.map { Row(code: $0.0, status: $0.1, reaction: reaction) }
  }

  static let table =
    rows(.awaitApproval, ("pending_approval", 202))
    + rows(
      .codeEnded, ("pairing_code_invalid", 400), ("pairing_rejected", 403), ("pairing_code_expired", 410),
      ("pass_expired", 410))
    + rows(
      .tokenEnded, ("unauthorized", 401), ("token_audience_invalid", 401), ("token_issuer_invalid", 401),
      ("token_expired", 401), ("token_revoked", 401), ("token_max_uses_exceeded", 401))
    + rows(
      .freshNonce, ("action_proof_invalid", 401), ("action_proof_clock_skew", 401), ("action_nonce_expired", 401))
    + rows(.look, ("action_proof_replay", 401), ("action_execution_failed", 500))
    + rows(
      .refused, ("unsupported_action", 400), ("entity_not_in_scope", 403), ("action_not_allowed", 403),
      ("scope_mismatch", 403), ("read_only_entity", 400))
    + rows(.shutOut, ("forbidden_remote", 403)) + rows(.busy, ("rate_limited", 429))
    + rows(.notReady, ("integration_not_ready", 503), ("token_not_yet_valid", 401))
    + rows(
      .mistake, ("invalid_json", 400), ("invalid_payload", 400), ("invalid_pairing_code", 400),
      ("device_binding_required", 400), ("invalid_device_public_key", 400), ("invalid_device_id", 400),
      ("invalid_scan_ack_token", 401), ("missing_bearer_token", 401), ("missing_token", 401),
      ("invalid_guest_token", 400), ("action_proof_required", 401), ("invalid_action", 400))

  @Test("the table is whole, and no two codes say the same") func isWhole() {
    #expect(Set(Self.table.map(\.code)) == Set(GuestError.all.map(\.code)))
    #expect(Self.table.count == GuestError.all.count)
    #expect(Set(GuestError.all.map(\.text)).count == GuestError.all.count)
    #expect(Set(Self.table.map(\.reaction)) == Set(GuestError.Reaction.allCases))
  }

  private static func body(_ row: Row) -> String {
    #"{"error":"\#(row.code)","message":"token expired","success":false}"#
  }

  /// What comes of an action that is answered so: which outcome, and how many requests were sent.
  @Test(arguments: table) func reactsToIt(_ row: Row) async throws {
    let limit = row.reaction == .busy ? [(name: "Retry-After", value: "17")] : []
    let refuser = Refuser(row.status, Self.body(row), headers: limit)
    let stage = try Stage(Stage.house(["lock.a": "unlocked"]), for: ["lock.a"], answering: refuser)
    let code = "easy-control." + row.code.replacing("_", with: "-")
    let expected =
      switch row.reaction {
      case .tokenEnded, .shutOut: "throws refusedCredentials"
      case .busy: "throws busy(retryAfterSeconds: Optional(17))"
      case .notReady: "throws notReady"
      case .look: "unverified easy-control.not-confirmed"
      case .freshNonce, .refused, .mistake, .awaitApproval, .codeEnded: "failed " + code
      }
    #expect(await stage.move("lock.a", from: .enabled, to: .disabled) == expected)
    #expect(await refuser.count == (row.reaction == .freshNonce ? 2 : 1))
    #expect(await stage.log.count { $0 == "GET /action/nonce" } == (row.reaction == .freshNonce ? 2 : 1))
  }

  /// The same in contract 1, where nothing tells whether it was done: no request is sent twice.
  @Test(arguments: table) func anActionIsSentOnce(_ row: Row) async throws {
    let refuser = Refuser(row.status, Self.body(row))
    let stage = try Stage(Stage.firstContract(), for: ["lock.front"], answering: refuser)
    let (words, commits) = await stage.act("door.open")
    let comes =
      switch row.reaction {
      case .look: "unknown "
      // It never reached the door, and a later run may send it again.
      case .tokenEnded, .shutOut, .busy, .notReady: "not done "
      case .freshNonce, .refused, .mistake, .awaitApproval, .codeEnded: "refused "
      }
    #expect(words.hasPrefix(comes), "\(words)")
    #expect(await refuser.count == 1 && commits == 1)
  }

  /// The reason is that of the device, and the only thing that helps whoever reads it; of other refusals the code tells.
  @Test("why an action failed is told, without the token", arguments: [true, false])
  func tellsWhy(isFailure: Bool) async throws {
    let code = isFailure ? "action_execution_failed" : "action_proof_replay"
    let server = Stage.house(["lock.a": "unlocked"])
    let token = try Stage(server, for: ["lock.a"]).device.token.reveal { $0 }
    let body = #"{"error":"\#(code)","message":"does not support \#(token)","success":false}"#
    let stage = try Stage(server, for: ["lock.a"], answering: Refuser(isFailure ? 500 : 401, body))
    let outcome = try await stage.applier.apply(Stage.change("lock.a", from: .enabled, to: .disabled))
    let message = try #require(outcome.messages.first)
    #expect(message.text.contains("and says 'does not support ***'") == isFailure, "\(message)")
    #expect(!message.text.contains(token) && message.hint?.contains("log (Settings, System, Logs)") == true)
  }

  @Test("after its end a token is not shown again", arguments: table.filter { $0.reaction == .tokenEnded })
  func staysSilent(_ row: Row) async throws {
    let refuser = Refuser(row.status, Self.body(row))
    let stage = try Stage(Stage.house(["lock.a": "unlocked"]), for: ["lock.a"], answering: refuser)
    _ = await stage.move("lock.a", from: .enabled, to: .disabled)
    await stage.wire.clearLog()
    #expect(await stage.move("lock.a", from: .enabled, to: .disabled) == "throws refusedCredentials")
    let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.lock]) }
    #expect(error?.isFinal == true && error?.message.hint?.contains("reconcile pair door --replace") == true)
    #expect(await stage.log == [])
  }

  /// What comes without a code: from Home Assistant itself, or from something before it.
  @Test(arguments: [
    (200, "{}", "unknown"), (200, "It works!", "unknown"), (302, "", "not done"), (400, "400: Bad Request", "refused"),
    (404, "404: Not Found", "not done"), (405, "", "not done"), (408, "", "unknown"), (429, "", "not done"),
    (500, "500 Internal Server Error", "unknown"), (502, "", "unknown"), (503, "", "unknown"), (504, "", "unknown"),
    (401, #"{"error":"something_new"}"#, "refused"), (500, #"{"error":"something_new"}"#, "unknown"),
  ]) func isWithoutACode(_ status: Int, _ body: String, _ word: String) async throws {
    let refuser = Refuser(status, body)
    let stage = try Stage(Stage.firstContract(), for: ["lock.front"], answering: refuser)
    #expect(await stage.act("door.open").words.hasPrefix(word + " easy-control.") || word == "not done")
    #expect(await refuser.count == 1)
  }
}
