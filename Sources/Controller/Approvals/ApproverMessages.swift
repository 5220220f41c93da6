import Documents
import Secrets

/// What is said where an approver cannot be told. No function here is ever given a code, a token or a topic.
enum ApproverMessages {
  static let fileIsBroken = "the file with the addresses of approvers cannot be used"

  static let otherAddress = SecretError(
    code: "secret.other-origin", "the token's second line says that it may go to another address",
    hint: "let that line and the file with the addresses of approvers say the same")

  static func noToken(_ error: SecretError) -> String {
    error.message.text + (error.message.hint.map { "; \($0)" } ?? "")
  }
}
