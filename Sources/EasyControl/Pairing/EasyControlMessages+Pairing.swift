import Documents
import Providers

/// What is said while pairing.
extension EasyControlMessages {
  static let noCode = ProviderError(
    .refusedCredentials, "that is not a pairing code, and nothing was sent", hint: "a code has ten letters and digits",
    code: "easy-control.no-code")

  static let notApproved = ProviderError(
    .refusedCredentials, "nobody approved the pairing within five minutes, and the code has expired",
    hint: "have an administrator of Home Assistant make a new guest pass, and approve it there",
    code: "easy-control.not-approved")

  /// The server only ever asked to wait, lastly for so many `seconds`, longer than a code is good for.
  static func stillBusy(_ seconds: Int) -> ProviderError {
    ProviderError(
      .busy(retryAfterSeconds: seconds),
      "the server has too much to do, and asks to wait for longer than a code is good for",
      hint: "try again later; once the code has expired, have an administrator make a new guest pass",
      code: "easy-control.busy")
  }

  /// The server says that it has paired, and `error` is what is wrong with the rest of its answer.
  static func pairedUnheard(_ error: ProviderError) -> ProviderError {
    var error = error
    error.message.text += "; the code is used up if that was Easy Control"
    error.message.hint =
      (error.message.hint.map { $0 + "; " } ?? "")
      + "have an administrator of Home Assistant revoke that guest pass and make a new one"
    return error
  }

  static let answerLost = ProviderError(
    .refusedCredentials, "the server has paired, but its answer was lost; the code is used up",
    hint: "have an administrator of Home Assistant revoke that guest pass and make a new one",
    code: "easy-control.answer-lost")
}
