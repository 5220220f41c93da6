import CivilTime
import Policies
import Reconciliation

/// What a person reads about an object that was left behind.
extension LeftBehind {
  /// What `plan`, `apply`, `drift` and `doctor` warn of; nil where nothing is left to be told. `options` are what the
  /// command line named and must be typed again, with a space before each.
  func warning(in policy: Policy, _ moments: Moments, again options: String) -> Finding? {
    let isUnknown: Bool
    switch standing {
    case .settled: return nil
    case .closed: isUnknown = false
    case .unknown: isUnknown = true
    }
    let message = isUnknown ? whereItWas(moments) : "\(stands): \(why(policy, moments))"
    let hint =
      isUnknown
      ? "'reconcile release --keep \(closing.target)\(options)' forgets it"
      : "'reconcile release \(closing.target)\(options)' opens it; with --keep it stays, and is not told of any more"
    return Finding(
      Notice(code: "object.left-behind", message, hint: hint), system: object.system, target: closing.target,
      kind: object.kind, name: closing.name)
  }

  /// `'Downtime-iPad' still blocks`
  var stands: String {
    let blocks: [ResourceKind] = [.aclRule, .firewallPolicy, .domain]
    let isBlock = closing.position == .enabled && blocks.contains(object.kind)
    return "\(label) " + (isBlock ? "still blocks" : "is still \(closing.position.rawValue)")
  }

  private var label: String { object.kind == .blocking ? "'\(object.system)'" : "'\(closing.name)'" }

  /// `'tablet', which switched it off Fri 20:30, is gone from the policy since 21:05`
  func why(_ policy: Policy, _ moments: Moments) -> String {
    let since = closing.leftAt.map { " since \(moments.short($0))" } ?? ""
    let isThere = policy.targets.contains { $0.name == closing.target }
    return "'\(closing.target)', which switched it \(deed) at \(moments.short(closing.at)), "
      + (isThere ? "does not name it any more\(since)" : "is gone from the policy\(since)")
  }

  private var deed: String { closing.position == .paused ? "to paused" : "off" }

  private func whereItWas(_ moments: Moments) -> String {
    "\(label) may still be \(closing.position.rawValue): '\(closing.target)' switched it \(deed) at "
      + "\(moments.short(closing.at)), and its system '\(object.system)' is gone from the policy"
  }
}

/// Every text of `release`.
enum ReleaseWording {
  static let whichOnes = UsageError(
    message: "release needs to be told what: names of targets or objects, or --all",
    hint: "'reconcile release' without --yes and --keep shows what is left behind")
  static let allAndNames = UsageError(
    message: "'--all' does not go with names", hint: "give the one that you mean")
  static let keepAndYes = UsageError(
    message: "'--keep' does not go with '--yes'", hint: "'--keep' writes nowhere and needs no answer")

  static let nothing = "Nothing is left behind."
  static func unknownWord(_ word: String) -> String { "Nothing called '\(word)' is left behind." }
  static let others = "Left behind are:"
  static func question(_ count: Int) -> String { count == 1 ? "Open it? [y/N] " : "Open all \(count)? [y/N] " }
  /// `named`: whether the command line says what is to be opened, without which `--yes` alone is refused.
  static func notAgreed(named: Bool) -> String {
    "Nothing was written. To open it: the same again with \(named ? "" : "--all ")--yes, or at a terminal."
  }
  static let declined = "Nothing was written."
  static func kept(_ count: Int) -> String {
    "Nothing was written. " + (count == 1 ? "It stays as it is and is" : "All \(count) stay as they are and are")
      + " not told of any more."
  }
  static let notRead = "cannot be read, so it stays remembered"
}
