import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers
import Text

/// Why the guest API refuses something, by the code that it gives. Its sentence is for people and is never gone by.
struct GuestError: Hashable, Sendable {
  /// The code: `token_expired`.
  let code: String
  /// What is done about it.
  let reaction: Reaction
  /// What it means.
  let text: String
  /// What to do about it; `SYSTEM` stands for the system's name.
  let hint: String?

  /// What is done about a refusal.
  enum Reaction: Hashable, Sendable, CaseIterable {
    /// Somebody has to approve first: the same is asked again, slowly.
    case awaitApproval
    /// The code is worth nothing any more.
    case codeEnded
    /// The token is worth nothing any more, and is not shown again.
    case tokenEnded
    /// It was surely not done; the same once more, with a fresh nonce, and never a third time.
    case freshNonce
    /// It may have been done: it is looked at, and never sent again.
    case look
    /// It was surely not done and will not be; others may be.
    case refused
    /// Nothing is done for this machine.
    case shutOut
    /// It is left alone for as long as it says.
    case busy
    /// That passes by itself.
    case notReady
    /// A mistake of this program.
    case mistake
  }

  private init(_ code: String, _ reaction: Reaction, _ text: String, hint: String? = nil) {
    self.code = code
    self.reaction = reaction
    self.text = text
    self.hint = hint
  }

  /// Every code that there is.
  static let all: [GuestError] = pairing + token + request + proof + scope

  /// Whether its sentence is the reason that somebody else gave, and is shown.
  var hasReason: Bool { code == "action_execution_failed" }

  /// The one that `response` carries; nil where it carries none that is known.
  init?(_ response: Response) {
    guard let code = Self.body(response)?["error"]?.string, let known = Self.all.first(where: { $0.code == code })
    else {
      return nil
    }
    self = known
  }

  /// What is in the body of a refusal; nil where that is not JSON, as where Home Assistant itself answers.
  static func body(_ response: Response) -> JSONText? { try? JSONText(checking: response.body, within: .small) }

  // MARK: - The table

  private static let pairing = [
    GuestError("pending_approval", .awaitApproval, "an administrator must approve the pairing first"),
    GuestError("invalid_pairing_code", .mistake, "the server says that no pairing code was sent"),
    GuestError(
      "pairing_code_invalid", .codeEnded, "the server does not know this pairing code, or it has been used",
      hint: newCode),
    GuestError("pairing_code_expired", .codeEnded, "the pairing code has expired", hint: newCode),
    GuestError("pass_expired", .codeEnded, "the guest pass expired before the pairing", hint: newCode),
    GuestError("pairing_rejected", .codeEnded, "an administrator has rejected the pairing", hint: newCode),
    GuestError("device_binding_required", .mistake, "the server says that the device or its key was missing"),
    GuestError("invalid_device_public_key", .mistake, "the server rejects the key of this machine"),
    GuestError("invalid_device_id", .mistake, "the server rejects the name of this machine"),
    GuestError("invalid_scan_ack_token", .mistake, "the server does not know the QR code"),
    GuestError(
      "integration_not_ready", .notReady, "Easy Control is still starting", hint: "try again in half a minute"),
  ]

  private static let token = [
    GuestError("missing_bearer_token", .mistake, "the server says that no token was sent"),
    GuestError("missing_token", .mistake, "the server says that no token came with the request for states"),
    GuestError("invalid_guest_token", .mistake, "the server says that the token is not text"),
    GuestError("unauthorized", .tokenEnded, "the server does not know the guest's token", hint: newPass),
    GuestError("token_audience_invalid", .tokenEnded, "the guest's token is for something else", hint: newPass),
    GuestError("token_issuer_invalid", .tokenEnded, "the guest's token comes from somebody else", hint: newPass),
    GuestError(
      "token_not_yet_valid", .notReady, "the guest's token is not valid yet: the server's clock has gone back",
      hint: "check the clock of Home Assistant's machine"),
    GuestError("token_expired", .tokenEnded, "the guest pass has expired", hint: newPass),
    GuestError("token_revoked", .tokenEnded, "the guest pass was revoked", hint: newPass),
    GuestError("token_max_uses_exceeded", .tokenEnded, "the guest pass has no uses left", hint: newPass),
  ]

