import Documents
import Providers
import Text

// MARK: Groups, domain entries and subscribed lists

extension Message {
  static func defaultGroup(_ name: String) -> Message {
    Message(
      code: "pihole.default-group",
      "the group \(name.quoted) contains every client that is not listed; it is never switched",
      hint: "put the clients you mean in their own group on the Pi-hole, and name that group")
  }

  /// At most three are named.
  static func unfiltered(_ clients: [ListedClient]) -> Message {
    let names = clients.sorted { $0.key < $1.key }.map(\.words)
    let list = names.count > 3 ? names.listed(atMost: 3) : names.listed()
    let verb = clients.count == 1 ? "has" : "have"
    return Message(
      code: "pihole.unfiltered-client",
      "\(list) \(verb) no other enabled group: nothing is filtered there while this one is disabled",
      hint: "put each such client in the group Default as well, on the Pi-hole")
  }

  static func inEffectForNobody(_ groups: [String]) -> Message {
    let names = groups.map(\.quoted)
    let found = groups.count == 1 ? "its group \(names.listed()) was" : "its groups \(names.listed(atMost: 3)) were"
    return Message(
      code: "pihole.group-disabled",
      "\(found) found disabled: while \(groups.count == 1 ? "it is" : "they are"), this has no effect for anybody")
  }

  static func emptyList(_ address: String, _ type: ListType) -> Message {
    Message(
      code: "pihole.empty-list",
      "\(address.quoted) has no domains yet: it \(type.rawValue)s nothing until gravity has run",
      hint: "run 'pihole -g' on that machine, or update gravity in its web interface")
  }

  static func unsafeName(_ name: String) -> Message {
    Message(
      code: "pihole.unsafe-name", "\(name.quoted) contains a control character, which is never sent to a Pi-hole",
      hint: "give it another name")
  }

  static func gone(_ name: String) -> Message {
    Message(code: "pihole.gone", "\(name.quoted) has since been deleted or renamed", hint: nextRunHint)
  }

  static func becameAnother(_ name: String) -> Message {
    Message(
      code: "pihole.became-another",
      "\(name.quoted) has since been deleted, and there is now another one with that name",
      hint: nextRunHint)
  }

  static func already(_ name: String, _ live: SwitchState) -> Message {
    Message(code: "pihole.already", "\(name.quoted) is already \(live.position.rawValue); nothing was written")
  }

  static func switchedMeanwhile(_ name: String, _ live: SwitchState) -> Message {
    Message(
      code: "pihole.moved-meanwhile", "\(name.quoted) has since been switched and is now \(live.position.rawValue)",
      hint: nextRunHint)
  }

  static func notOwn(_ name: String, mark: String) -> Message {
    Message(
      code: "pihole.not-own", "\(name.quoted) does not belong to this policy: its comment no longer says '\(mark)'",
      hint: "put that back in the comment, or remove the entry from the policy")
  }

  static func madeMeanwhile(_ name: String) -> Message {
    Message(code: "pihole.made-meanwhile", "\(name.quoted) has since been created by somebody else", hint: nextRunHint)
  }

  static func cannotBeSentBack(_ name: String) -> Message {
    Message(
      code: "pihole.not-utf-8", "the name or the comment of \(name.quoted) is not UTF-8 and could not be kept",
      hint: "rewrite it in the Pi-hole's web interface")
  }

  static func databaseLocked(_ name: String) -> Message {
    Message(
      code: "pihole.database-locked",
      "\(name.quoted) was not changed: another program keeps the Pi-hole's database locked",
      hint: "wait if gravity is being updated; " + nextRunHint)
  }

  static func unaddressable(_ name: String) -> Message {
    Message(
      code: "pihole.unaddressable",
      "\(name.quoted) cannot be switched: in the path of a request, that name means another place",
      hint: "give it another name in the Pi-hole")
  }

