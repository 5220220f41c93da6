import Documents
import Policies
import Providers

/// What is said about one change.
extension UniFiMessages {
  static func noSuchSwitch(_ change: Change) -> Message {
    Message(
      code: "unifi.no-such-switch",
      "\(change.kind.rawValue) \(change.name.quoted) cannot be set to '\(change.to.position.rawValue)' on a UniFi console"
    )
  }

  static func gone(_ name: String) -> Message {
    Message(code: "unifi.gone", "\(name.quoted) has since been deleted")
  }

  static func becameAnother(_ move: SwitchUpdate) -> Message {
    Message(
      code: "unifi.became-another",
      "\(move.name.quoted) has since been edited and is no longer the \(move.kind.briefly) in the plan")
  }

  static func notWritable(_ move: SwitchUpdate) -> Message {
    let what = move.kind == .wifi ? "" : " that blocks or allows"
    return Message(
      code: "unifi.not-writable", "\(move.name.quoted) is no longer a user-defined \(move.kind.briefly)\(what)")
  }

  static func notRead(_ move: SwitchUpdate, _ refusal: UniFiRefusal) -> Message {
    if refusal.meansNoZoneFirewall { return listRefused(move.kind, refusal) }
    return Message(
      code: "unifi.read-refused",
      "\(move.name.quoted) was not changed because it cannot be read: \(refusal.error.message.text)",
      hint: refusal.error.message.hint)
  }

  static func already(_ name: String, _ isEnabled: Bool) -> Message {
    Message(code: "unifi.already", "\(name.quoted) has since been changed and is already \(word(isEnabled))")
  }

  static func updateRefused(_ move: SwitchUpdate, _ refusal: UniFiRefusal) -> Message {
    if refusal.unknownMember != nil { return memberRefused(refusal.unknownMemberInWords ?? "***", of: move) }
    return Message(
      code: "unifi.update-refused", "\(move.name.quoted) was not changed: \(refusal.error.message.text)",
      hint: refusal.error.message.hint
    )
  }

  private static func memberRefused(_ member: String, of move: SwitchUpdate) -> Message {
    let doubt = move.kind == .wifi ? "let in other devices" : "affect other devices or traffic"
    return Message(
      code: "unifi.member-refused",
      "\(move.name.quoted) was not changed: the console sent the field '\(member)' but rejects it on write, and without it the "
        + "\(move.kind.briefly) could \(doubt)",
      hint: "\(move.to ? "enable" : "disable") it in UniFi Network, and report this with the version of UniFi Network")
  }

  static func notReadBack(_ name: String, _ error: ProviderError, doubt: ProviderError?) -> Message {
    let sent = doubt.map { "the answer to the change was lost (\($0.message.text))" } ?? "the change was accepted"
    return Message(
      code: "unifi.not-read-back", "\(name.quoted): \(sent), but reading it back failed: \(error.message.text)",
      hint: error.message.hint)
  }

  static func goneAfterwards(_ name: String) -> Message {
    Message(code: "unifi.gone-afterwards", "\(name.quoted) was sent, but is no longer there to be read back")
  }

  static func notShown(_ name: String, _ wanted: Bool) -> Message {
    Message(
      code: "unifi.not-shown", "the console accepted \(name.quoted) but still shows it \(word(!wanted))",
      hint: "the next run tries again; if this continues, change it once in UniFi Network and look for an error there")
  }

  static func didNotArrive(_ name: String, _ doubt: ProviderError) -> Message {
    Message(
      code: "unifi.did-not-arrive", "\(name.quoted) was not changed: \(doubt.message.text)", hint: doubt.message.hint)
  }

  static func answerLost(_ name: String, _ doubt: ProviderError) -> Message {
    Message(
      code: "unifi.answer-lost",
      "the answer to the change of \(name.quoted) was lost (\(doubt.message.text)); reading it back confirms it")
  }

  static func leftOut(_ member: String, of name: String, _ kind: ObjectKind) -> Message {
    Message(
      code: "unifi.member-left-out",
      "the console sent the field '\(member)' of \(name.quoted) but rejects it on write; it was left out",
      hint: "check the \(kind.briefly) in UniFi Network: that setting may have been reset")
  }

  static func decisiveMembersChanged(_ name: String, _ kind: ObjectKind, _ members: [String]) -> Message {
    membersChanged(
      name, members,
      hint: "check the \(kind.briefly) in UniFi Network now: it may "
        + (kind == .wifi ? "let in different devices now" : "affect different traffic now"))
  }

  static func otherMembersChanged(_ name: String, _ kind: ObjectKind, _ members: [String]) -> Message {
    membersChanged(
      name, members,
      hint: "somebody else edited the \(kind.briefly) at the same time, or the console writes it in another way")
  }

  private static func membersChanged(_ name: String, _ members: [String], hint: String) -> Message {
    let list = members.map(\.quoted).joined(separator: ", ")
    return Message(
      code: "unifi.other-member-changed",
      "\(name.quoted) was changed, and its \(list) is no longer what was read before", hint: hint)
  }

  private static func word(_ isEnabled: Bool) -> String { isEnabled ? "enabled" : "disabled" }
}
