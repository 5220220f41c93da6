import Documents
import Policies
import Providers
import Text

/// Every text and code of this module; those of domain entries are in `DomainMessages`, those of what the file makes in
/// MadeMessages.swift.
enum Messages {
  /// Codes that the comparison itself looks at.
  enum Code {
    static let notFound = "object.not-found"
    static let gone = "object.gone"
    static let ambiguous = "object.ambiguous"
    static let selectsTooMuch = "system.selects-too-much"
    static let twoTargets = "object.two-targets"
    static let ownSchedule = "own-schedule"
    static let selectsNothing = "target.selects-nothing"
    static let inVain = "asking.in-vain"
    static let givenUp = "asking.given-up"
    static let notPutBack = "override.not-put-back"
  }

  static let systemMade = Message(code: "object.system-made", "created by the system; left alone")
  static func allowsAndFitsPattern(_ one: String) -> Message {
    Message(
      code: "object.allows", "a \(one) that allows; left alone",
      hint: "name this one exactly if you mean it: a pattern selects only \(one)s that block")
  }
  static let namedButSystemMade = Message(
    code: "object.system-made", "created by the system, which does not let it be switched",
    hint: "remove it from the target")

  /// `near` is what may have been meant.
  static func notFound(_ name: String, _ one: String, near: String?, among names: [String]) -> Message {
    Message(
      code: Code.notFound, "not found",
      hint: near.map { "did you mean \($0.quoted)?" }
        ?? "no \(one) has this \(name.hasPrefix("id:") ? "id" : "name"); \(listing(names))")
  }

  /// Of what a pattern of `target` had selected.
  static func gone(_ target: Name) -> Message {
    Message(
      code: Code.gone, "is not there any more: a pattern of '\(target)' selected it, and what it did is no longer done",
      hint: "make it again under a name that the pattern fits; if it was deleted for good, nothing has to be done")
  }

  /// Of as many beside those that are named.
  static func moreGone(_ count: Int, _ target: Name) -> Message {
    Message(
      code: Code.gone,
      "\(count) more of what the patterns of '\(target)' selected \(count == 1 ? "is" : "are") not there any more, or "
        + "called something else",
      hint: "the history names \(count == 1 ? "it" : "them")")
  }

  /// Of what a pattern of `target` had selected, and is called `name` now.
  static func isCalled(_ name: String, _ target: Name) -> Message {
    Message(
      code: Code.gone, "is called \(name.quoted) now, which '\(target)' does not select: nothing switches it",
      hint: "name it as before, or add this name to the target")
  }

  /// What is not found may be called `name` by now: `target` has switched that.
  static func newName(_ name: String, _ target: Name) -> String {
    "did you mean \(name.quoted)? '\(target)' switched it, and it may have been renamed"
  }

  /// `objects` are in the order of reports. At most `fewNames` with an id and as many without one are named: a system
  /// may have thousands of one name, each of which says this.
  static func ambiguous(_ name: String, _ objects: [ObservedObject]) -> Message {
    let named = objects.compactMap { object in object.id.map { "id:\($0)" + object.inBrackets } }
    let nameless = objects.filter { $0.id == nil }.map { "one" + $0.inBrackets }.sorted()
    let have = nameless.count == 1 ? "has" : "have"
    let rest =
      nameless.isEmpty ? "" : few(nameless, lastly: "and") + " \(have) no id; rename it"
    let choice = "name the one you mean by its id: " + few(named.sorted(), lastly: "or")
    return Message(
      code: Code.ambiguous, "\(name.quoted) matches \(objects.count) objects; none is changed",
      hint: (named.isEmpty ? [rest] : rest.isEmpty ? [choice] : [choice, rest]).joined(separator: "; "))
  }

  /// `a or b`; of more than `fewNames` the first, and how many others there are.
  static func few(_ names: some RandomAccessCollection<String>, lastly word: String) -> String {
    guard names.count > fewNames else { return names.joined(separator: " \(word) ") }
    let shown = names.prefix(fewNames).joined(separator: ", ")
    return shown + " \(word) " + (word == "or" ? "one of " : "") + "\(names.count - fewNames) more"
  }

