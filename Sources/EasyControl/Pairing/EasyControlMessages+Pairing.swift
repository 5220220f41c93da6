import Providers

/// What is said while pairing.
extension EasyControlMessages {
  static let noCode = ProviderError(
    .refusedCredentials, "that is no pairing code", hint: "it is of ten capital letters and digits",
    code: "easy-control.no-code")

  static let notApproved = ProviderError(
    .refusedCredentials, "nobody has approved the pairing within five minutes, and the code is worth nothing any more",
    hint: "have an administrator of Home Assistant make a new guest pass, and approve it there",
    code: "easy-control.not-approved")

  static let answerLost = ProviderError(
    .refusedCredentials, "the server has paired, but its answer was lost on the way; the code is used up",
    hint: "have an administrator of Home Assistant revoke that guest pass and make a new one",
    code: "easy-control.answer-lost")
}