  private static let request = [
    GuestError(
      "forbidden_remote", .shutOut, "the server serves only private networks, and this machine is not in one",
      hint: "see the option 'local only' of Easy Control; even the server's own machine does not count"),
    GuestError("rate_limited", .busy, "too many requests in this minute"),
    GuestError("invalid_json", .mistake, "the server says that the request is not JSON"),
    GuestError("invalid_payload", .mistake, "the server says that the request is not an object"),
  ]

  private static let proof = [
    GuestError("action_proof_required", .mistake, "the server says that the signature was missing"),
    GuestError(
      "action_proof_invalid", .freshNonce, "the server does not accept the signature",
      hint: "run 'reconcile pair SYSTEM --replace' if another machine was paired with the same pass"),
    GuestError(
      "action_proof_clock_skew", .freshNonce,
      "the clocks of this machine and of the server disagree by more than it allows",
      hint: "set both clocks with NTP; 'reconcile doctor' shows the difference"),
    GuestError(
      "action_nonce_expired", .freshNonce, "the server says that its permission for one action has expired"),
    GuestError(
      "action_proof_replay", .look,
      "the server says that it has already had this request, so the action may have been done"),
  ]

  private static let scope = [
    GuestError("invalid_action", .mistake, "the server says that no action was named"),
    GuestError("unsupported_action", .refused, "the server does not know this action", hint: otherPass),
    GuestError("entity_not_in_scope", .refused, "the guest pass is not for this entity", hint: otherPass),
    GuestError("action_not_allowed", .refused, "the guest pass does not allow this action", hint: otherPass),
    GuestError("scope_mismatch", .refused, "the guest pass does not match this action and entity", hint: otherPass),
    GuestError("read_only_entity", .refused, "the entity can only be read", hint: "remove it from the target"),
    GuestError(
      "action_execution_failed", .look, "Home Assistant could not carry it out",
      hint: "look for the reason in its log (Settings, System, Logs)"),
  ]

  private static let newCode =
    "have an administrator of Home Assistant make a new guest pass, and start again with its code"
  private static let newPass =
    "have an administrator of Home Assistant make a new guest pass; then 'reconcile pair SYSTEM --replace'"
  private static let otherPass =
    "'reconcile pair SYSTEM --status' shows what the pass allows; an administrator of Home Assistant can make another"
}

extension GuestError {
  /// As a message about `system`.
  func message(_ system: Name) -> Message {
    Message(
      code: "easy-control." + code.exchanging("_", for: "-"), text,
      hint: hint?.exchanging("SYSTEM", for: system.text), mayPass: [.busy, .notReady].contains(reaction))
  }

  /// As what keeps the whole of `system` from being read or written.
  func error(_ response: Response, of system: Name) -> ProviderError {
    let message = message(system)
    switch reaction {
    case .tokenEnded: return .final(message.text, hint: message.hint)
    case .codeEnded: return ProviderError(.refusedCredentials, message)
    case .shutOut: return ProviderError(.refusedCredentials, message.text, hint: message.hint)
    case .busy:
      let seconds = response.retryAfterSeconds ?? Self.body(response)?["retry_after"]?.int
      return .busy("the server reports \(message.text)", forSeconds: seconds)
    case .notReady, .awaitApproval:
      return .unavailable(message.text, forSeconds: response.secondsOfPeace, hint: message.hint)
    case .freshNonce, .look, .refused, .mistake:
      return ProviderError(.unexpectedReply, message.text, hint: message.hint)
    }
  }
}
