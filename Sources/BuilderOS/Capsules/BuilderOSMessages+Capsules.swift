import Documents
import HTTPTransport
import Policies
import Providers

/// What is said of single capsules.
extension BuilderOSMessages {
  static let unusableID = Message(
    code: "builderos.id", "has an id that cannot be part of an address, and cannot be asked for anything",
    hint: "give it an id without '/' and control characters")

  static func noSuchAction(_ change: Change) -> Message {
    Message(
      code: "builderos.no-such-action",
      "\(change.name.quoted) cannot be asked to be '\(change.to.position.rawValue)' on a BuilderOS host")
  }

  static let gone = Message(
    code: "builderos.gone", "is not there any more", hint: "was it renamed or removed on its host?")

  static let noActions = Message(
    code: "builderos.no-actions", "was not asked: the host takes no actions for it (status 404)",
    hint: "the host's API has to have '/api/capsules/ID/actions'")

  static func saysNo(_ response: Response, _ words: String?) -> Message {
    Message(
      code: "builderos.refused", "was not done: the host answers " + answer(response, words),
      hint: "look at the capsule on its host")
  }

  static func failed(_ words: String?) -> Message {
    Message(
      code: "builderos.failed", "was not done: the host says " + (words?.quoted ?? "that it failed"),
      hint: "look at the capsule on its host")
  }

  private static let unknownHint = "look at the capsule on its host; it is not asked again before the schedule changes"

  static func answerLost(_ error: TransportError) -> Message {
    Message(
      code: "builderos.unknown", "was asked, and nobody knows whether it was done: \(error.message)", hint: unknownHint)
  }

  static func unclear(_ response: Response, _ words: String?) -> Message {
    Message(
      code: "builderos.unknown",
      "was asked, and nobody knows whether it was done: the host answers " + answer(response, words), hint: unknownHint)
  }

  static let noWord = Message(
    code: "builderos.unknown", "was asked, and nobody knows whether it was done: the host's answer does not say",
    hint: unknownHint)
}