  static func selectsNothing(_ one: String, leftAlone: Int, among names: [String]) -> Message {
    Message(
      code: Code.selectsNothing, "matches no \(one)",
      hint: leftAlone == 0 ? listing(names) : "name exactly what you mean; what it matches is left alone")
  }

  /// At most so many are named.
  static let fewNames = 3

  /// What there is instead of what was looked for.
  private static func listing(_ names: [String]) -> String {
    if names.isEmpty { return "the system has none" }
    return (names.count == 1 ? "there is only " : "there are ") + names.lazy.map(\.quoted).listed(atMost: fewNames)
  }

  static func patternFitsNothing(_ pattern: String, _ one: String) -> Message {
    Message(code: "pattern.fits-nothing", "pattern \(pattern.quoted) matches no \(one)", hint: nil)
  }

  static func selectedTwice(by targets: [Name]) -> Message {
    let names = few(targets.lazy.map(\.text.quoted), lastly: "and")
    return Message(
      code: Code.twoTargets, "selected by \(names); left alone",
      hint: "remove it from one of them with 'not:': an object belongs to one target")
  }

  /// What to do about what somebody else keeps changing.
  static let contended = Message(
    code: "object.contended", "an automation, another user of that system, or another reconcile wants it otherwise",
    hint: "'reconcile history' says when it was changed; 'enforcement: yield' lets the others have it")

  /// That the policy file at `path`, which shares the state, has the object as well.
  static func twoFiles(_ path: String) -> Message {
    Message(
      code: "object.two-files", "'\(path)' moves it as well, and did so at its last run",
      hint: "take it out of one of the two files: an object belongs to one")
  }

  static func isOf(_ owner: Name) -> Message {
    Message(
      code: Code.twoTargets,
      "belongs to \(owner.text.quoted), whose guard holds edits of the policy; left alone",
      hint: "remove it from this target")
  }

  /// `member` is the id of an object that one of the targets names and another has in a group, or both have in groups.
  static func switchedTwice(_ member: String, by targets: [Name]) -> Message {
    let names = few(targets.lazy.map(\.text.quoted), lastly: "and")
    return Message(
      code: Code.twoTargets, "\(member.shortened().quoted) is switched by \(names); left alone",
      hint: "it is in a group: remove it, or the group, from one of them, as an object belongs to one target")
  }

  /// The same, where one of the targets goes before the others.
  static func isOf(_ owner: Name, member: String) -> Message {
    Message(
      code: Code.twoTargets,
      "\(member.shortened().quoted) belongs to \(owner.text.quoted), whose guard holds edits of the policy; left alone",
      hint: "it is in a group: remove it, and the group, from this target")
  }

  static func selectsTooMuch(most: Int) -> ProviderError {
    ProviderError(
      .unsupported, "the targets select more than \(most) objects, which is more than supported",
      hint: "have fewer targets select the same objects", code: Code.selectsTooMuch)
  }

  static func notPermitted(_ states: StatePair) -> Message {
    Message(
      code: "object.not-permitted", "must not be \(states.on): the policy does not permit it",
      hint: states.permission.map { "write '\($0.rawValue): true' in its target to permit it" })
  }

  static func kept(by lock: HeldOverride) -> Message {
    Message(
      code: "object.locked", "stays as it is: \(lock.name) on '\(lock.target)' has switched it and holds",
      hint: "'reconcile override end \(lock.id)' lifts it")
  }

  /// For what an override found and is not put back.
  static let foundMixed = Message(
    code: Code.notPutBack, "was partly on before the override; left as it is")

  static func foundLongAgo(_ state: TargetState) -> Message {
    Message(
      code: Code.notPutBack, "was \(state) before an override that is long over; left as it is",
      hint: "change it by hand if it should be \(state) again")
  }

