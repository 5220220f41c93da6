import Approvals
import CivilTime
import Controller
import Policies
import Presentation
import StateStore
import Text

/// Every text about requests and approvals. None of them holds a code.
enum RequestMessages {
  static let none = "No request is open, and none has ended within a day."

  /// `anna or ben`, `anna and ben`, or several of them.
  static func who(_ needs: [ApprovalNeed]) -> String {
    needs.words
  }

  static func nothingYet(_ request: ApprovalRequest, _ applyLine: String) -> String {
    "Nothing changes yet. \(request.needs.approvers.map(\.text).listed()) "
      + (request.needs.approvers.count == 1 ? "is" : "are")
      + " told at the next run: within a minute under the timer, or now with '\(applyLine)'. "
      + "'reconcile requests' shows what came of it."
  }

  static func doneNext(_ applyLine: String) -> String {
    "It takes effect at the next run: within a minute under the timer, or now with '\(applyLine)'."
  }

  static func isHeldTo(_ followed: String, _ place: String) -> String {
    "'\(place)' is not followed: guards of '\(followed)', which is, hold edits"
  }

  static func tooMany(_ excess: RequestLimits.Excess) -> OverrideRefusal {
    switch excess {
    case .open(let requests):
      let ids = requests.map(\.id).listed()
      return OverrideRefusal(
        "\(requests.count) of your requests are open: \(ids)",
        "'reconcile cancel \(requests.last?.id ?? "1")' takes one back")
    case .perDay:
      return OverrideRefusal("you have asked \(RequestLimits.mostPerDay) times within a day", "ask again tomorrow")
    }
  }

  static func notGuarded(_ targets: [String], _ line: String) -> OverrideRefusal {
    OverrideRefusal(
      "nobody has to agree to that: \(targets.listed()) "
        + (targets.count == 1 ? "is not guarded, or this" : "are not guarded, or this") + " makes nothing freer",
      "'\(line)' does it")
  }

  // MARK: The command line

  static let askWhat = UsageError(
    message: "ask needs a target and a state", hint: "for example: reconcile ask kids on --for 30m")

  static func askLengthMissing(_ words: String) -> UsageError {
    UsageError(
      message: "a request needs an end: --for DURATION, --until INSTANT or --more DURATION",
      hint: "for example: reconcile ask \(words) --for 30m")
  }

  static let moreAndState = UsageError(
    message: "'--more' asks for more time before the next 'off', and takes neither a state nor another end",
    hint: "for example: reconcile ask kids --more 30m")

  static let lastsTooLong = UsageError(
    message: "a request stays open for at most a week", hint: "for example: --expires 2h")

  static func onlyRoot(_ option: String) -> UsageError {
    UsageError(message: "only root may say \(option)", hint: "who asks is who runs the command")
  }

  static func notBehindSudo(_ option: String) -> UsageError {
    UsageError(
      message: "'--\(option)' is not taken from somebody who runs this by sudo",
      hint: "the state of this machine and the policy that it follows are meant")
  }

  static let noApplyBehindSudo = UsageError(
    message: "'--apply' is not taken from somebody who runs this by sudo",
    hint: "leave it out: the timer does it within a minute, and 'watch' at once")

  static let numberMissing = UsageError(
    message: "the number of the request is missing", hint: "'reconcile requests' shows them")

  static func noNumber(_ word: String) -> UsageError {
    UsageError(message: "'\(word)' is not the number of a request", hint: "'reconcile requests' shows them")
  }

  static let askForCode = "code: "
  static let noCode = UsageError(
    message: "no code was given",
    hint: "type it when you are asked, or write it to standard input: it is never an argument")

  // MARK: PINs

  static func askForPIN(_ person: Name) -> String { "PIN of \(person): " }
  static let noPIN = UsageError(
    message: "no PIN was given",
    hint: "type it when you are asked, or write it to standard input: it is never an argument")

  static func hasNoPIN(_ person: Name) -> OverrideRefusal {
    OverrideRefusal("'\(person)' has no PIN", "'reconcile people pin \(person)' makes one")
  }

  /// Nil where it was right.
  static func pinRefusal(_ answer: PersonPIN.Answer, _ person: Name) -> OverrideRefusal? {
    switch answer {
    case .right: nil
    case .wrong(let left):
      OverrideRefusal(
        "that is not the PIN of '\(person)'", "\(left) more \(left == 1 ? "try" : "tries"), then there is a wait")
    case .blocked(let seconds):
      OverrideRefusal(
        "too many wrong PINs of '\(person)' were tried", "it can be tried again \(seconds / 3_600) h after the last")
    case .unknown: noMemory
    }
  }

  static func hasNoSay(_ person: Name, _ needs: [ApprovalNeed]) -> OverrideRefusal {
    OverrideRefusal("'\(person)' has no say in this", "\(who(needs)) can agree to it")
  }

  static func othersToo(_ names: [Name]) -> OverrideRefusal {
    OverrideRefusal(
      "\(names.map(\.text).listed()) has to agree as well", "'reconcile ask' makes a request that all can approve")
  }

  // MARK: Deciding

  static func noSuchRequest(_ id: String) -> OverrideRefusal {
    OverrideRefusal("there is no request \(id)", "'reconcile requests' shows them")
  }

  static func isOver(_ request: ApprovalRequest, _ moments: Moments) -> OverrideRefusal {
    OverrideRefusal(
      "request \(request.id) is over: \(RequestWords(request, moments).standing)",
      request.ending == .approved ? nil : "whoever asked can ask again")
  }

  static func wrong(left: Int) -> OverrideRefusal {
    OverrideRefusal(
      "that is not the code of this request", "\(left) more \(left == 1 ? "try" : "tries"), then its codes are void")
  }

  static let isBurned = "its codes are void after \(CodeDecision.mostWrong) wrong ones"

  static func burned(_ id: String) -> OverrideRefusal {
    OverrideRefusal(
      "the codes of request \(id) are void after \(CodeDecision.mostWrong) wrong ones",
      "take it back with 'reconcile cancel \(id)' and ask again")
  }

  static func late(_ approver: Name, _ id: String) -> OverrideRefusal {
    OverrideRefusal(
      "that code is not good any more: ten minutes have passed, or the machine was started anew",
      "'reconcile approve \(id) --send' has a fresh one sent")
  }

  static let reused = OverrideRefusal("that code was used before", nil)

  static func notAnApprover(_ name: Name) -> OverrideRefusal {
    OverrideRefusal("\(name) has no say in this any more: the policy has changed", "'reconcile requests' shows who has")
  }

  static func blocked(_ user: String) -> OverrideRefusal {
    OverrideRefusal("'\(user)' has tried too many wrong codes", "it can be tried again in an hour")
  }

  static let noMemory = OverrideRefusal(
    "there is not enough memory to compare the code", "that was no try: try again when less is running")

  static func mayNotCancel(_ request: ApprovalRequest) -> OverrideRefusal {
    OverrideRefusal(
      "request \(request.id) is \(request.asker)'s: only \(request.asker), an approver or root can take it back", nil)
  }

  static func mayNotSend(_ request: ApprovalRequest) -> OverrideRefusal {
    OverrideRefusal("only \(request.asker) or an approver can have a fresh code sent", nil)
  }

  static let nobodyTells = "nobody was told within two minutes: no timer and no watch seems to run"
  static let sentOften = OverrideRefusal(
    "a fresh code was sent \(FreshCode.most) times already", "wait for the request to end, and ask again")

  static let policyUnknown = OverrideRefusal(
    "the policy cannot be read, so nobody knows what is guarded", "mend it first: 'reconcile validate'")
}
