import CivilTime

/// What the simulation knows of edits of the rules: what the approvers of each target have agreed to last, and so what goes
/// for it while the file says otherwise.
struct HeldRules: Sendable {
  /// What goes for a target whose guard holds edits.
  struct Agreed: Sendable {
    var rules: HouseRules
    /// The rules as they are written.
    var text: String
    /// When its guard began, by the program's clock.
    var since: Int64
  }

  /// What becomes of an edit of one target.
  enum Verdict: Sendable {
    /// It leaves people more, surely.
    case held
    /// It changes nothing about the target.
    case passes
    /// Nobody has looked that far ahead.
    case unclear
  }

  /// By target.
  private(set) var agreed: [String: Agreed] = [:]
  /// Every version of the rules that there was, as it was written.
  private var versions: [String: HouseRules] = [:]
  /// What was found of an edit, and how long that is so.
  private var found: [Question: (verdict: Verdict, from: Int64, until: Int64)] = [:]
  private let zone: Zone

  private struct Question: Hashable {
    var target: String
    var old: String
    var new: String
  }

  init(zone: Zone) { self.zone = zone }

  /// The targets of `rules` whose guards hold edits.
  static func guarded(_ rules: HouseRules) -> [String] {
    rules.targets.filter { $0.guarding?.holdsEdits ?? false }.map(\.name)
  }

  /// The targets that have agreed rules whose guards hold edits.
  var guarded: [String] {
    agreed.keys.filter { agreed[$0]?.rules.target($0)?.guarding?.holdsEdits ?? false }.sorted()
  }

  /// Takes note of rules that are in the file.
  mutating func know(_ rules: HouseRules) -> String {
    let text = rules.text
    if versions[text] == nil { versions[text] = rules }
    return text
  }

  /// From now on the rules that are written so go for `target`, whose guard began at `since`.
  mutating func agree(to text: String, for target: String, since: Int64) {
    guard let rules = versions[text], agreed[target]?.text != text || agreed[target]?.since != since else { return }
    agreed[target] = Agreed(rules: rules, text: text, since: since)
  }

  mutating func forget(_ target: String) { agreed[target] = nil }

  // MARK: - What an edit does

  /// What becomes of each guarded target when the file says `new`.
  mutating func verdicts(_ new: HouseRules, _ text: String, at now: Int64) -> [String: Verdict] {
    var verdicts: [String: Verdict] = [:]
    for name in guarded { verdicts[name] = verdict(name, new, text, now) }
    // What switches all of a Pi-hole is one for everything on it.
    var isDone = false
    while !isDone {
      isDone = true
      for name in guarded where verdicts[name] != .held && isCarriedOtherwise(name, new) {
        let others = guarded.filter { isCarriedOtherwise($0, new) && system($0) == system(name) }
        let verdict = others.map { verdicts[$0] ?? .passes }
        if verdict.contains(.held) {
          (verdicts[name], isDone) = (.held, false)
        } else if verdict.contains(.unclear), verdicts[name] == .passes {
          (verdicts[name], isDone) = (.unclear, false)
        }
      }
    }
    return verdicts
  }

  private func system(_ name: String) -> String { agreed[name]?.rules.target(name)?.system ?? "" }

  /// Whether `new` says something else about what switches all of the target's system.
  private func isCarriedOtherwise(_ name: String, _ new: HouseRules) -> Bool {
    guard let old = agreed[name]?.rules, let carrier = old.carrier(of: name) else { return false }
    return !old.saysTheSame(as: new, about: carrier)
  }

  /// The targets that switch a group of the entries of `name`, by its agreed rules or by `new`, and of which `new` says
  /// something else.
  private func switchedOtherwise(_ name: String, _ new: HouseRules) -> [String] {
    guard let old = agreed[name]?.rules, let target = old.target(name) else { return [] }
    return Set(old.switching(groupsOf: target) + new.switching(groupsOf: target)).sorted().filter { other in
      !old.saysTheSame(as: new, about: other)
        || old.target(other)?.isEnabledWhenOff != new.target(other)?.isEnabledWhenOff
    }
  }

