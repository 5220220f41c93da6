import Policies
import Text

/// What an edit of the policy changes about one system, as far as it bears on everything there.
struct SystemEdit: Sendable {
  /// Whether it is the same system, reached in the same way.
  let isDefinedAlike: Bool
  /// Other names of it, which the approved version does not have.
  let aliases: [Name]
  /// The targets that have entries to allow what others deny, which the approved version does not have.
  let allowing: [Name]
  /// The targets that switch groups of entries, and not as in the approved version.
  let switched: SwitchedGroups
  /// The targets that have something done on it that gives freedom, and at other times or not at all in the approved version.
  let acting: [Name]
  /// Whether both versions say the same about what switches all of it.
  let isCarriedAlike: Bool

  /// About the system `name`; `words` tells what both versions say alike.
  init(of name: Name, from approved: PolicyIndex, to new: PolicyIndex, _ words: SameWords) {
    isDefinedAlike = approved.system(name)?.isDefined(like: new.system(name)) ?? true
    aliases = new.policy.systems.aliases(of: name, beside: approved)
    let known = Set(approved.policy.targets.flatMap { $0.allowed(on: name) })
    allowing = new.policy.targets.filter { !known.isSuperset(of: $0.allowed(on: name)) }.map(\.name)
    switched = GroupSwitches(new.policy, on: name).changed(beside: GroupSwitches(approved.policy, on: name))
    acting = ActionTimes(new.policy, on: name).loosened(beside: ActionTimes(approved.policy, on: name))
    isCarriedAlike =
      switch (approved.carrier(of: name), new.carrier(of: name)) {
      case (nil, nil): true
      case (let before?, let after?):
        switch (approved.isImplicit(before.name), new.isImplicit(after.name)) {
        case (false, false): words.about([before.name])
        case (true, true): before.otherwise == after.otherwise && before.enforcement == after.enforcement
        case (true, false), (false, true): false
        }
      case (nil, _), (_, nil): false
      }
  }
}

extension SystemEdit {
  /// The targets that switch a group for which the entries of `target` are, and not as in the approved version. The group of
  /// everybody cannot be switched.
  func targets(switchingGroupsOf target: Target) -> [Name] {
    guard !switched.isEmpty, case .entries(_, let kind, let entries) = target.selector,
      case .entries(let form) = kind.form
    else { return [] }
    let usual = FoldedName(form.usualGroup)
    return switched.targets(switching: entries.groups.filter { FoldedName($0) != usual })
  }
}

extension [System] {
  /// Other names among these of the system `name` of `approved`, which that version does not have.
  func aliases(of name: Name, beside approved: PolicyIndex) -> [Name] {
    guard let system = approved.system(name) else { return [] }
    return filter { other in
      other.name != name && other.leads(where: system) && !(approved.system(other.name)?.leads(where: system) ?? false)
    }.map(\.name)
  }
}

extension Target {
  /// The ids of its entries that allow something on `system`.
  fileprivate func allowed(on system: Name) -> [String] {
    guard case .entries(system, _, let entries) = selector, entries.list == .allow else { return [] }
    return Array(entries.ids)
  }
}

extension System {
  /// Whether both are ways to the same things: a guest pass, too, is one to its server.
  fileprivate func leads(where other: System) -> Bool {
    kind.platform == other.kind.platform
      && (kind.isOneOfItsHost && other.kind.isOneOfItsHost
        ? url.hasHost(of: other.url) : url.origin == other.url.origin)
  }

  /// Whether `other` is the same system, reached in the same way, with the same secret and settings.
  fileprivate func isDefined(like other: System?) -> Bool {
    guard let other else { return false }
    return kind == other.kind && url == other.url && tls == other.tls && timeoutSeconds == other.timeoutSeconds
      && plaintext == other.plaintext && secret == other.secret && settings == other.settings
  }
}
