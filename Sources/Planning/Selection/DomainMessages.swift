import Documents
import Policies
import Providers
import Text

/// What can be said of domain entries.
extension Messages {
  /// `near` is what may have been meant.
  static func noSuchGroup(near: String?, on noun: String) -> Message {
    Message(
      code: "entry.group-not-found", "not found; no entry of the target is changed",
      hint: near.map { "did you mean \($0.quoted)?" } ?? "create the group on the \(noun), or name another one")
  }

  static func ambiguousGroup(_ groups: [String]) -> Message {
    let found = few(groups.map(\.quoted), lastly: "and")
    return Message(
      code: "entry.group-ambiguous", "matches \(found); no entry of the target is changed",
      hint: "rename the groups so that they differ in more than upper and lower case")
  }

  static func ambiguousEntry(_ name: String, count: Int, on noun: String) -> Message {
    Message(
      code: Code.ambiguous, "\(name.quoted) matches \(count) entries; none is changed",
      hint: "delete all but one of them on the \(noun): they differ only in upper and lower case")
  }

  static func entrySelectedTwice(by targets: [Name]) -> Message {
    Message(
      code: Code.twoTargets, selectedTwice(by: targets).text,
      hint: "remove it from the others: an entry belongs to one target")
  }

  static let markIsGone = Message(
    code: "entry.not-owned", "its comment no longer says that reconcile created it; left alone",
    hint: "switch it on the system itself, or use --keep to stop reporting it")

  static func notOwned(_ mark: String, on noun: String) -> Message {
    Message(
      code: "entry.not-owned", "was not created by this policy; left alone",
      hint: "delete it on the \(noun), remove it from the policy, or add '\(mark)' to its comment to hand it over")
  }

  static func otherGroups(live: [String], wanted: [String], on noun: String) -> Message {
    let found =
      live.isEmpty
      ? "it is in no group" : live.count == 1 ? "its group is \(listed(live))" : "its groups are \(listed(live))"
    return Message(
      code: "entry.other-groups", "\(found), the policy says \(listed(wanted)); left alone",
      hint: "change its groups on the \(noun), or delete it there to have it created again")
  }

  /// Why no more are made: there are, or would be, more than `most`.
  static func noRoom(most: Int, mark: String, _ selector: SelectorKind, on noun: String) -> Message {
    Message(
      code: "entry.no-room",
      "is not created: with more than \(most) entries that the policy names, or that were made for it, no run could read the "
        + "\(noun) again",
      hint: "let a target prune what is named no more, or delete there what is marked '\(mark)' and not in the policy")
  }

  static func unnamed(_ mark: String) -> Message {
    Message(code: "entry.unnamed", "is marked '\(mark)', but no target names it any more")
  }

  static func orphans(_ names: [String], _ selector: SelectorKind, mark: String, on noun: String) -> Message {
    let shown = names.lazy.map(\.quoted).listed(atMost: fewNames)
    let carry = names.count == 1 ? "1 \(selector.one) is marked" : "\(names.count) \(selector.one.plural) are marked"
    return Message(
      code: "entry.orphaned",
      "\(carry) '\(mark)', but no target names \(names.count == 1 ? "it" : "them"): \(shown)",
      hint: "write 'prune: true' next to '\(selector.key)' to have them removed, or delete them on the \(noun)")
  }

  private static func listed(_ groups: [String]) -> String {
    few(groups.sorted().map(\.quoted), lastly: "and")
  }
}
