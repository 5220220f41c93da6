import Documents
import HTTPTransport
import Policies
import Providers

/// What is said of single capsules.
extension BuilderOSMessages {
  static let unusableID = Message(
    code: "builderos.id", "has an id that cannot be part of an address, so it cannot be controlled",
    hint: "give it an id without '/' and control characters")

  static func noSuchAction(_ change: Change) -> Message {
    Message(
      code: "builderos.no-such-action",
      "\(change.name.quoted) cannot be set to '\(change.to.position.rawValue)' on a BuilderOS host")
  }

  /// For what a host says that it has done. It tells no state that could be read back.
  static let taken = Message(code: Outcome.assumedCode, "the host says that it did so; nobody reads whether it runs")

  static let gone = Message(
    code: "builderos.gone", "is no longer there", hint: "check whether it was renamed or removed on its host")

  static func noActions(_ response: Response, _ words: String?) -> Message {
    Message(
      code: "builderos.no-actions",
      "was not done: the host has no such capsule or accepts no actions for it, and answers " + answer(response, words),
      hint: "check whether it was removed there; the host's API must have '/api/capsules/ID/actions'")
  }

  static func saysNo(_ response: Response, _ words: String?) -> Message {
    Message(
      code: "builderos.refused", "was not done: the host answers " + answer(response, words),
      hint: "check the capsule on its host")
  }

  static func failed(_ words: String?) -> Message {
    Message(
      code: "builderos.failed", "was not done: the host says " + (words?.quoted ?? "that it failed"),
      hint: "check the capsule on its host")
  }

  private static let unknownHint =
    "check the capsule on its host; the action is not sent again before the schedule changes"

  static func answerLost(_ error: TransportError) -> Message {
    Message(
      code: "builderos.unknown", "was sent, but whether it was done is unknown: \(error.message)", hint: unknownHint)
  }

  static func unclear(_ response: Response, _ words: String?) -> Message {
    Message(
      code: "builderos.unknown",
      "was sent, but whether it was done is unknown: the host answers " + answer(response, words), hint: unknownHint)
  }

  static let noWord = Message(
    code: "builderos.unknown", "was sent, but whether it was done is unknown: the host's answer does not say",
    hint: unknownHint)
}
