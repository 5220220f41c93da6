import Approvals
import Controller
import Policies
import Providers
import Text

/// Every text of `release`.
enum ReleaseMessages {
  static let whichOnes = UsageError(
    message: "say what to release: names of targets or objects, or --all",
    hint: "'reconcile release' without --yes and --keep lists what is left behind")
  static let allAndNames = UsageError(
    message: "'--all' does not go with names", hint: "give the one that you mean")
  static let keepAndYes = UsageError(
    message: "'--keep' does not go with '--yes'",
    hint: "with '--keep' everything stays as it is, so there is nothing to agree to")

  /// `path` is what was named, `other` what is followed.
  static func isNotFollowed(_ path: String, _ other: String) -> (message: String, hint: String) {
    (
      "'\(path)' is not the policy that is followed, so nothing was left behind by it",
      "'reconcile release --policy \(ShellWord.word(other))' releases what '\(other)' left behind"
    )
  }

  /// `objects` are what another file has, each with its name, quoted, and the path of that file.
  static func areKept(_ objects: [(name: String, path: String)]) -> (message: String, hint: String) {
    let paths = Set(objects.map(\.path)).sorted()
    let names = objects.map(\.name).listed(atMost: 5)
    return (
      "\(names) \(objects.count == 1 ? "is" : "are") not left behind: \(paths.map(\.quoted).listed()) "
        + "\(paths.count == 1 ? "has" : "have") \(objects.count == 1 ? "it" : "them"), and "
        + "\(paths.count == 1 ? "is" : "are") still there",
      "where nothing is to follow \(paths.map(\.quoted).listed()) any more, remove or rename that file; what it switched off "
        + "is left behind then, or three days after it was last followed"
    )
  }

  static let nothing = "Nothing is left behind."
  /// `noun` is that of objects that do not tell their state.
  static func unlisted(_ noun: String) -> String {
    "This does not list any \(noun): what was asked to stop stays so until it is started on its system, and the history says "
      + "what that was."
  }
  /// `targets` are those of the policy.
  static func unknownWord(_ word: String, among targets: [String]) -> String {
    let nothing = "Nothing called '\(word)' is left behind."
    if targets.contains(word.lowercased()) { return nothing }
    let near = Suggestion.nearest(to: word.lowercased(), among: targets)
    return nothing + " The policy has no target of that name" + (near.map { ": did you mean '\($0)'?" } ?? ".")
  }
  static func question(_ count: Int) -> String { count == 1 ? "Release it? [y/N] " : "Release all \(count)? [y/N] " }
  /// `named`: whether the command line says what is to be opened, without which `--yes` alone is refused.
  static func notAgreed(named: Bool) -> String {
    "Nothing was written. To go ahead, run the same command with \(named ? "" : "--all ")--yes, or at a terminal."
  }
  /// `asking` is the command that asks for it.
  static func needs(_ needs: [ApprovalNeed], _ asking: String) -> String {
    let who = needs.map { need in need.approvers.map(\.text).listed(need.needsAll ? "and" : "or") }
    return "needs the agreement of \(who.listed()): '\(asking)' asks for it"
  }
  static func othersAreLeft(_ count: Int, again: String) -> String {
    (count == 1 ? "1 other needs" : "\(count) others need") + " nobody's agreement, and nothing of "
      + (count == 1 ? "it" : "them") + " was opened. To open " + (count == 1 ? "it, name it" : "them, name them")
      + "; 'reconcile release\(again)' lists all."
  }
  static let isOutdated = (
    message: "the policy has changed meanwhile; nothing was released",
    hint: "'reconcile release' lists what is left behind now"
  )
  static let declined = "Nothing was written."
  static func kept(_ count: Int) -> String {
    "Nothing was written. "
      + (count == 1
        ? "It stays as it is, and the warning about it ends."
        : "All \(count) stay as they are, and the warnings about them end.")
  }
  /// `ids` are of open requests about what is kept.
  static func asked(_ ids: [String]) -> String {
    let (requests, ask) = ids.count == 1 ? ("Request", "asks") : ("Requests", "ask")
    return "\(requests) \(ids.listed()) still \(ask) for its release: 'reconcile cancel \(ids[0])' takes "
      + (ids.count == 1 ? "it back." : "the first one back.")
  }
  static let keptAsItIs = "kept as it is"
  static let notRead = "cannot be read, so it stays on this list"
}
