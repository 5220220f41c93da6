import CivilTime
import Documents
import Policies
import Providers
import Text

/// The comparison of one system: first every target says which objects it selects, then each object is decided once.
struct Comparison {
  /// What one target selects on this system.
  private struct Share {
    var target: Target
    /// What its objects are decided by.
    var decider: ChangeDecider
    /// Whether the run manages it, or it only says which objects are its own.
    var isAskedFor: Bool
    /// Whether nothing is wanted of its objects, as no line names it: what is off there by an earlier one is left behind.
    var isIdle: Bool
    var claim: Claim

    /// Whether what its target names could not be picked, as something that it needs is missing.
    func isUnpicked(_ observation: Observation) -> Bool {
      switch claim {
      case .domains(let selection): !selection.missingGroups.isEmpty
      case .made: observation.problems[target.name] != nil
      case .refused, .objects: false
      }
    }
  }

  private enum Claim {
    /// Objects of its kind cannot be spoken of at all.
    case refused(Message)
    case objects(Selection)
    case domains(DomainSelection)
    case made([ObservedObject])

    /// How many objects it is about.
    var count: Int {
      switch self {
      case .refused: 0
      case .objects(let selection): selection.count
      case .domains(let selection): selection.items.count + selection.orphans.count
      case .made(let objects): objects.count
      }
    }
  }

  /// How many objects the targets of one system may select together, one that several select counted for each of them.
  /// Each is an entry of the plan.
  static let mostSelections = 50_000

  private let system: System
  private let objects: [ObjectKind: [ObservedObject]]
  private let observation: Observation
  private let domains: DomainTable
  private let made: MadeTable
  /// The targets for which runs with this state have made something here, where something is left of such.
  private let knownTargets: Set<Name>
  private let past: Past?
  private let now: Instant
  private let clock: LocalDateTime?
  /// Whether what carries the mark of the policy's owner stays where nothing is remembered.
  private let keepsUnknown: Bool
  private let proposals = Proposals()
  private var catalogues: [ObjectKind: Catalogue] = [:]
  private var shares: [Share] = []
  private var selections = 0

  init(
    system: System, observation: Observation, _ objects: [ObjectKind: [ObservedObject]], domains: DomainTable,
    past: Past?, now: Instant, clock: LocalDateTime? = nil, keepsUnknown: Bool = false
  ) {
    self.system = system
    self.observation = observation
    self.objects = objects
    self.domains = domains
    made = MadeTable(objects, of: system)
    knownTargets = made.unnamed.isEmpty ? [] : past?.knownTargets(on: system) ?? []
    self.past = past
    self.now = now
    self.clock = clock
    self.keepsUnknown = keepsUnknown
  }

  // MARK: - Selecting

  /// Lets `target` pick its objects.
  mutating func select(
    _ target: Target, verdict: Verdict, armed: ArmedHours? = nil, isDisarmed: Bool = false, isAskedFor: Bool,
    isUnnamed: Bool = false, _ pace: inout Pace
  ) async throws(ProviderError) {
    guard let claim = try await claim(of: target, &pace) else { return }
    selections += claim.count
    guard selections <= Self.mostSelections else { throw Messages.selectsTooMuch(most: Self.mostSelections) }
    let decider = ChangeDecider(
      system: system, target: target, verdict: verdict, armed: armed, isDisarmed: isDisarmed, clock: clock, past: past,
      now: now)
    let isIdle = isUnnamed && verdict.isIdle
    shares.append(
      Share(target: target, decider: decider, isAskedFor: isAskedFor, isIdle: isIdle, claim: claim))
  }

