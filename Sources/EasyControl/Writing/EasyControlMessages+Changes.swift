import Documents
import Policies
import Providers

/// What is said about one change, and about one action.
extension EasyControlMessages {
  static func noSuchSwitch(_ change: Change) -> Message {
    Message(
      code: "easy-control.no-such-switch",
      "\(change.name.quoted) cannot be moved to '\(change.to.position.rawValue)' by Easy Control")
  }

  static func gone(_ id: String) -> Message {
    Message(code: "easy-control.gone", "\(id.quoted) is not in the guest pass any more")
  }

  static let already = Message(code: "easy-control.already", "was switched meanwhile, and is where it should be")

  static let onItsWay = Message(
    code: "easy-control.on-its-way", "was on its way already, and has arrived; nothing had to be sent")

  static let changedMeanwhile = Message(code: "easy-control.changed", "has changed meanwhile")

  static func notReadBack(_ reason: String, _ doubt: String?) -> Message {
    let sent = doubt.map { "the answer to the action is not known (\($0))" } ?? "the action was taken"
    return Message(
      code: "easy-control.not-read-back", "\(sent), and its state could not be read afterwards: \(reason)",
      hint: "the next run looks again")
  }

  static func notThere(_ last: EntityCondition, _ doubt: String?) -> Message {
    let why = doubt.map { " (\($0))" } ?? ""
    let state = if case .moving(let word) = last { "is still \(word)" } else { "does not show it" }
    return Message(
      code: "easy-control.not-confirmed", "was told to\(why), and \(state)",
      hint: "the next run looks again; is its device in reach?")
  }

  static func doneAllTheSame(_ doubt: String) -> Message {
    Message(code: "easy-control.done-all-the-same", "was done, although \(doubt)")
  }

  static func notKnownWhetherDone(_ doubt: String) -> Message {
    Message(
      code: "easy-control.unknown", "was sent, and whether it was done is not known: \(doubt)",
      hint: "look at the door; it is not sent again")
  }

  static func actionNotGranted(_ action: String, _ system: Name) -> Message {
    Message(
      code: "easy-control.not-granted", "the guest pass does not allow '\(action)'",
      hint: "'reconcile pair \(system) --status' shows what it allows")
  }

  static func severalEntities(_ action: String, _ ids: [String]) -> Message {
    Message(
      code: "easy-control.several-entities",
      "the guest pass allows '\(action)' for several entities (\(ids.joined(separator: ", ").shortened())), and which of them "
        + "is meant is not known", hint: "name them with 'entities', or have a pass made for one of them")
  }
}
