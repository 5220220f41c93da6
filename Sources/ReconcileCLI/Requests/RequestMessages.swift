import Approvals
import CivilTime
import Controller
import Policies
import Presentation
import StateStore
import Text

import Overrides

/// Every text about requests and approvals on the command line. None of them holds a code.
extension RequestMessages {
  static let none = "No request is open, and none ended in the last day."

  static func nothingYet(
    _ request: ApprovalRequest, _ means: ApproverMeans, _ context: OverrideContext, _ applyLine: String?,
    tellsNow: Bool
  ) -> String {
    let approvers = request.needs.approvers
    let again = context.places.again
    let told = approvers.filter { !means.withoutAddress.contains($0) }
    let typing = approvers.filter(means.withPIN.contains).map { name in
      "\(name) has no address, and agrees with a PIN: 'reconcile approve \(request.id) --as \(name)\(again)'. "
    }
    let unable = approvers.filter { means.withoutAddress.contains($0) && !means.withPIN.contains($0) }
    return "Nothing changes yet. " + areNotified(told, Messages.now(with: applyLine), isNow: tellsNow) + typing.joined()
      + (unable.isEmpty ? "" : haveNothing(unable, again, context.people))
      + "'\(context.requestsLine)' shows the answer."
  }

  /// Where that is now, the same command tells them; else the next run, or what `orNow` says.
  private static func areNotified(_ people: [Name], _ orNow: String, isNow: Bool) -> String {
    guard !people.isEmpty else { return "" }
    let who = "\(people.map(\.text).listed()) \(people.count == 1 ? "is" : "are") notified "
    return who + (isNow ? "once. " : "at the next run: within a minute if the timer runs\(orNow). ")
  }

  private static func haveNothing(_ people: [Name], _ again: String, _ file: PeopleFile) -> String {
    let one = people.count == 1
    return "\(people.map(\.text).listed()) \(one ? "has" : "have") neither an address nor a PIN: write "
      + "\(one ? "the address" : "the addresses") in '\(file.written)', or have \(one ? "" : "each run ")"
      + (one
        ? "\(people[0]) run 'reconcile people pin \(people[0])\(again)'. "
        : "'reconcile people pin NAME\(again)'. ")
  }

  static func doneNext(_ applyLine: String?) -> String { Messages.nextRun(applyLine) }

  static func isHeldTo(_ followed: String, _ place: String) -> String {
    "'\(place)' is not followed: guards of '\(followed)', which is followed, hold edits"
  }

  static func cannotBeApproved(_ change: OvertakenExtension, _ moments: Moments) -> String {
    overtaken(change, moments) + ", so nobody can agree to this any more"
  }

  static func isGiven(_ targets: [Name]) -> String { given(targets) + ", so a yes would change nothing" }

  static func wouldDoNothing(_ idleness: Idleness, _ targets: [Name]) -> String {
    why(idleness, targets) + ", so nobody can agree to this any more"
  }

  static func cannotBeApproved(_ targets: [Name]) -> String {
    outgrown(targets) + ", so nobody can agree to this any more; a run asks again (a file asks at most "
      + "\(RequestLimits.mostPerDay) times a day)"
  }

  /// What is open already, or kept, of what was agreed to be opened.
  static func areDone(_ objects: [ReleasedObject]) -> String {
    let names = objects.map { $0.name.isEmpty ? "'\($0.system)'" : "'\($0.name)'" }
    return "\(names.listed()) \(names.count == 1 ? "is" : "are") no longer left behind."
  }

  static func mayNotFollow(_ request: ApprovalRequest, _ moments: Moments) -> OverrideRefusal {
    OverrideRefusal(
      "request \(request.id) about it was \(RequestWords(request, moments).standing)", "ask again tomorrow", .over)
  }

  static let isAskedAgain =
    "The edit is still held, so the next run asks again. Undoing the edit ends that, and so does a no ('reconcile deny')."

  static let askWhat = UsageError(
    message: "ask needs a target and a state", hint: "for example: reconcile ask kids on --for 30m")

  static func askLengthMissing(_ words: [String], _ invocation: Invocation) -> UsageError {
    UsageError(
      message: "a request needs an end: --for DURATION, --until INSTANT or --more DURATION",
      hint: "for example: " + BareEnd.line(.ask, words, GivenStretch(invocation).options(else: ["--for", "30m"])))
  }

  static let moreAndState = UsageError(
    message: "'--more' asks for more time before the next 'off', and takes neither a state nor another end",
    hint: "for example: reconcile ask kids --more 30m")

  static let lastsTooLong = UsageError(
    message: "a request stays open for at most a week", hint: "for example: --expires 2h")

  static func onlyRoot(_ option: String) -> UsageError {
    UsageError(
      message: "only root may use \(option)", hint: "leave it out: whoever runs the command is the one who asks")
  }

  static func notBehindSudo(_ option: String) -> UsageError {
    UsageError(
      message: "'--\(option)' cannot be used through sudo",
      hint: "leave it out: the state of this machine and the policy it follows are used")
  }

  static let noApplyBehindSudo = UsageError(
    message: "'--apply' cannot be used through sudo",
    hint: "leave it out: the timer does it within a minute, 'watch' at once, and 'sudo reconcile apply' now")

  static let numberMissing = UsageError(
    message: "the number of the request is missing", hint: "'reconcile requests' shows them")

  /// What is there may be a code, and is not repeated.
  static let noNumber = UsageError(
    message: "what is given is not the number of a request",
    hint: "'reconcile requests' shows them; a code is typed when it is asked for")

  static let askForCode = "code: "

  static let noCode = UsageError(
    message: "no code was given",
    hint: "type it when asked, or write it to standard input: it is never an argument")

  static func askForPIN(_ person: Name) -> String { "PIN of \(person): " }

  static let noPIN = UsageError(
    message: "no PIN was given",
    hint: "type it when asked, or write it to standard input: it is never an argument")

  static func mayNotSend(_ request: ApprovalRequest) -> OverrideRefusal {
    // An edit is asked for by a file, which runs no command.
    let asker = if case .edit = request.deed { "" } else { "\(request.asker) or " }
    return OverrideRefusal("only \(asker)an approver can have a new code sent", nil)
  }

  static let nobodyTells = "nobody was notified within two minutes: no timer or watch seems to be running"

  static let sentOften = OverrideRefusal(
    "a new code has already been sent \(FreshCode.most) times", "wait for the request to end, and ask again")
}