  private mutating func claim(of target: Target, _ pace: inout Pace) async throws(ProviderError) -> Claim? {
    if let refusal = target.selector.kind.flatMap(refusal) { return .refused(refusal) }
    switch target.selector {
    case .objects(_, let kind, let names, _):
      return .objects(try await Selection(names, from: catalogue(of: kind), &pace))
    case .whole(_, let kind): return .objects(Selection(everyOne: objects[kind.object] ?? []))
    case .entries(_, let kind, let wanted):
      return .domains(
        try await DomainSelection(wanted, of: target.name, kind.object, in: domains, proposals, &pace))
    case .devices: return .made(made.objects(of: target.name))
    case .action, .targets, .unspecified: return nil
    }
  }

  /// One for all targets.
  private mutating func catalogue(of kind: SelectorKind) -> Catalogue {
    if let made = catalogues[kind.object] { return made }
    let catalogue = Catalogue(objects[kind.object] ?? [], kind: kind, proposals)
    catalogues[kind.object] = catalogue
    return catalogue
  }

  /// Why nothing can be said of what `selector` selects. What was not read is never taken for absent.
  private func refusal(of selector: SelectorKind) -> Message? {
    for kind in selector.objectsToRead { if let refusal = observation.unavailableKinds[kind] { return refusal } }
    return nil
  }

  // MARK: - Reporting

  /// Adds the entries, problems and warnings of this system to `plan`.
  func finish(into plan: inout Plan, _ pace: inout Pace) async throws(ProviderError) {
    let shared = try await sharedObjects(&pace)
    var told: Set<Message> = []
    for share in shares where share.isAskedFor {
      switch share.claim {
      case .refused(let message): plan.problems.append(finding(message, share.target))
      case .objects(let selection):
        let entries = try await entries(of: selection, share.decider, shared, &pace)
        add(entries, share.target, alreadyTold: &told, to: &plan)
        plan.problems += selection.missing.map { finding($0.reason, share.target, name: $0.name) }
        plan.warnings += selection.warnings.map { finding($0, share.target) }
      case .domains(let selection):
        add(try await entries(of: selection, share.decider, &pace), share.target, alreadyTold: &told, to: &plan)
        plan.problems += selection.missingGroups.map {
          finding($0.reason, share.target, kind: share.target.selector.kind?.objectsToRead.last, name: $0.name)
        }
      case .made(let objects):
        add(try await entries(of: objects, share.decider, &pace), share.target, alreadyTold: &told, to: &plan)
        plan.problems += (observation.problems[share.target.name] ?? []).map { finding($0, share.target) }
      }
    }
    plan.warnings += (orphanWarning.map { [$0] } ?? []) + observation.warnings.map { Finding($0, system: system.name) }
    if !observation.ends.isEmpty { plan.credentialEnds[system.name] = observation.ends }
  }

  /// Takes away what was made for targets that are gone, where the system says so and no lock holds it; else it is told of.
  /// What is enabled is left behind, and told of as such.
  func finishUnnamed(of policy: Policy, into plan: inout Plan) {
    guard !made.unnamed.isEmpty, let selector = system.kind.selectors.first(where: \.isOfDevices),
      case .devices(let key, _) = selector.form
    else { return }
    let strange = made.unnamed.filter { !isKnown($0) && $0.switchState.position != .enabled }
    if !strange.isEmpty {
      plan.warnings.append(
        Finding(
          Messages.strange(strange.map(\.name), selector.one, owner: policy.owner, on: system.kind.noun),
          system: system.name, kind: selector.object))
    }
    if system.prunes(selector) {
      let entries = made.unnamed.filter(isKnown).map { object in
        ChangeDecider.pruning(object, on: system, in: policy, past, now: now)
      }
      for entry in entries where entry.action == .problem {
        plan.problems += entry.notes.map { note in
          Finding(note, system: system.name, target: entry.target, kind: entry.kind, name: entry.name)
        }
      }
      plan.entries.take(entries)
      return
    }
    let idle = made.unnamed.filter { isKnown($0) && $0.switchState.position != .enabled }
    guard !idle.isEmpty else { return }
    plan.warnings.append(
      Finding(
        Messages.madeForNobody(idle.map(\.name), key: key, selector.one, on: system.name), system: system.name,
        kind: selector.object))
  }