  private mutating func verdict(_ name: String, _ new: HouseRules, _ text: String, _ now: Int64) -> Verdict {
    guard let agreed = agreed[name], let old = agreed.rules.target(name), let target = new.target(name) else {
      return .held
    }
    if agreed.text == text { return .passes }
    if !(old.guarding?.isSame(as: target.guarding) ?? true) || !target.keeps(old) { return .held }
    // Whoever edits what switches a group of the entries has to be agreed with, whatever the edit does.
    if !switchedOtherwise(name, new).isEmpty { return .held }
    let isCarriedAlike = !isCarriedOtherwise(name, new)
    if isCarriedAlike, agreed.rules.saysTheSame(as: new, about: name) { return .passes }
    let question = Question(target: name, old: agreed.text, new: text)
    if let known = found[question], (known.from...known.until).contains(now) { return known.verdict }
    var freedom = HouseFreedom(HouseOracle(agreed.rules, zone: zone), becoming: HouseOracle(new, zone: zone))
    let freer = freedom.freerInstant(of: name, from: now)
    if found.count > 200 { found = [:] }
    found[question] = (freer == nil ? .unclear : .held, now, freer ?? now + 86_400)
    return freer == nil ? .unclear : .held
  }

  // MARK: - What is followed

  /// What goes where the file says `new` and the edits of `held` wait: the rules, and the older ones that go for some
  /// targets.
  func followed(_ new: HouseRules, holding held: Set<String>) -> (rules: HouseRules, older: [String: HouseRules]) {
    var (rules, older) = (new, [String: HouseRules]())
    for name in held.sorted() {
      guard let old = agreed[name]?.rules else { continue }
      let switching = switchedOtherwise(name, new).filter { !held.contains($0) }
      for name in [name, old.carrier(of: name)].compactMap(\.self) + switching {
        guard let place = rules.targets.firstIndex(where: { $0.name == name }), let target = old.target(name) else {
          continue
        }
        (rules.targets[place], older[name]) = (target, old)
      }
    }
    for name in guarded {
      guard let place = rules.targets.firstIndex(where: { $0.name == name }) else { continue }
      rules.targets[place].precedence = agreed[name]?.since ?? .max
    }
    return (rules, older)
  }
}

extension HouseGuard {
  /// Whether the same people have to agree, to edits as well.
  fileprivate func isSame(as other: HouseGuard?) -> Bool {
    guard let other else { return false }
    return Set(approvers) == Set(other.approvers) && needsAll == other.needsAll && other.holdsEdits
  }
}

extension HouseTarget {
  /// Whether it still names whatever `old` names, and switches it in the same way.
  fileprivate func keeps(_ old: HouseTarget) -> Bool {
    guard isEnabledWhenOff == old.isEnabledWhenOff else { return false }
    if case .domains(let before) = old.kind, case .domains(let after) = kind {
      return Set(after.exact).isSuperset(of: before.exact)
    }
    return Set(names).isSuperset(of: old.picked)
  }

  /// Its names without those that it takes out itself.
  private var picked: [String] { names.filter { name in !excluded.contains { Wish.fits($0, name) } } }

  /// Whether it means the same but for who has to agree.
  fileprivate func isAlike(_ other: HouseTarget) -> Bool {
    kind == other.kind && picked == other.picked && enforcement == other.enforcement
  }

  /// What it is where nothing else decides, written or not: left alone where no sentence names it.
  fileprivate func usual(isNamed: Bool) -> String {
    if !otherwise.isEmpty { return otherwise }
    return isNamed ? words.on : "leave"
  }
}

extension HouseRules {
  func target(_ name: String) -> HouseTarget? { targets.first { $0.name == name } }

  /// The target by which all of the system of `name` is switched, `name` itself where it is that; nil if there is none.
  fileprivate func carrier(of name: String) -> String? {
    guard let system = target(name)?.system else { return nil }
    return targets.first { $0.kind == .blocking && $0.system == system }?.name
  }

  /// The targets that switch a group of the entries of `target`, but for the group of everybody.
  fileprivate func switching(groupsOf target: HouseTarget) -> [String] {
    guard case .domains(let entries) = target.kind else { return [] }
    let groups = entries.groups.filter { $0 != "Default" }
    return targets.filter { other in
      other.kind == .groups && other.system == target.system
        && other.names.contains { name in groups.contains { Wish.fits(name, $0) } }
    }.map(\.name)
  }

  /// Whether `other` has the same sentences about `name`, and the same behind them.
  fileprivate func saysTheSame(as other: HouseRules, about name: String) -> Bool {
    guard let own = target(name), let others = other.target(name), own.isAlike(others) else { return false }
    func sentences(_ rules: HouseRules) -> [HouseStatement] {
      rules.statements.filter { rules.stands($0.names, for: name) }
    }
    let (before, after) = (sentences(self), sentences(other))
    return before == after && own.usual(isNamed: !before.isEmpty) == others.usual(isNamed: !after.isEmpty)
  }
}
