import CivilTime
import Documents
package import Planning
package import Policies
import Providers
import Text

extension [LeftBehind] {
  /// What `plan`, `apply` and `drift` warn of: each object, and each place where a system was that has another address by now.
  package func warnings(in policy: Policy, _ moments: Moments, again options: String) -> [Finding] {
    filter { $0.object.system.former == nil }.compactMap { $0.warning(in: policy, moments, again: options) }
      + places(again: options)
  }

  /// The same where no system is asked, and it is how the last run found it.
  package func remembered(in policy: Policy, _ moments: Moments, again options: String) -> [Finding] {
    filter { $0.object.system.former == nil }.compactMap { $0.remembered(in: policy, moments, again: options) }
      + places(again: options)
  }

  /// So many names are told of one place.
  private static let mostNames = 5

  private func places(again options: String) -> [Finding] {
    Dictionary(grouping: self, by: \.object.system).sorted { $0.key < $1.key }.compactMap { name, left in
      guard let (system, place) = name.former else { return nil }
      let names = left.sorted { $0.object < $1.object }.map(\.label)
      let targets = Set(left.map(\.closing.target)).sorted().map(\.text)
      let named = targets.count > Self.mostNames ? "--all" : targets.joined(separator: " ")
      return Finding(
        Message(
          code: LeftBehind.code,
          "'\(system)' has another address now; nothing was changed at \(place), where \(names.listed(atMost: Self.mostNames)) "
            + "may still block or be switched off",
          hint: "look there yourself, or give that address a name in the policy again; "
            + "'reconcile release --keep \(named)\(options)' ends this warning"),
        system: system)
    }
  }
}

/// What somebody reads about an object that was left behind.
extension LeftBehind {
  /// The code of all of it.
  package static let code = "object.left-behind"

  /// What `plan`, `apply`, `drift` and `doctor` warn of; nil where nothing is left to be told. `options` are what the
  /// command line named and must be typed again, with a space before each.
  package func warning(in policy: Policy, _ moments: Moments, again options: String) -> Finding? {
    let command = "reconcile release \(closing.target)\(options)"
    switch standing {
    case .settled: return nil
    case .closed where closing.isStrange:
      return finding(
        "\(stands(policy)): \(reason(policy, moments))",
        hint: "if another file has the owner '\(policy.owner)', give this one another 'owner'; else "
          + "'reconcile release \(strangeWord(policy))\(options)' \(opening(policy)); with --keep it stays as it is, and this warning "
          + "ends")
    case .closed:
      return finding(
        "\(stands(policy)): \(reason(policy, moments))",
        hint: "'\(command)' \(opening(policy)); with --keep it stays as it is, and this warning ends")
    case .unknown:
      return finding(
        "\(mayStand(policy)): \(deed(policy, moments)), and the policy no longer has the system '\(object.system)'",
        hint:
          "reconcile cannot look without that system; 'reconcile release --keep \(closing.target)\(options)' ends this "
          + "warning")
    }
  }

  /// The same where no system is asked, and it is how the last run found it.
  func remembered(in policy: Policy, _ moments: Moments, again options: String) -> Finding? {
    guard policy.systems.contains(where: { $0.name == object.system }) else {
      return warning(in: policy, moments, again: options)
    }
    return finding(
      "\(stands(policy)): \(reason(policy, moments))", hint: "'reconcile release \(closing.target)\(options)' shows it")
  }

  /// What `release` calls it: what is made has the name of its target.
  private func strangeWord(_ policy: Policy) -> String {
    policy.kinds.selector(of: object.kind)?.isOfDevices == true ? closing.target.text : ShellWord.word(closing.name)
  }

  private func finding(_ message: String, hint: String) -> Finding {
    Finding(
      Message(code: Self.code, message, hint: hint), system: object.system, target: closing.target,
      kind: object.kind, name: closing.name)
  }

  /// `'Downtime-iPad' still blocks`, `'reconcile: emma (Internal)' still blocks every day 21:00–07:00`
  private func stands(_ policy: Policy) -> String {
    label + (isBlock(policy) ? " still blocks" : " is still \(closing.position.rawValue)") + whileOn(policy)
  }

