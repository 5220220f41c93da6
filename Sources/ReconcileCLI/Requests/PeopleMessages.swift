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
    UsageError(message: "'people' has no '\(word)'", hint: "'people pin NAME' and 'people reset NAME' are there")
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

  static let notTheSame = OverrideRefusal("the two are not the same", "nothing was changed: begin again")
  static func chosen(_ person: Name) -> String { "\(person) has a PIN from now on." }
  static func wasTaken(by person: String) -> String { "\(person) has taken your PIN away" }
  static func taken(_ person: Name) -> String { "\(person) has no PIN any more, and is told so with the next run." }
}
