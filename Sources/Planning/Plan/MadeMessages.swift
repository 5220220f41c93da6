import CivilTime
import Documents
import Policies
import Providers
import Text

/// What is said of objects that the file makes and owns.
extension Messages {
  /// What is brought up to date, each difference by itself.
  static func differences(_ differences: [String]) -> [Message] {
    differences.map { Message(code: "made.differs", $0) }
  }

  /// That it keeps `hours` by the clock of its system.
  static func armed(_ hours: TimeRange, by noun: String) -> Message {
    Message(code: "made.armed", "armed: off \(hours) by the \(noun)'s own clock")
  }

  /// That it keeps no hours, as its system did not keep them when it was last told to.
  static func hoursRefused(by noun: String) -> Message {
    Message(code: "made.without-hours", "the \(noun) did not keep its hours; they are tried again after a day")
  }

  /// That it goes on keeping `hours`, although it is left alone.
  static func goesOn(_ hours: TimeRange, by noun: String) -> Message {
    Message(code: "made.goes-on", "keeps blocking every day \(hours), by the \(noun)'s own clock")
  }

  /// That it keeps other hours than it is to.
  static func hours(_ live: MadeObject.Hours?, _ wanted: MadeObject.Hours) -> String {
    "hours: \(live?.words ?? "none") → \(wanted.words)"
  }

  static func surplus(_ surplus: MadeObject.Surplus, of target: Name) -> Message {
    switch surplus {
    case .twice: Message(code: "made.twice", "there is another one like it, created for '\(target)'")
    case .unneeded: Message(code: "made.unneeded", "'\(target)' no longer needs it")
    case .unnamed: Message(code: "made.unnamed", "target '\(target)' is not in this policy")
    }
  }

  /// Of what was made on `system` for a target that needs nothing there any more, as `policy` says why.
  static func unnamed(_ target: Name, on system: Name, in policy: Policy) -> Message {
    guard let target = policy.targets.first(where: { $0.name == target }) else { return surplus(.unnamed, of: target) }
    guard let other = target.selector.system, other != system else { return surplus(.unneeded, of: target.name) }
    return Message(code: "made.unnamed", "target '\(target.name)' is now on '\(other)'")
  }

  /// How long the making of what could not be lifted again is left alone, in seconds.
  static let refusedSeconds: Int64 = 86_400

  static let notMade = Message(
    code: "made.refused", "was created and removed again: the system did not list it, so it could not have been undone",
    hint: "create a rule by hand, and name it in the policy; otherwise it is tried again after a day")

  /// Why what is made is not removed yet.
  static let putOff = Message(
    code: "made.put-off", "is removed once everything that is to block in its place is there")

  /// `rival` is the other file that surely has the same owner.
  static func sharedOwner(_ owner: String, of target: Name, with rival: String?) -> Message {
    guard let rival else {
      return Message(
        code: "made.shared-owner",
        "somebody edits it in the console, or another machine runs a file with the owner '\(owner)' and a target '\(target)'",
        hint:
          "stop the other machine, such as the one that this one replaces; where both are to go on, give each file an "
          + "'owner' of its own")
    }
    return Message(
      code: "made.shared-owner", "'\(rival)' made this as well, and has the same owner '\(owner)'",
      hint: "give each policy file an 'owner' of its own: otherwise each undoes what the other did")
  }

  /// That what carries the mark of `owner` is not removed, as it may be another file's.
  static func strange(_ names: [String], _ one: String, owner: String, on noun: String) -> Message {
    let (what, them) = names.count == 1 ? ("1 \(one) was", "it") : ("\(names.count) \(one.plural) were", "them")
    return Message(
      code: "made.strange",
      "\(what) made by a run that this state does not know, and no target here has \(them): "
        + names.lazy.map(\.quoted).listed(atMost: fewNames),
      hint:
        "if another file has the owner '\(owner)', give this one another 'owner'; else delete \(them) on the \(noun)")
  }

  static func madeForNobody(_ names: [String], key: String, _ one: String, on system: Name) -> Message {
    let what = names.count == 1 ? "1 \(one) was" : "\(names.count) \(one.plural) were"
    return Message(
      code: "made.left-behind",
      "\(what) created by this file for targets that are no longer on '\(system)': \(names.lazy.map(\.quoted).listed(atMost: fewNames))",
      hint:
        "to have them removed, write '\(key): true' in the system '\(system)', and an 'owner' at the top unless there is "
        + "one")
  }
}

extension String {
  /// More than one of it: `policies` for `policy`.
  var plural: String { hasSuffix("y") ? dropLast() + "ies" : self + "s" }
}
