import Approvals
import Controller
import Documents
import Policies
import Text
import Overrides

/// Every text about people and their PINs. None of them holds one.
enum PeopleMessages {
  static let nobody = "The policy names no people: 'people: {anna: {}}' does."

  static func noSuchVerb(_ word: String) -> UsageError {
    UsageError(
      message: "'people' has no '\(word)'",
      hint: "'people list', 'link NAME', 'unlink NAME', 'pin NAME' and 'reset NAME' are there")
  }

  static func nameMissing(_ verb: String) -> UsageError {
    UsageError(message: "the person is missing", hint: "for example: reconcile people \(verb) anna")
  }

  static func unknown(_ word: String, near: String?, _ known: [String]) -> UsageError {
    UsageError(
      message: "'\(word)' is no person of the policy",
      hint: near.map { "did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "'people: {\(word.lowercased()): {}}' in the policy names one" : "there are: \(known.listed())"))
  }

  // MARK: How they are told

  /// What a list says of it.
  static func words(_ reach: ApproverReach) -> String {
    switch reach {
    case .command: "told by a command"
    case .ntfy: "told by ntfy"
    case .nothing: "no address"
    case .unknown: "it is not known how they are told"
    }
  }

  /// Where the file with the addresses cannot be read, or cannot be used.
  static func notKnown(_ people: PeopleFile) -> Message {
    if people.isClosedToUser {
      return Message(
        code: "approver.unknown", "how approvers are told is not known: \(people.diagnostics[0].message)",
        hint: "'sudo reconcile doctor' looks")
    }
    let error = people.diagnostics.first { $0.severity == .error }
    return Message(
      code: "approver.file",
      "no approver can be told, as '\(PeopleFile.usualPath)' cannot be used: \(error?.message ?? "")", hint: error?.hint
    )
  }

  static func unreachable(_ person: Name, guarding targets: [Name]) -> Message {
    Message(
      code: "approver.unreachable",
      "'\(person)' guards \(targets.map { "'\($0)'" }.listed()), and has neither an address nor a PIN to agree with",
      hint: "write where to tell '\(person)' into '\(PeopleFile.usualPath)', or let '\(person)' run "
        + "'reconcile people pin \(person)'")
  }

  static func stranger(_ person: Name, near: String?) -> Message {
    Message(
      code: "approver.stranger", "'\(PeopleFile.usualPath)' names '\(person)', who is no person of the policy",
      hint: near.map { "did you mean '\($0)'?" }
        ?? "'people: {\(person): {}}' in the policy names one; who guards nothing is told nothing")
  }

  static let noTerminal = OverrideRefusal("a PIN is chosen at a terminal, where it is typed twice", nil)

  static func onlyOwn(_ person: Name) -> OverrideRefusal {
    OverrideRefusal("only '\(person)' can choose that PIN, or root for '\(person)'", "log in as '\(person)'")
  }

  static func onlyRoot(_ person: Name) -> OverrideRefusal {
    OverrideRefusal("only root can take a PIN away", "'reconcile people pin \(person)' puts another in its place")
  }

  static func hasOne(_ person: Name) -> OverrideRefusal {
    OverrideRefusal("'\(person)' has a PIN by now", "begin again, and give that one first")
  }

  static func askForOld(_ person: Name) -> String { "PIN of \(person) until now: " }
  static func askForNew(_ person: Name) -> String {
    "new PIN of \(person), 8 digits or more, or a phrase of 12 characters or more: "
  }
  static let askAgain = "again: "

  static func flaw(_ flaw: PersonPIN.Flaw) -> OverrideRefusal {
    switch flaw {
    case .short: OverrideRefusal("that is too short", "8 digits or more, or a phrase of 12 characters or more")
    case .plain: OverrideRefusal("that is easily guessed", "take one that nobody would try first")
    case .long: OverrideRefusal("that is longer than 128 bytes", "take a shorter one")
    }
  }

  // MARK: Links

  static func onlyOwnLink(_ person: Name) -> OverrideRefusal {
    OverrideRefusal(
      "'\(person)' guards something, so that whoever acts for '\(person)' can approve",
      "only '\(person)', logged in by that name, and root itself (not by sudo) link a device")
  }

  static let noAddress = OverrideRefusal(
    "nobody has served the page with this state yet, so its address is not known",
    "begin 'reconcile serve', or give the address with --url")

  static func deviceName(_ most: Int) -> OverrideRefusal {
    OverrideRefusal("a device's name has at most \(most) characters, in one line", nil)
  }

  static func onlyWithLink(_ option: Option) -> UsageError {
    UsageError(message: "'--\(option.name)' belongs to 'people link'")
  }

  static func notAnAddress(_ text: String) -> UsageError {
    UsageError(
      message: "'\(text)' is no address of a page", hint: "such as https://home.example or http://192.168.1.5:8383")
  }

  static func linkMade(_ person: Name) -> String {
    "Whoever opens it within 15 minutes and presses the button acts for \(person). It is good once."
  }

  static func tokenMade(_ person: Name) -> String {
    "A program that sends it as 'Authorization: Bearer …' acts for \(person). It is shown this once."
  }

  static func noDevice(_ person: Name, _ word: String?) -> OverrideRefusal {
    OverrideRefusal(
      word.map { "'\(person)' has no device '\($0)'" } ?? "no device acts for '\(person)'",
      "'reconcile people list' shows them")
  }

  static func unlinked(_ person: Name, _ devices: [JoinedDevice]) -> String {
    let names = devices.map { ($0.name ?? $0.id).escaped }.listed()
    return "\(names) \(devices.count == 1 ? "does" : "do") not act for \(person) any more."
  }

  /// `iPhone (1a2b3c4d) since Fri 21:00`
  static func words(_ device: JoinedDevice, _ since: String) -> String {
    "\(device.name ?? (device.isProgram ? "a program" : "a device")) (\(device.id)) since \(since)"
  }

  static let notTheSame = OverrideRefusal("the two are not the same", "nothing was changed: begin again")
  static func chosen(_ person: Name) -> String { "\(person) has a PIN from now on." }
  static func wasTaken(by person: String) -> String { "\(person) has taken your PIN away" }
  static func taken(_ person: Name) -> String { "\(person) has no PIN any more, and is told so with the next run." }
}
