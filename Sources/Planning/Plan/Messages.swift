import Documents
import Policies
import Providers
import Text

/// Every text and code of this module; those of domain entries stand in `DomainMessages`.
enum Messages {
  /// Codes that the comparison itself looks at.
  enum Code {
    static let ambiguous = "object.ambiguous"
    static let selectsTooMuch = "system.selects-too-much"
    static let twoTargets = "object.two-targets"
    static let ownSchedule = "own-schedule"
    static let selectsNothing = "target.selects-nothing"
  }

  static let systemMade = Message(code: "object.system-made", "made by the system, left alone")
  static func allowsAndFitsPattern(_ one: String) -> Message {
    Message(
      code: "object.allows", "a \(one) that allows, left alone",
      hint: "a pattern selects only \(one)s that block; name this one exactly if it is meant")
  }
  static let namedButSystemMade = Message(
    code: "object.system-made", "made by the system, which does not let it be switched",
    hint: "take it out of the target")

  /// `near` is what may have been meant.
  static func notFound(_ name: String, _ one: String, near: String?, among names: [String]) -> Message {
    Message(
      code: "object.not-found", "not found",
      hint: near.map { "did you mean \($0.quoted)?" }
        ?? "no \(one) has this \(name.hasPrefix("id:") ? "id" : "name"); \(listing(names))")
  }

  /// `objects` are in the order of reports. At most `fewNames` with an id and as many without one are named: a system
  /// may have thousands of one name, each of which says this.
  static func ambiguous(_ name: String, _ objects: [ObservedObject]) -> Message {
    let named = objects.compactMap { object in object.id.map { "id:\($0)" + object.inBrackets } }
    let nameless = objects.filter { $0.id == nil }.map { "one" + $0.inBrackets }.sorted()
    let have = nameless.count == 1 ? "has" : "have"
    let rest =
      nameless.isEmpty ? "" : few(nameless, lastly: "and") + " \(have) no id, give it another name"
    let choice = "name the one that is meant by its id: " + few(named.sorted(), lastly: "or")
    return Message(
      code: Code.ambiguous, "\(name.quoted) fits \(objects.count) objects, none is touched",
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
      code: Code.selectsNothing, "fits no \(one)",
      hint: leftAlone == 0 ? listing(names) : "what it fits is left alone; name exactly what is meant")
  }

  /// At most so many are named.
  static let fewNames = 3

  /// What there is instead of what was looked for.
  private static func listing(_ names: [String]) -> String {
    if names.isEmpty { return "the system has none" }
    return (names.count == 1 ? "there is only " : "there are ") + names.lazy.map(\.quoted).listed(atMost: fewNames)
  }

  static func patternFitsNothing(_ pattern: String, _ one: String) -> Message {
    Message(code: "pattern.fits-nothing", "pattern \(pattern.quoted) fits no \(one)", hint: nil)
  }

  static func selectedTwice(by targets: [Name]) -> Message {
    let names = few(targets.lazy.map(\.text.quoted), lastly: "and")
    return Message(
      code: Code.twoTargets, "selected by \(names), not touched",
      hint: "an object belongs to one target; take it out of one of them with 'not:'")
  }

  static func isOf(_ owner: Name) -> Message {
    Message(
      code: Code.twoTargets,
      "belongs to \(owner.text.quoted), whose guard holds edits of the policy, so it is not touched",
      hint: "take it out of this target")
  }

  static func selectsTooMuch(most: Int) -> ProviderError {
    ProviderError(
      .unsupported, "the targets select more than \(most) objects, more than are looked after",
      hint: "let fewer targets select the same objects", code: Code.selectsTooMuch)
  }

  static func notPermitted(_ states: StatePair) -> Message {
    Message(
      code: "object.not-permitted", "is not to be \(states.on): the policy does not permit it",
      hint: states.permission.map { "if it may be, write '\($0.rawValue): true' into its target" })
  }

  /// For an object whose state nobody can read.
  static let nothingRemembered = Message(
    code: "asking.no-state",
    "nothing is asked for: there is no state that tells what was asked for before",
    hint: "a run that applies keeps one (--state); the first one only notes what is wanted")

  static let onlyNoted = Message(
    code: "asking.noted",
    "seen for the first time: what is wanted is noted, and asked for when that next changes")

  static func askedInVain(_ verb: String, _ count: Int, isGivenUp: Bool) -> Message {
    var message = Message(
      code: "asking.in-vain",
      "could not be asked to \(verb), tried \(count == 1 ? "once" : "\(count) times"); "
        + (isGivenUp ? "it is not tried again until something else is wanted" : "the next try comes in some minutes"),
      hint: isGivenUp ? "look at it on its system, and \(verb) it there" : nil)
    message.mayPass = !isGivenUp
    return message
  }

  static func ownSchedule(_ words: String) -> Message {
    Message(
      code: Code.ownSchedule, "own schedule \(words)",
      hint: "it works only inside that schedule, which is kept; remove it there if this policy alone is to decide")
  }
}

extension ObservedObject {
  /// ` (Internal → External)`, or nothing.
  fileprivate var inBrackets: String { qualifier.map { " (\($0))" } ?? "" }
}
