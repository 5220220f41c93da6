import Approvals
import Controller
import Documents
import Policies
import Text
import Overrides

/// Every text about people and their PINs. None of them holds one.
enum PeopleMessages {
  static let nobody = "The policy names no people. Add some, as in 'people: {anna: {}}'."

  /// `acts`: whether they have devices or links.
  static func stranger(_ person: Name, acts: Bool, hasPIN: Bool) -> String {
    let parts =
      (acts ? ["nothing acts for them until they are; 'reconcile people unlink \(person)' ends that"] : [])
      + (hasPIN ? ["their PIN counts again once they are; 'reconcile people reset \(person)' removes it"] : [])
    return "not in the policy, so " + parts.joined(separator: "; ")
  }

  static func noSuchVerb(_ word: String) -> UsageError {
    UsageError(
      message: "unknown command 'people \(word)'",
      hint: "use 'people list', 'link NAME', 'unlink NAME', 'pin NAME' or 'reset NAME'")
  }

  static func nameMissing(_ verb: String) -> UsageError {
    UsageError(message: "the person is missing", hint: "for example: reconcile people \(verb) anna")
  }

  static func unknown(_ word: String, near: String?, _ known: [String]) -> UsageError {
    UsageError(
      message: "unknown person '\(word)'",
      hint: near.map { "did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "add 'people: {\(word.lowercased()): {}}' to the policy" : "the people are \(known.listed())"))
  }

  // MARK: How they are told

  /// What a list says of it.
  static func words(_ reach: ApproverReach) -> String {
    switch reach {
    case .command: "notified by a command"
    case .ntfy: "notified by ntfy"
    case .nothing: "no address"
    case .unknown: "how they are notified is unknown"
    }
  }

  /// Where the file with the addresses cannot be read, or cannot be used.
  static func notKnown(_ people: PeopleFile) -> Message {
    if people.isClosedToUser {
      return Message(
        code: "approver.unknown", "how approvers are notified is unknown: \(people.diagnostics[0].message)",
        hint: "run 'sudo reconcile doctor' to check it")
    }
    let error = people.diagnostics.first { $0.severity == .error }
    return Message(
      code: "approver.file",
      "no approver can be notified: '\(people.path)' cannot be used: \(error?.message ?? "")",
      hint: error?.hint
    )
  }

  static func unreachable(_ person: Name, guarding targets: [Name], _ people: PeopleFile) -> Message {
    Message(
      code: "approver.unreachable",
      "'\(person)' guards \(targets.map { "'\($0)'" }.listed()), but has neither an address nor a PIN to agree with",
      hint: "write the address of '\(person)' in '\(people.written)', or have '\(person)' run "
        + "'reconcile people pin \(person)'")
  }

  static func stranger(_ person: Name, near: String?, _ people: PeopleFile) -> Message {
    Message(
      code: "approver.stranger", "'\(people.path)' names '\(person)', who is not in the policy",
      hint: near.map { "did you mean '\($0)'?" }
        ?? "add 'people: {\(person): {}}' to the policy; people who guard nothing are never notified")
  }

  static let noTerminal = OverrideRefusal("a PIN can be chosen only at a terminal, where it is typed twice", nil)

  static func onlyOwn(_ person: Name) -> OverrideRefusal {
    OverrideRefusal("only '\(person)' or root can choose that PIN", "log in as '\(person)'")
  }

  static func onlyRoot(_ person: Name) -> OverrideRefusal {
    OverrideRefusal("only root can remove a PIN", "'reconcile people pin \(person)' replaces it")
  }

  static func hasOne(_ person: Name) -> OverrideRefusal {
    OverrideRefusal("'\(person)' has chosen a PIN in the meantime", "start again, and give that one first")
  }

  static func askForOld(_ person: Name) -> String { "current PIN of \(person): " }
  static func askForNew(_ person: Name) -> String {
    "new PIN of \(person), 8 digits or more, or a phrase of 12 characters or more: "
  }
  static let askAgain = "again: "

  static func flaw(_ flaw: PersonPIN.Flaw) -> OverrideRefusal {
    switch flaw {
    case .short: OverrideRefusal("that is too short", "use 8 digits or more, or a phrase of 12 characters or more")
    case .plain: OverrideRefusal("that is easily guessed", "choose one that nobody would try first")
    case .long: OverrideRefusal("that is longer than 128 bytes", "choose a shorter one")
    }
  }

  // MARK: Links

  private static let rootsShell =
    "a shell of root's, which 'sudo su -' opens, as sudo alone is not enough; in a container run the command there as user 0"

  static func onlyOwnDevices(_ person: Name) -> OverrideRefusal {
    OverrideRefusal(
      "'\(person)' guards something, so only '\(person)' and root choose what acts for '\(person)'",
      "unlink it in \(rootsShell)")
  }

  static func onlyOwnLink(_ person: Name) -> OverrideRefusal {
    OverrideRefusal(
      "'\(person)' guards something, so anyone who acts for '\(person)' can approve",
      "link it in \(rootsShell); of others only '\(person)', logged in by that name, can")
  }

  static let noAddress = OverrideRefusal(
    "the page was never served with this state, so its address is unknown",
    "start 'reconcile serve', or give the address with --url")

  static func deviceName(_ most: Int) -> OverrideRefusal {
    OverrideRefusal("a device's name has at most \(most) characters, on one line", nil)
  }

  static func onlyWithLink(_ option: Option) -> UsageError {
    UsageError(message: "'--\(option.name)' belongs to 'people link'")
  }

  static func notAnAddress(_ text: String) -> UsageError {
    UsageError(
      message: "'\(text)' is not the address of a page",
      hint: "write it like https://home.example or http://192.168.1.5:8383")
  }

  static func linkMade(_ person: Name) -> String {
    "Whoever opens it within 15 minutes and presses the button acts for \(person). It works once."
  }

  static func tokenMade(_ person: Name) -> String {
    "A program that sends it as 'Authorization: Bearer …' acts for \(person). It is shown only now."
  }

  static func noDevice(_ person: Name, _ word: String?) -> OverrideRefusal {
    OverrideRefusal(
      word.map { "'\(person)' has no device '\($0)'" } ?? "no device acts for '\(person)'",
      "'reconcile people list' shows them")
  }

  static func unlinked(_ person: Name, _ devices: [JoinedDevice], _ links: [JoinLink]) -> String {
    let names = devices.map { ($0.name ?? $0.id).escaped }.listed()
    let acts = devices.isEmpty ? [] : ["\(names) no longer \(devices.count == 1 ? "acts" : "act") for \(person)."]
    let unused = links.map { link in
      "The unused link\(link.device.map { " for '\($0.escaped)'" } ?? "") no longer works."
    }
    return (acts + unused).joined(separator: " ")
  }

  /// `link for 'iPhone', good until 21:15`
  static func words(_ link: JoinLink, until end: String) -> String {
    "link\(link.device.map { " for '\($0)'" } ?? ""), good until \(end)"
  }

  /// `iPhone (1a2b3c4d) since Fri 21:00`
  static func words(_ device: JoinedDevice, _ since: String) -> String {
    "\(device.name ?? (device.isProgram ? "a program" : "a device")) (\(device.id)) since \(since)"
  }

  static let notTheSame = OverrideRefusal("the two are not the same", "start again; nothing was changed")
  static func chosen(_ person: Name) -> String { "\(person) now has a PIN." }
  static func wasTaken(by person: String) -> String { "\(person) has removed your PIN" }
  static func taken(_ person: Name) -> String { "\(person) no longer has a PIN, and is notified at the next run." }
}
