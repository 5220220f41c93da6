package import Approvals
import CivilTime
import Controller
package import Policies
package import Presentation
import StateStore
import Text

/// Every text about requests and approvals. None of them holds a code.
package enum RequestMessages {
  /// `anna or ben`, `anna and ben`, or several of them.
  package static func who(_ needs: [ApprovalNeed]) -> String {
    needs.words
  }

  static func tooMany(_ excess: RequestLimits.Excess, _ context: OverrideContext) -> OverrideRefusal {
    switch excess {
    case .open(let requests):
      let ids = requests.map(\.id).listed()
      return OverrideRefusal(
        "you have \(requests.count) open requests: \(ids)",
        "'\(context.cancelLine(requests.last?.id ?? "1"))' takes one back", .tooMany)
    case .perDay:
      return OverrideRefusal(
        "you have asked \(RequestLimits.mostPerDay) times within a day", "ask again tomorrow", .tooMany)
    }
  }

  static func notGuarded(_ targets: [String], _ line: String) -> OverrideRefusal {
    OverrideRefusal(
      "nobody has to agree to that: \(targets.listed()) "
        + (targets.count == 1 ? "is not guarded, or this" : "are not guarded, or this") + " makes nothing freer",
      "'\(line)' does it")
  }

  package static func hasNoPIN(_ person: Name) -> OverrideRefusal {
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
        "too many wrong PINs of '\(person)' were tried", "try again \(seconds / 3_600) h after the last one")
    case .unknown: noMemory
    }
  }

  static func hasNoSay(_ person: Name, _ needs: [ApprovalNeed]) -> OverrideRefusal {
    OverrideRefusal("'\(person)' cannot approve this", "\(who(needs)) can approve it", .noSay)
  }

  /// For who may say yes, but whose yes alone is not enough.
  static func othersToo(_ names: [Name]) -> OverrideRefusal {
    OverrideRefusal(
      "\(names.map(\.text).listed()) must agree as well", "'reconcile ask' makes a request that all can approve",
      .othersToo)
  }

  package static func noSuchRequest(_ id: String) -> OverrideRefusal {
    OverrideRefusal("request \(id) not found", "'reconcile requests' shows them", .over)
  }

  package static func isOver(_ request: ApprovalRequest, _ moments: Moments) -> OverrideRefusal {
    OverrideRefusal(
      "request \(request.id) is over: \(RequestWords(request, moments).standing)",
      request.ending == .approved ? nil : "the person who asked can ask again", .over)
  }

  /// `lock 1 has ended since`, and the like.
  package static func overtaken(_ change: OvertakenExtension, _ moments: Moments) -> String {
    let name = change.override.name
    return switch change {
    case .ended: "\(name) has ended since"
    case .otherEnd(let override): "\(name) ends at \(moments.short(override.until)) by now"
    }
  }

  static func isOvertaken(_ change: OvertakenExtension, _ moments: Moments) -> OverrideRefusal {
    OverrideRefusal(
      "\(overtaken(change, moments)), which is not what was asked about", "the person who asked can ask again", .over)
  }

  /// `the policy no longer has 'kids'`
  package static func gone(_ targets: [Name]) -> String {
    "the policy no longer has \(targets.map { "'\($0)'" }.listed("or"))"
  }

  /// Why a yes would do nothing: `the policy only observes 'tv'`
  package static func why(_ idleness: Idleness, _ targets: [Name]) -> String {
    let names = targets.map { "'\($0)'" }
    return switch idleness {
    case .gone: gone(targets)
    case .unsuited: "in the policy \(names.listed("and")) can no longer have that state"
    case .observed: "the policy only observes \(names.listed("and"))"
    case .notLeftBehind: "nothing of it is left behind any more"
    }
  }

  static func isIdle(_ idleness: Idleness, _ targets: [Name]) -> OverrideRefusal {
    OverrideRefusal(
      "\(why(idleness, targets)), so this would do nothing", "the person who asked can ask again", .over)
  }

  /// Why a yes would do nothing: `'tv' is so for all of that time by now`
  package static func given(_ targets: [Name]) -> String {
    let names = targets.map { "'\($0)'" }.listed("and")
    return "\(names) \(targets.count == 1 ? "is" : "are") so anyway for all of that time by now"
  }

  static func isGiven(_ targets: [Name]) -> OverrideRefusal {
    OverrideRefusal("\(given(targets)), so this would change nothing", "'reconcile requests' shows what is open", .idle)
  }

  /// Of an edit that frees more by now than its request says.
  package static func outgrown(_ targets: [Name]) -> String {
    "with the overrides of now the edit would free \(targets.map { "'\($0)'" }.listed()) earlier than this says, or for "
      + "much longer"
  }

  static func isOutgrown(_ targets: [Name]) -> OverrideRefusal {
    OverrideRefusal(
      outgrown(targets),
      "a run asks again, and says what it frees by now; a file asks at most \(RequestLimits.mostPerDay) times a day",
      .over)
  }

  static func wrong(left: Int) -> OverrideRefusal {
    OverrideRefusal(
      "that is not the code of this request", "\(left) more \(left == 1 ? "try" : "tries"), then its codes are void")
  }

  /// Why nobody can say yes with a code any more.
  package static let isBurned = "its codes are void after \(CodeDecision.mostWrong) wrong ones"

  package static func burned(_ id: String) -> OverrideRefusal {
    OverrideRefusal(
      "the codes of request \(id) are void after \(CodeDecision.mostWrong) wrong ones",
      "take it back with 'reconcile cancel \(id)' and ask again")
  }

  package static func late(_ id: String) -> OverrideRefusal {
    OverrideRefusal(
      "that code has expired: ten minutes have passed, or the machine was restarted",
      "'reconcile approve \(id) --send' sends a new one")
  }

  static func hasAgreed(_ approver: Name, missing: [Name]) -> OverrideRefusal {
    OverrideRefusal(
      "\(approver) has already agreed; \(missing.map(\.text).listed()) \(missing.count == 1 ? "has" : "have") yet to",
      nil, .idle)
  }

  static let reused = OverrideRefusal("that code has already been used", nil)

  /// For who could approve it when it was made.
  static func notAnApprover(_ name: Name) -> OverrideRefusal {
    OverrideRefusal(
      "\(name) can no longer approve this: the policy has changed", "'reconcile ask' asks those who can", .noSay)
  }

  /// For who has tried so many codes that none of theirs is looked at for a while, right or not.
  static func blocked(_ user: String) -> OverrideRefusal {
    OverrideRefusal("'\(user)' has tried too many wrong codes", "try again in an hour")
  }

  package static let noMemory = OverrideRefusal(
    "there is not enough memory to compare the code", "try again when less is running; this did not count as a try")

  static func mayNotCancel(_ request: ApprovalRequest) -> OverrideRefusal {
    OverrideRefusal(
      "request \(request.id) is \(request.asker)'s: only \(request.asker), an approver or root can take it back", nil,
      .noSay)
  }

  package static let policyUnknown = OverrideRefusal(
    "the policy cannot be read, so what it guards is unknown", "fix it first: 'reconcile validate'")
}