  /// Keeps what is made and not wanted any more while something that may have to block in its place is missing: it cannot be
  /// made, or a target names what is not there.
  ///
  /// What nobody has made by its target may be missing while that is on. Only what keeps hours of its own stays then, too:
  /// it is what blocks in the night.
  func putOffRemovals(in plan: inout Plan) {
    // Most systems have nothing that a file makes, and then thousands of entries are not looked through.
    let mayMake = !made.unnamed.isEmpty || shares.contains { if case .made = $0.claim { true } else { false } }
    guard mayMake else { return }
    let own = plan.entries.indices.filter { plan.entries[$0].system == system.name && plan.entries[$0].made != nil }
    let removals = own.filter { plan.entries[$0].action == .change && plan.entries[$0].to?.position == .absent }
    if removals.isEmpty { return }
    let isUnmade =
      own.contains { plan.entries[$0].action == .problem && plan.entries[$0].from?.position == .absent }
      || shares.contains { share in
        if case .made = share.claim { share.isAskedFor && share.isUnpicked(observation) } else { false }
      }
    let lacking = lacking(in: plan)
    let isOff = lacking.contains(where: \.isOff)
    for place in removals {
      let keepsHours = plan.entries[place].made?.hours?.daily != nil && plan.entries[place].from?.position == .enabled
      guard isUnmade || isOff || keepsHours && !lacking.isEmpty else { continue }
      (plan.entries[place].action, plan.entries[place].to, plan.entries[place].cause) = (.problem, nil, nil)
      plan.entries[place].notes = [Messages.putOff]
    }
  }

  /// The verdicts' states of the targets that the run manages and that cannot have all that they name, where the file does not
  /// make it: it is not there, or must not be touched and does not block already.
  private func lacking(in plan: Plan) -> [TargetState] {
    let troubled = Set(
      plan.entries.lazy.filter { entry in
        entry.system == system.name && entry.made == nil && entry.action == .problem && entry.fromState?.isOff != true
      }.map(\.target))
    return shares.filter { share in
      guard share.isAskedFor else { return false }
      return switch share.claim {
      case .refused: true
      case .objects(let selection): !selection.missing.isEmpty || troubled.contains(share.target.name)
      case .domains: share.isUnpicked(observation) || troubled.contains(share.target.name)
      case .made: false
      }
    }.map(\.decider.verdict.state)
  }

  /// Whether a run with this state has made `object`, or another one for the same target, or had it for a target.
  private func isKnown(_ object: ObservedObject) -> Bool {
    guard let past else { return !keepsUnknown }
    if let target = object.made?.target { return knownTargets.contains(target) }
    return past.knows(object.key(on: system.name))
  }

  /// What carries the mark of the policy's owner and is still enabled, whoever remembers it: made for targets that are gone, or
  /// entries that no target names; but not what is removed, and what is to stay so.
  func leftBehind(besides closings: [(key: ObjectKey, closing: Closing)]) -> [LeftBehind] {
    let known = Set(closings.map(\.key))
    return system.kind.selectors.flatMap { selector -> [LeftBehind] in
      guard let open = selector.states?.on else { return [] }
      if selector.isOfDevices {
        let left = system.prunes(selector) ? made.unnamed.filter { !isKnown($0) } : made.unnamed
        return leftBehind(left, of: nil, besides: known, opening: open)
      }
      guard selector.isOfEntries, let target = domains.pruningTarget else { return [] }
      let left = domains.orphans.filter { $0.kind == selector.object && $0.whenOff == .enabled && !isKnown($0) }
      return leftBehind(left, of: target, besides: known, opening: open)
    }
  }

