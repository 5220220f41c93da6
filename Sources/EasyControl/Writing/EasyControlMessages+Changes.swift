import Documents
import Policies
import Providers

/// What is said about one change, and about one action.
extension EasyControlMessages {
  static func noSuchSwitch(_ change: Change) -> Message {
    Message(
      code: "easy-control.no-such-switch",
      "\(change.name.quoted) cannot be set to '\(change.to.position.rawValue)' by Easy Control")
  }

  static func gone(_ id: String) -> Message {
    Message(code: "easy-control.gone", "\(id.quoted) is no longer in the guest pass")
  }

  static let already = Message(code: "easy-control.already", "has since been switched, and is as it should be")

  static let onItsWay = Message(
    code: "easy-control.on-its-way", "was already moving, and is now there; nothing had to be sent")

  static let changedMeanwhile = Message(code: "easy-control.changed", "has since changed")

  static func notReadBack(_ reason: String, _ doubt: String?) -> Message {
    let sent = doubt.map { "the answer to the action is unknown (\($0))" } ?? "the action was accepted"
    return Message(
      code: "easy-control.not-read-back", "\(sent), but its state could not be read afterwards: \(reason)",
      hint: "the next run checks again")
  }

  static func notThere(_ last: EntityCondition, _ doubt: String?) -> Message {
    let why = doubt.map { " (\($0))" } ?? ""
    let state = if case .moving(let word, _) = last { "is still \(word)" } else { "does not show it" }
    return Message(
      code: "easy-control.not-confirmed", "was sent\(why), but \(state)",
      hint: doubt == nil
        ? "check that its device is in reach; the next run checks again"
        : "check its device, and look for the reason in Home Assistant's log (Settings, System, Logs); the next run "
          + "checks again")
  }

  static func doneAllTheSame(_ doubt: String) -> Message {
    Message(code: "easy-control.done-all-the-same", "was done, although \(doubt)")
  }

  /// Of an action that no state shows. The server calls it a success once the device was called.
  static let assumed = Message(
    code: Outcome.assumedCode, "the server says that it called the device; nobody reads whether that moved")

  static func notKnownWhetherDone(_ doubt: String) -> Message {
    Message(
      code: "easy-control.unknown", "was sent, but whether it was done is unknown: \(doubt)",
      hint: "check the door; it is not sent again")
  }

  /// What came of an action at a time, which no run looks after.
  static func notRepeated(_ message: Message) -> Message {
    var message = message
    message.hint = "check the door; it is not sent again"
    return message
  }

  static func actionNotGranted(_ action: String, _ system: Name) -> Message {
    Message(
      code: "easy-control.not-granted", "the guest pass does not allow '\(action)'",
      hint: "'reconcile pair \(system) --status' shows what it allows")
  }

  static func severalEntities(_ action: String, _ ids: [String]) -> Message {
    Message(
      code: "easy-control.several-entities",
      "the guest pass allows '\(action)' for several entities (\(ids.joined(separator: ", ").shortened())); which one to use "
        + "is unknown", hint: "name them with 'entities', or have a pass made for one of them")
  }
}