  private func mayStand(_ policy: Policy) -> String {
    label + (isBlock(policy) ? " may still block" : " may still be \(closing.position.rawValue)") + whileOn(policy)
  }

  private func whileOn(_ policy: Policy) -> String { hours(policy).map { " \($0)" } ?? "" }

  /// `every day 21:00–07:00, by the console's own clock`: as the system shows its hours, or else as they are remembered; nil
  /// where it works all the time.
  private func hours(_ policy: Policy) -> String? {
    var words = closing.hours.map { "every day \($0)" }
    if case .closed(let live, _) = standing, let shown = live.made?.hours {
      words =
        switch shown {
        case .always: nil
        case .daily(let hours): "every day \(hours)"
        case .other(let words): words
        }
    }
    let noun = policy.systems.first { $0.name == object.system }?.kind.noun ?? "system"
    return words.map { "\($0), by the \(noun)'s own clock" }
  }

  fileprivate var label: String {
    object.kind.isWhole ? "'\(object.system.former?.system ?? object.system)'" : closing.name.quoted
  }

  private func isBlock(_ policy: Policy) -> Bool {
    closing.position == .enabled && policy.kinds.selector(of: object.kind)?.blocks == true
  }

  /// The same where nothing says how it stands: with the hours that its system keeps.
  package func why(_ policy: Policy, _ moments: Moments) -> String {
    (hours(policy).map { "\($0): " } ?? "") + reason(policy, moments)
  }

  /// `'tablet' turned the block on at 21:00:04, and the policy has had no target 'tablet' since 21:05`
  private func reason(_ policy: Policy, _ moments: Moments) -> String {
    let target = "'\(closing.target)'"
    if closing.isStrange {
      let isMade = policy.kinds.selector(of: object.kind)?.isOfDevices == true
      return "made by a run that this state does not know, and "
        + (isMade ? "\(target) is not in this policy" : "no target of this policy names it")
    }
    let isThere = policy.targets.contains { $0.name == closing.target }
    if object.kind.isWhole, closing.target == object.system {
      return deed(policy, moments)
        + (closing.leftAt.map { ", and has not mentioned it since \(moments.short($0))" }
          ?? ", and no longer mentions it")
    }
    let isIdle = policy.unnamedTargets.contains(closing.target) && policy.names(object, called: closing.name)
    guard let since = closing.leftAt.map({ "since \(moments.short($0))" }) else {
      if isIdle { return deed(policy, moments) + ", and no line names \(target) any more" }
      return deed(policy, moments)
        + (isThere ? ", and \(target) no longer names it" : ", and the policy no longer has \(target)")
    }
    if isIdle { return deed(policy, moments) + ", and no line has named \(target) \(since)" }
    return deed(policy, moments)
      + (isThere ? ", and \(target) has not named it \(since)" : ", and the policy has not had \(target) \(since)")
  }

  /// `'tablet' turned the block on at 21:00:04`, `'emma' set these hours at 20:00:04`
  private func deed(_ policy: Policy, _ moments: Moments) -> String {
    if closing.isFound {
      let at = moments.short(closing.at)
      return policy.kinds.selector(of: object.kind)?.isOfDevices == true
        ? "made for '\(closing.target)', and found so at \(at)"
        : "found so at \(at), when '\(closing.target)' was to be off"
    }
    if hours(policy) != nil { return "'\(closing.target)' set these hours at \(moments.short(closing.at))" }
    let done =
      switch closing.position {
      case .paused: "paused it without an end"
      case .enabled: isBlock(policy) ? "turned the block on" : "enabled it"
      case .disabled: "disabled it"
      case .active, .absent, .mixed, .unknown: "switched it off"
      }
    let isItself = object.kind.isWhole && closing.target == object.system
    return "\(isItself ? "the policy" : "'\(closing.target)'") \(done) at \(moments.short(closing.at))"
  }

  /// What releasing it does.
  private func opening(_ policy: Policy) -> String {
    switch closing.position {
    case .paused: "ends the pause"
    case .enabled: isBlock(policy) ? "lifts the block" : "disables it"
    case .disabled: "enables it"
    case .active, .absent, .mixed, .unknown: "opens it"
    }
  }
}
