import Documents
import Policies
import Providers

/// Every sentence about what became of a change, and about an observation.
extension Message {
  static let nextRunHint = "the next run looks at it again"

  static func alreadyInPlace(_ live: SwitchState) -> Message {
    Message(code: "pihole.already", "blocking is already \(live.position.rawValue); nothing was written")
  }

  static func movedMeanwhile(_ live: SwitchState) -> Message {
    Message(
      code: "pihole.moved-meanwhile", "blocking has since been changed and is now \(live.words)", hint: nextRunHint)
  }

  static let pauseOver = Message(code: "pihole.pause-over", "the pause would already be over; nothing was written")

  static func unsuited(_ change: Change) -> Message {
    Message(
      code: "pihole.no-such-switch",
      "a Pi-hole cannot set '\(change.kind.rawValue)' to \(change.to.position.rawValue)")
  }

  static func answerLost(_ error: ProviderError) -> Message {
    Message(
      code: "pihole.answer-lost",
      "the answer to the change was lost (\(error.message.text)); reading it back confirms it"
    )
  }

  static func notShown(_ live: SwitchState, lost: ProviderError?) -> Message {
    guard let lost else {
      return Message(
        code: "pihole.not-shown", "the change was accepted, but blocking still reads as \(live.words)",
        hint: "check whether something else also switches blocking")
    }
    return Message(
      code: "pihole.not-shown",
      "the answer to the change was lost (\(lost.message.text)), but blocking still reads as \(live.words)",
      hint: nextRunHint)
  }

  static func notReadBack(_ error: ProviderError) -> Message {
    Message(
      code: "pihole.not-read-back", "the change was sent, but could not be read back: \(error.message.text)",
      hint: error.message.hint)
  }

  /// Why nothing can be said of the objects of `kind`.
  static func unread(_ kind: ObjectKind, _ error: ProviderError) -> Message {
    Message(
      code: error.specificCode ?? "pihole.unread", "its \(kind.onPiHole) could not be read: \(error.message.text)",
      hint: error.message.hint,
      mayPass: error.isTransient)
  }

  static func versionUnknown(_ error: ProviderError) -> Message {
    Message(
      code: "pihole.version-unknown", "the Pi-hole's version could not be read: \(error.message.text)",
      hint: error.message.hint)
  }
}

extension ObjectKind {
  /// What a Pi-hole has of it, in words.
  fileprivate var onPiHole: String {
    switch self {
    case .blocking: "blocking"
    case .group: "groups"
    case .domain: "domain entries"
    case .list: "lists"
    default: rawValue
    }
  }
}

extension SwitchState {
  fileprivate var words: String {
    guard ends == nil else { return "\(position.rawValue) on a timer" }
    return position == .paused ? "paused without a timer" : position.rawValue
  }
}
