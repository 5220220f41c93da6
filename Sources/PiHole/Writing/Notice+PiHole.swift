import Policies
import Providers

/// Every sentence about what became of a change, and about an observation.
extension Notice {
  static let nextRunHint = "the next run looks at it afresh"

  static func alreadyInPlace(_ live: Setting) -> Notice {
    Notice(code: "pihole.already", "blocking is \(live.position.rawValue) already, nothing was written")
  }

  static func movedMeanwhile(_ live: Setting) -> Notice {
    Notice(
      code: "pihole.moved-meanwhile", "blocking was moved meanwhile and is \(live.words) now", hint: nextRunHint)
  }

  static let pauseOver = Notice(code: "pihole.pause-over", "the pause would be over already, nothing was written")

  static func unsuited(_ change: Change) -> Notice {
    Notice(
      code: "pihole.no-such-switch",
      "a Pi-hole cannot make '\(change.kind.rawValue)' \(change.to.position.rawValue)")
  }

  static func answerLost(_ error: ProviderError) -> Notice {
    Notice(
      code: "pihole.answer-lost", "the answer to the change was lost (\(error.message)); a read shows that it took")
  }

  static func notShown(_ live: Setting, lost: ProviderError?) -> Notice {
    guard let lost else {
      return Notice(
        code: "pihole.not-shown", "the change was accepted, and a read shows blocking \(live.words)",
        hint: "look whether something else switches blocking as well")
    }
    return Notice(
      code: "pihole.not-shown",
      "the answer to the change was lost (\(lost.message)), and a read shows blocking \(live.words)", hint: nextRunHint)
  }

  static func notReadBack(_ error: ProviderError) -> Notice {
    Notice(
      code: "pihole.not-read-back", "the change was sent, but could not be read back: \(error.message)",
      hint: error.hint)
  }

  /// Why nothing can be said of the objects of `kind`.
  static func unread(_ kind: ObjectKind, _ error: ProviderError) -> Notice {
    Notice(
      code: error.code ?? "pihole.unread", "its \(kind.onPiHole) could not be read: \(error.message)", hint: error.hint,
      mayPass: error.isTransient)
  }

  static func versionUnknown(_ error: ProviderError) -> Notice {
    Notice(
      code: "pihole.version-unknown", "the Pi-hole's version could not be read: \(error.message)", hint: error.hint)
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

extension Setting {
  fileprivate var words: String {
    guard ends == nil else { return "\(position.rawValue) on a timer" }
    return position == .paused ? "paused without a timer" : position.rawValue
  }
}
