/// What somebody changes in the rules, of one target. Numbers pick among what is there at the time.
enum HouseEdit: Sendable {
  /// One more sentence, the last of all, which lets it be free, or holds it.
  case say(target: UInt64, isFree: Bool, Times?)
  /// The last sentence about it, or another one, is crossed out.
  case crossOut(target: UInt64, UInt64)
  /// What holds at all other times.
  case otherwise(target: UInt64, UInt64)
  case enforcement(target: UInt64, UInt64)
  /// What its switches are while it is off.
  case turnRound(target: UInt64)
  /// One of its names less, or one more.
  case name(target: UInt64, isMore: Bool, UInt64)
  /// Who has to agree.
  case guarding(target: UInt64, HouseGuard?)
  /// The rules are again those that somebody's approvers have agreed to last.
  case undo(UInt64)
}

extension HouseRules {
  private static let mostSentences = 6

  /// The targets that are edited: no doors, nothing that only stands for others.
  private var editable: [Int] {
    targets.indices.filter { place in
      switch targets[place].kind {
      case .several, .action, .capsules: false
      default: !targets[place].isDoor
      }
    }
  }

  /// The place of the target that `number` picks: mostly one whose guard holds edits.
  private func picked(_ number: UInt64) -> Int? {
    let held = editable.filter { targets[$0].guarding?.holdsEdits ?? false }
    let pool = held.isEmpty || number % 4 == 0 ? editable : held
    return pool.isEmpty ? nil : pool[Int(number / 4 % UInt64(pool.count))]
  }

  /// The rules after that; nil where nothing is changed.
  func edited(_ edit: HouseEdit) -> HouseRules? {
    var rules = self
    switch edit {
    case .undo: return nil
    case .say(let number, let isFree, let times):
      guard let place = picked(number) else { return nil }
      let target = targets[place]
      let about = statements.indices.filter { statements[$0].names == [target.name] }
      if about.count >= Self.mostSentences { rules.statements.remove(at: about[0]) }
      let isOn = (target.kind == .blocking) != isFree
      let when = times.map { [HouseTimes(clauses: [HouseClause(days: nil, times: [$0], schedule: nil)])] } ?? []
      rules.statements.append(
        HouseStatement(names: [target.name], state: isOn ? target.words.on : target.words.off, when: when))
    case .crossOut(let number, let which):
      guard let place = picked(number) else { return nil }
      let about = statements.indices.filter { stands(statements[$0].names, for: targets[place].name) }
      guard let last = about.last else { return nil }
      rules.statements.remove(at: which % 2 == 0 ? last : about[Int(which / 2 % UInt64(about.count))])
    case .otherwise(let number, let which):
      guard let place = picked(number) else { return nil }
      let words = [targets[place].words.on, targets[place].words.off, "leave"]
      rules.targets[place].otherwise = words[Int(which % 3)]
    case .enforcement(let number, let which):
      guard let place = picked(number) else { return nil }
      rules.targets[place].enforcement = ["normal", "strict", "yield", "observe"][Int(which % 4)]
    case .turnRound(let number):
      guard let place = picked(number), [.groups, .lists].contains(targets[place].kind) else { return nil }
      rules.targets[place].isEnabledWhenOff.toggle()
    case .name(let number, let isMore, let which):
      guard let place = picked(number), let names = renamed(targets[place], isMore, which) else { return nil }
      rules.targets[place] = names
    case .guarding(let number, let guarding):
      guard let place = picked(number) else { return nil }
      rules.targets[place].guarding = guarding
    }
    return rules
  }

  private func renamed(_ target: HouseTarget, _ isMore: Bool, _ which: UInt64) -> HouseTarget? {
    var target = target
    func changed(_ names: [String], _ all: [String]) -> [String]? {
      let others = all.filter { !names.contains($0) }
      if isMore { return others.isEmpty ? nil : names + [others[Int(which % UInt64(others.count))]] }
      guard names.count > 1 else { return nil }
      return names.filter { $0 != names[Int(which % UInt64(names.count))] }
    }
    let all: [String]
    switch target.kind {
    case .rules: all = RandomRules.ruleNames
    case .policies: all = RandomRules.policyNames
    case .wifi: all = RandomRules.wifiNames
    case .groups: all = RandomRules.groupNames
    case .lists: all = RandomRules.listNames
    // What is allowed is let through wherever others deny it.
    case .domains(var domains) where domains.isDeny:
      guard let names = changed(domains.exact, RandomRules.exact) else { return nil }
      domains.exact = names
      target.kind = .domains(domains)
      return target
    case .blocking, .domains, .several, .entities, .capsules, .action: return nil
    }
    guard let names = changed(target.names, all) else { return nil }
    target.names = names
    return target
  }
}