  private func leftBehind(
    _ objects: [ObservedObject], of pruning: Name?, besides known: Set<ObjectKey>, opening open: TargetState
  ) -> [LeftBehind] {
    objects.compactMap { object in
      let key = object.key(on: system.name)
      guard object.switchState.position == .enabled, !known.contains(key), let target = pruning ?? object.made?.target,
        !(past?.memory.objects[key]?.isKept ?? false), past?.memory.objects[key]?.closing?.keeper == nil
      else {
        return nil
      }
      var closing = Closing(target: target, at: now, name: object.name.shortened(), position: .enabled)
      closing.isFound = true
      closing.isStrange = !isKnown(object)
      return LeftBehind(object: key, closing: closing, standing: .closed(object, opening: open))
    }
  }

  /// Those of `closings`, which are all on this system, that no target selects of which something is wanted, neither as a
  /// member of a group nor a member of them. What was not read is none of them.
  func leftBehind(of closings: [(key: ObjectKey, closing: Closing)], _ selected: Set<ObjectKey>) -> [LeftBehind] {
    guard !closings.isEmpty else { return [] }
    let live = live(Set(closings.map(\.key)))
    let wanting = shares.filter { !$0.isIdle }
    let idle = Set(shares.filter(\.isIdle).map(\.target.name))
    let reached = (idle.isEmpty ? selected : self.selected(by: wanting)).union(members(of: wanting))
    return closings.compactMap { key, closing in
      guard let selector = system.kind.everySelector.first(where: { $0.object == key.kind }),
        // A door that stays locked is as it should be, and nothing that opens it in passing.
        let states = selector.states, states.permission == nil, observation.unavailableKinds[key.kind] == nil,
        !reached.contains(key)
      else {
        return nil
      }
      let live = live[key]
      if live.map(keys)?.contains(where: reached.contains) ?? false { return nil }
      if live?.record?.keys.contains(where: { !idle.isSuperset(of: domains.claimants(of: $0)) }) ?? false { return nil }
      guard let live, live.isClosed(as: closing), live.switchState.ends == nil,
        !selector.renumbers || live.name.shortened() == closing.name
      else {
        return LeftBehind(object: key, closing: closing, standing: .settled)
      }
      // Who is to open it looks for the name that it has by now.
      var closing = closing
      closing.name = live.name.shortened()
      return LeftBehind(object: key, closing: closing, standing: .closed(live, opening: states.on))
    }
  }

  /// Those of `keys`, which are all on this system, that no target selects. What was not read is none of them, and
  /// neither is what a target names of which nothing was picked, as something that it needs is missing.
  func unselected(of keys: [ObjectKey], _ selected: Set<ObjectKey>) -> [ObjectKey] {
    let left = keys.filter { !selected.contains($0) }
    if left.isEmpty { return [] }
    let unpicked = shares.filter { $0.isUnpicked(observation) }.map(\.target)
    // The entries of a target are made once: there may be thousands of them, and of what is left as well.
    let entries = Set(unpicked.flatMap(\.entryKeys))
    let others = unpicked.filter(\.entryKeys.isEmpty)
    return left.filter { key in
      let selectors = system.kind.everySelector.filter { $0.object == key.kind }
      return selectors.allSatisfy { refusal(of: $0) == nil } && !entries.contains(key.lowercased)
        && !others.contains { $0.names(key, called: "") }
    }
  }

