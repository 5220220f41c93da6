import Documents
import Providers
import Text

// MARK: Groups, domain entries and subscribed lists

extension Message {
  static func defaultGroup(_ name: String) -> Message {
    Message(
      code: "pihole.default-group",
      "the group \(name.quoted) is that of every client that is not listed, it is never switched",
      hint: "list the clients that are meant in the Pi-hole, in a group of their own, and name that one")
  }

  /// At most three are named.
  static func unfiltered(_ clients: [ListedClient]) -> Message {
    let names = clients.sorted { $0.key < $1.key }.map(\.words)
    let list = names.count > 3 ? names.listed(atMost: 3) : names.listed()
    let verb = clients.count == 1 ? "has" : "have"
    return Message(
      code: "pihole.unfiltered-client",
      "\(list) \(verb) no other enabled group: nothing at all is filtered there while this one is disabled",
      hint: "in the Pi-hole, put such a client into the group Default as well")
  }

  static func emptyList(_ address: String, _ type: ListType) -> Message {
    Message(
      code: "pihole.empty-list",
      "\(address.quoted) holds no domains yet: it \(type.rawValue)s nothing until gravity has run",
      hint: "run 'pihole -g' on that machine, or update gravity in its web interface")
  }

  static func unsafeName(_ name: String) -> Message {
    Message(
      code: "pihole.unsafe-name", "\(name.quoted) holds a control character, which is not sent to a Pi-hole",
      hint: "give it another name")
  }

  static func gone(_ name: String) -> Message {
    Message(code: "pihole.gone", "\(name.quoted) was deleted or renamed meanwhile", hint: nextRunHint)
  }

  static func becameAnother(_ name: String) -> Message {
    Message(
      code: "pihole.became-another", "\(name.quoted) was deleted meanwhile, and there is another of that name now",
      hint: nextRunHint)
  }

  static func already(_ name: String, _ live: SwitchState) -> Message {
    Message(code: "pihole.already", "\(name.quoted) is \(live.position.rawValue) already, nothing was written")
  }

  static func switchedMeanwhile(_ name: String, _ live: SwitchState) -> Message {
    Message(
      code: "pihole.moved-meanwhile", "\(name.quoted) was switched meanwhile and is \(live.position.rawValue) now",
      hint: nextRunHint)
  }

  static func notOwn(_ name: String, mark: String) -> Message {
    Message(
      code: "pihole.not-own", "\(name.quoted) is not this policy's own: its comment does not say '\(mark)' any more",
      hint: "write it back into the comment, or take the entry out of the policy")
  }

  static func madeMeanwhile(_ name: String) -> Message {
    Message(code: "pihole.made-meanwhile", "\(name.quoted) was made by somebody else meanwhile", hint: nextRunHint)
  }

  static func cannotBeSentBack(_ name: String) -> Message {
    Message(
      code: "pihole.not-utf-8", "the name or the comment of \(name.quoted) is no UTF-8 and could not be kept",
      hint: "write it anew in the Pi-hole's web interface")
  }

  static func databaseLocked(_ name: String) -> Message {
    Message(
      code: "pihole.database-locked",
      "\(name.quoted) was not changed: another program keeps the Pi-hole's database locked",
      hint: "an update of gravity does so for a while; " + nextRunHint)
  }

  static func unaddressable(_ name: String) -> Message {
    Message(
      code: "pihole.unaddressable",
      "what is called \(name.quoted) is not switched: in the path of a request that means another place",
      hint: "give it another name in the Pi-hole")
  }

  static func unfit(_ name: String, _ words: String?) -> Message {
    Message(
      code: "pihole.refused-entry",
      "the Pi-hole does not take \(name.quoted)" + (words.map { ": \($0.quoted)" } ?? ""),
      hint: "correct it in the policy")
  }

  static func notTaken(_ name: String, _ words: String) -> Message {
    Message(
      code: "pihole.not-taken", "the Pi-hole did not take the change of \(name.quoted): \(words)", hint: nextRunHint)
  }

  static func complainedAndShown(_ name: String, _ words: String) -> Message {
    Message(
      code: "pihole.complained", "a read shows the change of \(name.quoted), and yet the Pi-hole complained: \(words)",
      hint: lookHint)
  }

  static func notShown(_ name: String, _ live: SwitchState, lost: ProviderError?) -> Message {
    let sent = lost.map { "the answer to the change was lost (\($0.message.text))" } ?? "the change was accepted"
    return Message(
      code: "pihole.not-shown", "\(sent), and a read shows \(name.quoted) \(live.position.rawValue)",
      hint: lost == nil ? "look whether something else switches it as well" : nextRunHint)
  }

  static func goneAfterwards(_ name: String) -> Message {
    Message(
      code: "pihole.gone-afterwards", "the change was sent, and a read shows no \(name.quoted) any more",
      hint: nextRunHint)
  }

  static func madeAnew(_ name: String) -> Message {
    Message(
      code: "pihole.made-anew",
      "\(name.quoted) was deleted in the last moment, and there is a new one of that name now",
      hint: "look at it in the Pi-hole: the change may have made it anew")
  }

  static func othersChanged(_ name: String, _ members: [String], _ words: String?) -> Message {
    let list = members.map(\.quoted).listed()
    return Message(
      code: "pihole.other-member-changed",
      "\(list) of \(name.quoted) \(members.count == 1 ? "is" : "are") not as before" + (words.map { " (\($0))" } ?? ""),
      hint: lookHint)
  }
}

// MARK: Domain entries of a policy's own

extension Message {
  static func unknownGroups(_ name: String, _ groups: [String]) -> Message {
    let list = groups.map(\.quoted).listed()
    return Message(
      code: "pihole.unknown-group", "\(name.quoted) was not made: the Pi-hole has no group \(list)",
      hint: "make it in the Pi-hole's web interface, or correct 'groups' in the policy; upper and lower case differ")
  }

  static func entryNotShown(_ name: String, lost: ProviderError?) -> Message {
    let sent = lost.map { "the answer to the change was lost (\($0.message.text))" } ?? "the change was accepted"
    return Message(code: "pihole.not-shown", "\(sent), and a read does not show \(name.quoted)", hint: nextRunHint)
  }

  static func madeInPart(_ name: String, _ words: String) -> Message {
    Message(
      code: "pihole.made-in-part",
      "\(name.quoted) was made without all of its groups (\(words)), and was removed again",
      hint: nextRunHint)
  }

  /// `madeInPart` is what should have been so.
  static func leftInPart(_ madeInPart: Message) -> Message {
    Message(
      code: "pihole.left-in-part", madeInPart.text + ", which cannot be confirmed",
      hint: "look at the entry in the Pi-hole: it may work in other groups than it should")
  }

  static func notRemoved(_ name: String, lost: ProviderError?) -> Message {
    let sent = lost.map { "the answer to the removal was lost (\($0.message.text))" } ?? "the removal was accepted"
    return Message(code: "pihole.not-removed", "\(sent), and a read still shows \(name.quoted)", hint: nextRunHint)
  }

  fileprivate static let lookHint = "look at it in the Pi-hole's web interface, under group management"
}

extension ListedClient {
  /// In characters; a longer comment is cut.
  private static let longestLabel = 40

  fileprivate var words: String {
    guard let label, label != key else { return key.quoted }
    return "\(key.quoted) (\(label.count > Self.longestLabel ? label.prefix(Self.longestLabel) + "…" : label))"
  }
}
