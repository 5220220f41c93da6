import Documents
import Policies
import Providers

/// What is said about one change.
extension HomeAssistantMessages {
  static func noSuchSwitch(_ change: Change) -> Message {
    Message(
      code: "home-assistant.no-such-switch",
      "\(change.name.quoted) cannot be set to '\(change.to.position.rawValue)' in Home Assistant")
  }

  static func gone(_ id: EntityID) -> Message {
    Message(
      code: "home-assistant.gone", "\(id.text) is no longer there",
      hint: "check whether it was renamed or disabled in Home Assistant")
  }

  static let already = Message(code: "home-assistant.already", "has since been switched, and is as it should be")

  static func othersOnly(_ words: String) -> Message {
    Message(
      code: "home-assistant.others-only", "is \(words); the others were switched",
      hint: "check that its device is switched on and in reach")
  }

  static let onItsWay = Message(
    code: "home-assistant.on-its-way", "was already moving, and is now there; nothing had to be sent")

  static let changedMeanwhile = Message(code: "home-assistant.changed", "has since changed")

  static func stillMoving(_ word: String) -> Message {
    Message(
      code: "home-assistant.moving", "was still \(word) after a minute, so nothing was sent",
      hint: "check whether something blocks it")
  }

  static func notReadBack(_ error: ProviderError, _ doubt: CallDoubt?) -> Message {
    let sent = doubt.map { "the answer to the call is unknown (\($0.reason))" } ?? "the call was accepted"
    return Message(
      code: "home-assistant.not-read-back",
      "\(sent), but its state could not be read afterwards: \(error.message.text)",
      hint: "the next run checks again")
  }

  static func refused(_ doubt: CallDoubt) -> Message {
    Message(
      code: "home-assistant.refused", "was not switched: \(doubt.reason)",
      hint: "look for the reason in its log (Settings, System, Logs)")
  }

  static func refusedWithCode(_ doubt: CallDoubt) -> Message {
    Message(
      code: "home-assistant.refused", "was not switched: \(doubt.reason)",
      hint: "check its code, and look for the reason in its log (Settings, System, Logs)")
  }

  static func refusedWithoutCode(_ doubt: CallDoubt) -> Message {
    Message(
      code: "home-assistant.refused", "was not switched: \(doubt.reason)",
      hint: "it asks for a code: give its target one with 'code'")
  }

  /// `kind` tells what its states are called.
  static func notThere(
    _ last: EntityCondition, of kind: ObjectKind, after seconds: Int, _ doubt: CallDoubt?
  ) -> Message {
    let why = doubt.map { " (\($0.reason))" } ?? ""
    let states = SystemKind.homeAssistant.selectors.first { $0.object == kind }?.states ?? .onOff
    let state =
      switch last {
      case .moving(let word, _): "is still \(word)"
      case .on: "is still \(states.on)"
      case .off: "is still \(states.off)"
      case .mixed, .stuck, .partly, .unknown, .faulty: "does not show it"
      }
    return Message(
      code: "home-assistant.not-confirmed", "was called\(why), but \(state) after \(seconds) s",
      hint: "check that its device is in reach; the next run checks again")
  }

  static func doneAllTheSame(_ doubt: CallDoubt) -> Message {
    Message(code: "home-assistant.done-all-the-same", "was done, although \(doubt.reason)")
  }

  static let assumed = Message(code: Outcome.assumedCode, "was sent, and nobody measures whether it arrived")
}