  /// Those of `keys`, which no target selects, that a pattern of a target had selected and would still, but that they are
  /// deleted or are called something else. What is as it was and was made anew under its name is not missed, and neither is
  /// anything of a target that selects nothing by now: that is told as such. Where these are numbers that may be other objects' by
  /// now, `numbered` is what was known of them.
  func gone(of keys: [ObjectKey], numbered: RecordedState? = nil) -> [GoneObject] {
    let known = (numbered ?? past?.memory)?.objects ?? [:]
    if keys.isEmpty || past?.moved.contains(system.name) ?? false { return [] }
    let live = live(Set(keys))
    let shares = Dictionary(self.shares.map { ($0.target.name, $0) }) { first, _ in first }
    var names: [Name: Set<String>] = [:]
    return keys.sorted().compactMap { key in
      guard let seen = known[key], let former = seen.target, let name = seen.name ?? seen.closing?.name,
        let share = shares[former] ?? renamed(key, called: name), case let target = share.target.name,
        case .objects(let selection) = share.claim, share.target.hasPatterns, share.target.names(key, called: name),
        seen.gone.map({ now - $0.since < GoneObject.toldSeconds }) ?? true
      else { return nil }
      if names[target] == nil { names[target] = Set(selection.named.map { $0.name.shortened() }) }
      if names[target]?.isEmpty ?? true || names[target]?.contains(name) ?? false { return nil }
      // What is there under its name is left alone for a reason that has been told.
      let newName = live[key]?.name.shortened()
      if newName.map({ share.target.names(key, called: $0) }) ?? false { return nil }
      var gone = GoneObject(key: key, name: name, target: target, newName: newName, since: seen.gone?.since)
      if numbered != nil { gone.rest = RecordedObject(switchState: seen.switchState, at: seen.at, wanted: nil) }
      return gone
    }
  }

  /// What a target may be by now that had the object at `key`, and is not there any more under its name.
  private func renamed(_ key: ObjectKey, called name: String) -> Share? {
    shares.first { $0.target.hasPatterns && $0.target.names(key, called: name) }
  }

  /// The first object of each of `keys`.
  private func live(_ keys: Set<ObjectKey>) -> [ObjectKey: ObservedObject] {
    var found: [ObjectKey: ObservedObject] = [:]
    for kind in Set(keys.map(\.kind)) {
      for object in objects[kind] ?? [] {
        let key = object.key(on: system.name)
        if keys.contains(key), found[key] == nil { found[key] = object }
      }
    }
    return found
  }

  /// Every object that a target selects or must not touch; entries that are removed because no target names them, too.
  var selected: Set<ObjectKey> { selected(by: shares) }

  private func selected(by shares: [Share]) -> Set<ObjectKey> {
    let objects = shares.flatMap { share in
      switch share.claim {
      case .refused: [ObservedObject]()
      case .objects(let selection): selection.named
      case .domains(let selection): selection.items.map(\.object) + selection.orphans.filter(isKnown)
      case .made(let objects): objects
      }
    }
    let pruned = made.unnamed.filter { object in
      isKnown(object) && system.kind.selectors.contains { $0.object == object.kind && system.prunes($0) }
    }
    return Set((objects + pruned).map { $0.key(on: system.name) })
  }

  /// The members of the groups that the targets of `shares` select.
  private func members(of shares: [Share]) -> Set<ObjectKey> {
    var members: Set<ObjectKey> = []
    for share in shares {
      guard case .objects(let selection) = share.claim else { continue }
      for group in selection.named { members.formUnion(keys(ofMembers: group)) }
    }
    return members
  }

  private func keys(ofMembers group: ObservedObject) -> [ObjectKey] {
    (group.members ?? []).map { ObjectKey(system: system.name, kind: group.kind, id: $0) }
  }

  private func add(_ entries: [PlanEntry], _ target: Target, alreadyTold: inout Set<Message>, to plan: inout Plan) {
    let ordered = entries.inReportOrder
    plan.entries.take(ordered)
    plan.problems += problems(of: ordered, target, alreadyTold: &alreadyTold)
  }

  private func entries(
    of selection: Selection, _ decider: ChangeDecider, _ shared: SharedObjects, _ pace: inout Pace
  ) async throws(ProviderError) -> [PlanEntry] {
    var entries: [PlanEntry] = []
    // With room for what other targets and systems add: thousands are not moved for a few more.
    entries.reserveCapacity(selection.count + selection.count / 8)
    let objects = selection.objects
    for place in selection.chosen {
      let object = objects[place]
      if let refusal = shared.refusal(of: object, for: decider.target.name) {
        entries.append(decider.problem(object, refusal))
      } else {
        entries.append(decider.decide(object))
      }
      if pace.spend(2) { try await pace.rest() }
    }
    for (place, reason) in selection.refused { entries.append(decider.problem(objects[place], reason)) }
    for (place, reason) in selection.leftAlone { entries.append(decider.leaving(objects[place], reason)) }
    return entries
  }

