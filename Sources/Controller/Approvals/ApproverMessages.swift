import Documents
import Secrets

/// What is said where an approver cannot be told. No function here is ever given a code, a token or a topic.
enum ApproverMessages {
  static let fileIsBroken = "the file of approvers cannot be used"

  static let otherAddress = SecretError(
    code: "secret.other-origin", "the token's second line names another address",
    hint: "make that line and the file of approvers agree")

  static func noToken(_ error: SecretError) -> String {
    error.message.text + (error.message.hint.map { "; \($0)" } ?? "")
  }
}
