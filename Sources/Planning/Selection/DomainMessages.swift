import Documents
import Policies
import Providers
import Text

/// What can be said of domain entries.
extension Messages {
  /// `near` is what may have been meant.
  static func noSuchGroup(near: String?, on noun: String) -> Message {
    Message(
      code: "entry.group-not-found", "not found, so that no entry of the target is touched",
      hint: near.map { "did you mean \($0.quoted)?" } ?? "make the group on the \(noun), or name another one")
  }

  static func ambiguousGroup(_ name: String, _ groups: [String]) -> Message {
    let found = few(groups.map(\.quoted), lastly: "and")
    return Message(
      code: "entry.group-ambiguous", "fits \(found), so that no entry of the target is touched",
      hint: "give the groups names that differ in more than their case")
  }

  static func ambiguousEntry(_ name: String, count: Int, on noun: String) -> Message {
    Message(
      code: Code.ambiguous, "\(name.quoted) fits \(count) entries, none is touched",
      hint: "they differ only in case; delete all but one of them on the \(noun)")
  }

  static func entrySelectedTwice(by targets: [Name]) -> Message {
    Message(
      code: Code.twoTargets, selectedTwice(by: targets).text,
      hint: "an entry belongs to one target; take it out of the others")
  }

  static let markIsGone = Message(
    code: "entry.not-owned", "its comment does not say any more that reconcile made it, so that it is not touched",
    hint: "switch it on the system itself; with --keep it is not told of any more")

  static func notOwned(_ mark: String, on noun: String) -> Message {
    Message(
      code: "entry.not-owned", "was not made by this policy, so that it is not touched",
      hint: "delete it on the \(noun), take it out of the policy, or add '\(mark)' to its comment to hand it over")
  }

  static func otherGroups(live: [String], wanted: [String], on noun: String) -> Message {
    let found =
      live.isEmpty
      ? "it is in no group" : live.count == 1 ? "its group is \(listed(live))" : "its groups are \(listed(live))"
    return Message(
      code: "entry.other-groups", "\(found), the policy says \(listed(wanted)), not touched",
      hint: "change its groups on the \(noun), or delete it there, so that it is made anew")
  }

  static func unnamed(_ mark: String) -> Message {
    Message(code: "entry.unnamed", "carries '\(mark)', and no target names it any more")
  }

  static func orphans(_ names: [String], mark: String, on noun: String) -> Message {
    let shown = names.lazy.map(\.quoted).listed(atMost: fewNames)
    let carry = names.count == 1 ? "1 domain entry carries" : "\(names.count) domain entries carry"
    return Message(
      code: "entry.orphaned",
      "\(carry) '\(mark)', and no target names \(names.count == 1 ? "it" : "them"): \(shown)",
      hint: "write 'prune: true' beside 'domains' to have such entries removed, or delete them on the \(noun)")
  }

  private static func listed(_ groups: [String]) -> String {
    few(groups.sorted().map(\.quoted), lastly: "and")
  }
}