  static func unfit(_ name: String, _ words: String?) -> Message {
    Message(
      code: "pihole.refused-entry",
      "the Pi-hole rejects \(name.quoted)" + (words.map { ": \($0.quoted)" } ?? ""),
      hint: "correct it in the policy")
  }

  static func notTaken(_ name: String, _ words: String) -> Message {
    Message(
      code: "pihole.not-taken", "the Pi-hole rejected the change of \(name.quoted): \(words)", hint: nextRunHint)
  }

  static func complainedAndShown(_ name: String, _ words: String) -> Message {
    Message(
      code: "pihole.complained",
      "reading it back confirms the change of \(name.quoted), but the Pi-hole reported: \(words)",
      hint: lookHint)
  }

  static func notShown(_ name: String, _ live: SwitchState, lost: ProviderError?) -> Message {
    let sent = lost.map { "the answer to the change was lost (\($0.message.text))" } ?? "the change was accepted"
    return Message(
      code: "pihole.not-shown", "\(sent), but \(name.quoted) still reads as \(live.position.rawValue)",
      hint: lost == nil ? "check whether something else also switches it" : nextRunHint)
  }

  static func goneAfterwards(_ name: String) -> Message {
    Message(
      code: "pihole.gone-afterwards", "the change was sent, but \(name.quoted) is no longer there",
      hint: nextRunHint)
  }

  static func madeAnew(_ name: String) -> Message {
    Message(
      code: "pihole.made-anew",
      "\(name.quoted) was deleted at the last moment, and there is now a new one with that name",
      hint: "check it in the Pi-hole: the change may have created it again")
  }

  static func othersChanged(_ name: String, _ members: [String], _ words: String?) -> Message {
    let list = members.map(\.quoted).listed()
    return Message(
      code: "pihole.other-member-changed",
      "\(list) of \(name.quoted) \(members.count == 1 ? "is" : "are") no longer as before"
        + (words.map { " (\($0))" } ?? ""),
      hint: lookHint)
  }
}

// MARK: Domain entries of a policy's own

extension Message {
  static func unknownGroups(_ name: String, _ groups: [String]) -> Message {
    let list = groups.map(\.quoted).listed()
    return Message(
      code: "pihole.unknown-group", "\(name.quoted) was not created: the Pi-hole has no group \(list)",
      hint: "create it in the Pi-hole's web interface, or correct 'groups' in the policy; upper and lower case differ")
  }

  static func entryNotShown(_ name: String, lost: ProviderError?) -> Message {
    let sent = lost.map { "the answer to the change was lost (\($0.message.text))" } ?? "the change was accepted"
    return Message(code: "pihole.not-shown", "\(sent), but \(name.quoted) is not there", hint: nextRunHint)
  }

  static func madeInPart(_ name: String, _ words: String) -> Message {
    Message(
      code: "pihole.made-in-part",
      "\(name.quoted) was created without all of its groups (\(words)), and was removed again",
      hint: nextRunHint)
  }

  /// `madeInPart` is what should have been so.
  static func leftInPart(_ madeInPart: Message) -> Message {
    Message(
      code: "pihole.left-in-part", madeInPart.text + ", which cannot be confirmed",
      hint: "check the entry in the Pi-hole: it may be in the wrong groups")
  }

  static func notRemoved(_ name: String, lost: ProviderError?) -> Message {
    let sent = lost.map { "the answer to the removal was lost (\($0.message.text))" } ?? "the removal was accepted"
    return Message(code: "pihole.not-removed", "\(sent), but \(name.quoted) is still there", hint: nextRunHint)
  }

  fileprivate static let lookHint = "check it in the Pi-hole's web interface, under group management"
}

extension ListedClient {
  /// In characters; a longer comment is cut.
  private static let longestLabel = 40

  fileprivate var words: String {
    guard let label, label != key else { return key.quoted }
    return "\(key.quoted) (\(label.count > Self.longestLabel ? label.prefix(Self.longestLabel) + "…" : label))"
  }
}