  private func entries(
    of selection: DomainSelection, _ decider: ChangeDecider, _ pace: inout Pace
  ) async throws(ProviderError) -> [PlanEntry] {
    var entries: [PlanEntry] = []
    for item in selection.items {
      var entry = item.refusal.map { decider.problem(item.object, $0) } ?? decider.decide(item.object)
      entry.domainEntry = item.entry
      entries.append(entry)
      try await pace.step(2)
    }
    for orphan in selection.orphans where isKnown(orphan) {
      entries.append(decider.removal(of: orphan, mark: domains.mark))
      try await pace.step(2)
    }
    return entries
  }

  private func entries(
    of made: [ObservedObject], _ decider: ChangeDecider, _ pace: inout Pace
  ) async throws(ProviderError) -> [PlanEntry] {
    var entries: [PlanEntry] = []
    for object in made {
      entries.append(decider.decide(made: object))
      try await pace.step(2)
    }
    return entries
  }

  /// One problem for each thing that is wrong, however many objects it concerns.
  private func problems(of entries: [PlanEntry], _ target: Target, alreadyTold: inout Set<Message>) -> [Finding] {
    var problems: [Finding] = []
    for place in entries.indices where entries[place].action == .problem {
      let entry = entries[place]
      for message in entry.notes {
        let isPerObject = message.code != Messages.Code.ambiguous && message.code != Messages.Code.twoTargets
        if isPerObject || alreadyTold.insert(message.about(entry)).inserted {
          problems.append(finding(message, target, name: entry.name))
        }
      }
    }
    return problems
  }

  /// What more than one target selects, and whose it is.
  private func sharedObjects(_ pace: inout Pace) async throws(ProviderError) -> SharedObjects {
    let selections: [(target: Target, selection: Selection)] = shares.compactMap { share in
      if case .objects(let selection) = share.claim { (share.target, selection) } else { nil }
    }
    return try await SharedObjects(selections, &pace)
  }

  /// Entries that were once wanted and that no target prunes stay for ever, unless somebody hears of them.
  private var orphanWarning: Finding? {
    let looksAfterDomains = shares.contains { share in
      if case .domains = share.claim { return share.isAskedFor }
      return false
    }
    let orphans = domains.orphans
    guard looksAfterDomains, let selector = domains.selector, !orphans.isEmpty else { return nil }
    guard domains.pruningTarget == nil else {
      let strange = orphans.filter { !isKnown($0) && !($0.switchState.position == .enabled && $0.whenOff == .enabled) }
      guard !strange.isEmpty else { return nil }
      let owner = String(domains.mark.dropFirst(OwnerMark.prefix.count))
      return Finding(
        Messages.strange(strange.map(\.name), selector.one, owner: owner, on: system.kind.noun), system: system.name)
    }
    return Finding(
      Messages.orphans(orphans.map(\.name), selector, mark: domains.mark, on: system.kind.noun), system: system.name)
  }

  private func finding(
    _ message: Message, _ target: Target, kind: ObjectKind? = nil, name: String? = nil
  ) -> Finding {
    Finding(
      message, system: system.name, target: target.name, kind: kind ?? target.selector.object, name: name,
      file: target.span.file, line: target.span.start.line)
  }
}

extension Message {
  /// A key under which the same message about the same name is told once: an ambiguous name is on several objects,
  /// and an object of two targets in two entries.
  fileprivate func about(_ entry: PlanEntry) -> Message {
    Message(code: code, text + "\t" + FoldedName(entry.name).text)
  }
}