  /// That a door was opened and stays as somebody has closed it since.
  static func openedOnce(_ states: StatePair) -> Message {
    Message(
      code: PlanEntry.openedOnceCode,
      "was \(states.on) for this already: what is \(states.off) by hand after that stays \(states.off)",
      hint: "'enforcement: strict' of the target opens it each time")
  }

  /// The same where another override holds, which puts back what it found itself.
  static func foundBeforeAnother(_ state: String) -> Message {
    Message(
      code: Code.notPutBack, "was \(state) before an earlier override that is long over; not put back",
      hint: "change it by hand after this override if it should be \(state) again")
  }

  /// For an object whose state nobody can read.
  static let nothingRemembered = Message(
    code: "asking.no-state",
    "nothing is requested: there is no state that says what was requested before",
    hint: "run apply, which keeps a state (--state); the first run only notes what is wanted")

  /// For one that no target names any more; `states` are those of its kind.
  static func leftOff(_ states: StatePair) -> Message {
    Message(
      code: "asking.left-off",
      "was last asked to \(states.offVerb) and is in no target any more: nothing asks it to \(states.onVerb)",
      hint: "\(states.onVerb) it on its system if it should be \(states.on)")
  }

  static let onlyNoted = Message(
    code: "asking.noted",
    "seen for the first time: the wanted state is noted, and requested when it next changes")

  /// `stuck` is what its device tells of that itself.
  static func askedInVain(
    _ verb: String, _ count: Int, isGivenUp: Bool, hasCode: Bool = false, stuck: Message? = nil
  ) -> Message {
    var message = Message(
      code: isGivenUp ? Code.givenUp : Code.inVain,
      (stuck.map { $0.text + "; " } ?? "") + "could not \(verb), tried \(count == 1 ? "once" : "\(count) times"); "
        + (isGivenUp ? "it is not tried again until the wanted state changes" : "the next try is in a few minutes"),
      hint: isGivenUp ? "check it\(hasCode ? " and its code" : "") on its system, and \(verb) it there" : nil)
    message.mayPass = !isGivenUp
    return message
  }

  /// Of what is off on a system that `carrier` lets go. `isSoNow`: it does so already, and not only by the plan.
  static func letGo(by carrier: Target, isSoNow: Bool) -> Message {
    let isFreer = "'\(carrier.name)' is \((carrier.states ?? .onOff).freer)"
    return Message(
      code: Message.letGoCode,
      isSoNow
        ? "\(isFreer): while it is, this holds nothing back" : "once \(isFreer), this holds nothing back")
  }

  static func ownSchedule(_ words: String) -> Message {
    Message(
      code: Code.ownSchedule, "own schedule \(words)",
      hint: Finding.ownScheduleHint)
  }

  /// More than the file allows, or the command line, or both: each has to allow more.
  static func tooManyChanges(
    _ count: Int, most: Int, _ consequence: String, isOfFile: Bool, isOfOption: Bool
  ) -> Message {
    let ways = [
      isOfFile ? "write 'limits: {max-changes: \(count)}' in the policy" : nil,
      isOfOption ? "allow more with --max-changes \(count)" : nil,
    ]
    return Message(
      code: "plan.too-many-changes",
      "\(count) \(count == 1 ? "change is" : "changes are") more than the limit of \(most); \(consequence)",
      hint: "check the plan; if it is right, " + ways.compactMap(\.self).joined(separator: " and "))
  }

  static let actionMissed = Message(
    code: "action.missed", "did not run in time, and is not made up for",
    hint: "no run came within its 'grace'; 'reconcile status' says whether something runs this policy every minute")

  /// Runs came in time, and more of it would have been of no use.
  static func actionFailed(_ reason: String) -> Message {
    Message(code: "action.missed", "could not be done in time, and is not made up for: \(reason)")
  }

  static let actionInterrupted = Message(
    code: "action.interrupted",
    "an earlier run stopped in the middle of this, so it may have been done; it is not repeated")
}

extension ObservedObject {
  /// ` (Internal → External)`, or nothing.
  fileprivate var inBrackets: String { qualifier.map { " (\($0))" } ?? "" }
}
