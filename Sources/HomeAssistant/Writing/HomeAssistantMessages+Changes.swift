import Documents
import Policies
import Providers

/// What is said about one change.
extension HomeAssistantMessages {
  static func noSuchSwitch(_ change: Change) -> Message {
    Message(
      code: "home-assistant.no-such-switch",
      "\(change.name.quoted) cannot be moved to '\(change.to.position.rawValue)' in Home Assistant")
  }

  static func gone(_ id: EntityID) -> Message {
    Message(
      code: "home-assistant.gone", "\(id.text) is not there any more",
      hint: "was it renamed or disabled in Home Assistant?")
  }

  static let already = Message(code: "home-assistant.already", "was switched meanwhile, and is where it should be")

  static func othersOnly(_ words: String) -> Message {
    Message(
      code: "home-assistant.others-only", "is \(words); the others were switched",
      hint: "look whether its device is switched on and in reach")
  }

  static let onItsWay = Message(
    code: "home-assistant.on-its-way", "was on its way already, and has arrived; nothing had to be sent")

  static let changedMeanwhile = Message(code: "home-assistant.changed", "has changed meanwhile")

  static func stillMoving(_ word: String) -> Message {
    Message(
      code: "home-assistant.moving", "was still \(word) after a minute, so that nothing was sent",
      hint: "look whether something blocks it")
  }

  static func notReadBack(_ error: ProviderError, _ doubt: CallDoubt?) -> Message {
    let sent = doubt.map { "the answer to the call is not known (\($0.reason))" } ?? "the call was taken"
    return Message(
      code: "home-assistant.not-read-back",
      "\(sent), and its state could not be read afterwards: \(error.message.text)",
      hint: "the next run looks again")
  }

  static func refused(_ doubt: CallDoubt) -> Message {
    Message(
      code: "home-assistant.refused", "was not switched: \(doubt.reason)",
      hint: "its log (Settings, System, Logs) has the reason")
  }

  static func notThere(_ last: EntityCondition, after seconds: Int, _ doubt: CallDoubt?) -> Message {
    let why = doubt.map { " (\($0.reason))" } ?? ""
    let state = if case .moving(let word) = last { "is still \(word)" } else { "does not show it" }
    return Message(
      code: "home-assistant.not-confirmed", "was called\(why), and \(state) after \(seconds) s",
      hint: "the next run looks again; is its device in reach?")
  }

  static func doneAllTheSame(_ doubt: CallDoubt) -> Message {
    Message(code: "home-assistant.done-all-the-same", "was done, although \(doubt.reason)")
  }

  static let assumed = Message(
    code: "home-assistant.assumed", "was sent; nobody measures this device, so that Home Assistant assumes its state")
}
