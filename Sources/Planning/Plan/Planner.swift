public import CivilTime
import Documents
public import Policies
public import Providers

/// Compares what is wanted with what is live.
public struct Planner: Sendable {
  let policy: Policy
  private let verdicts: [Name: Verdict]
  private let now: Instant
  private let past: Past?
  private let armed: [Name: ArmedHours]
  private let disarmed: Set<Name>
  let targets: [Target]
  /// The targets that the run manages, members included; nil for all.
  private let wanted: Set<Name>?
  /// Whether what carries the mark of the policy's owner stays where nothing is remembered: another file may have made it.
  public var keepsUnknown = false
  /// What was moved to where its target is off; nothing where the run looks at some targets only.
  let closings: [(key: ObjectKey, closing: Closing)]

  /// A planner for `policy`, which says `verdicts` at `now`. `only` keeps the plan to these targets (a target of
  /// targets stands for its members); nil is all of them. `past` is what earlier runs left, nil where nothing is known.
  /// `armed` are the hours that may be left to systems; of `disarmed` overrides let none be left.
  public init(
    policy: Policy, verdicts: [(target: Name, verdict: Verdict)], now: Instant, only: Set<Name>? = nil,
    past: Past? = nil, armed: [Name: ArmedHours] = [:], disarmed: Set<Name> = []
  ) {
    self.policy = policy
    (self.armed, self.disarmed) = (armed, disarmed)
    self.past = past
    self.verdicts = Dictionary(verdicts.map { ($0.target, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    self.now = now
    closings = only == nil ? past?.closings(owner: policy.owner) ?? [] : []
    let wanted = only.map { policy.members(of: $0) }
    self.wanted = wanted
    targets = policy.targets.filter { target in
      target.selector.system != nil && !target.isAction && (wanted?.contains(target.name) ?? true)
    }
  }

  /// The systems that must be read, in the order of the file, and of which kinds of object: also of those that only an
  /// object is of that was left behind, and those of which only actions are wanted, to know that they can be reached. What
  /// the file may have made for targets that are gone is read where it comes with something else.
  public var interests: [(system: System, kinds: Set<ObjectKind>)] {
    var selected: [Name: Set<ObjectKind>] = [:]
    for target in targets {
      if let system = target.selector.system, let kind = target.selector.object {
        selected[system, default: []].insert(kind)
      }
    }
    let closed = Dictionary(grouping: closings.lazy.map(\.key), by: \.system).mapValues { Set($0.map(\.kind)) }
    let acting = Set(policy.targets.lazy.filter { $0.isAction && asksFor($0.name) }.compactMap(\.selector.system))
    return policy.systems.compactMap { system in
      var asked = selected[system.name] ?? []
      asked.formUnion((closed[system.name] ?? []).intersection(system.kind.objects))
      if wanted == nil {
        asked.formUnion(system.kind.selectors.filter(system.prunes).map(\.object))
        let listed = system.kind.selectors.filter { $0.listedWith.map(asked.contains) ?? false }
        asked.formUnion(listed.map(\.object))
      }
      return asked.isEmpty && !acting.contains(system.name) ? nil : (system, asked)
    }
  }

  /// Whether the run manages `target`.
  public func asksFor(_ target: Name) -> Bool { wanted?.contains(target) ?? true }

  /// The part of the plan that is about `system`, of which this was seen. It depends on that system alone, so that it may
  /// be carried out before others were read. Actions of this run have `moved` these: nobody else did.
  ///
  /// Throws where the task was cancelled, and where targets select more than is managed.
  public func part(
    about system: System, _ observation: Observation, moved: Set<ObjectKey> = []
  ) async throws(ProviderError) -> Plan {
    let status = SystemStatus(
      name: system.name, kind: system.kind.name,
      reading: .ok(version: observation.version, title: observation.title))
    var plan = Plan(now: now, systems: [status], entries: [], problems: [], warnings: [], nextChange: nil)
    var pace = Pace()
    plan.lookups[system.name] = observation.lookups
    if !observation.moves.isEmpty { plan.moves[system.name] = observation.moves }
    try await compare(system, observation, moved, into: &plan, &pace)
    return plan
  }

  /// The whole plan, in the order of the file. A system that could not be read has nothing in it but the reason; it is
  /// never taken for empty. One without a part is left out.
  ///
  /// Nothing is left of `parts`: thousands of entries move into the plan.
  public func plan(of parts: consuming [Name: Result<Plan, ProviderError>]) -> Plan {
    var plan = Plan(now: now, systems: [], entries: [], problems: [], warnings: [], nextChange: nextChange)
    plan.numbered = Set(policy.systems.flatMap { $0.kind.numbered })
    plan.patterned = policy.targets.filter(\.hasPatterns).map(\.name)
    let looked = interests.map(\.system)
    for system in looked {
      switch parts.removeValue(forKey: system.name) {
      case nil: continue
      case .failure(let error)?:
        plan.systems.append(SystemStatus(name: system.name, kind: system.kind.name, reading: .failed(error)))
      case .success(let part)?:
        plan.systems += part.systems
        plan.entries.take(part.entries)
        plan.problems += part.problems
        plan.warnings += part.warnings
        plan.leftBehind += part.leftBehind
        plan.unselected += part.unselected
        plan.gone += part.gone
        plan.renumbered += part.renumbered
        plan.ended.merge(part.ended) { first, _ in first }
        plan.recognized.renamed.merge(part.recognized.renamed) { first, _ in first }
        plan.lookups.merge(part.lookups) { first, _ in first }
        plan.moves.merge(part.moves) { first, _ in first }
        plan.credentialEnds.merge(part.credentialEnds) { first, _ in first }
      }
    }
    plan.leftBehind += leftElsewhere.filter { plan.recognized.renamed[$0.object.system] == nil }
    plan.interests = wanted == nil ? looked.map(\.name) : nil
    plan.unselected =
      (plan.unselected
      + unselectedElsewhere(
        than: Set(looked.map(\.name)), unread: Set(plan.systems.filter { $0.error != nil }.map(\.name))))
      .sorted()
    plan.wanted = targets.compactMap { target in
      verdicts[target.name].map { Plan.Wanted(target: target.name, states: target.states, verdict: $0) }
    }
    plan.forgotten = past?.memory.unnamed(in: policy) ?? []
    plan.leftOff = past?.memory.leftOff(among: plan.forgotten, policy.kinds) ?? []
    plan.warnings += plan.leftOff.map { left in
      var message = left.message
      message.text = "'\(left.name)' " + message.text
      return Finding(message, system: left.object.system, target: left.target, kind: left.object.kind, name: left.name)
    }
    plan.warnings += plan.gone.findings
    plan.warnings += idle(besides: Set(plan.leftBehind.map(\.closing.target)))
    return plan
  }

  /// What is to be told of targets that are left alone because no line names them, but for `told`, of which more is said.
  private func idle(besides told: Set<Name>) -> [Finding] {
    targets.filter { target in
      policy.unnamedTargets.contains(target.name) && verdicts[target.name]?.isIdle == true
        && !told.contains(target.name)
    }.map { Finding($0.unnamedMessage, target: $0.name, file: $0.span.file, line: $0.span.start.line) }
  }

  /// What is left behind on systems that the policy does not have any more; but no doors, which nothing opens in passing.
  public var leftElsewhere: [LeftBehind] {
    let known = Set(policy.systems.map(\.name))
    return closings.filter { !known.contains($0.key.system) && !policy.kinds.isDoor($0.key.kind) }.map {
      LeftBehind(object: $0.key, closing: $0.closing, standing: .unknown)
    }
  }

  /// What may have been closed by a run that was killed, turns out as `ended` not to be, by `past`, and is selected by no
  /// target of the `whole` system: what this run closes again is left closed.
  private func notClosed(
    _ ended: [ObjectKey: UnderWay.End], _ whole: Comparison, _ past: Past?
  ) -> [LeftBehind] {
    let open = closings.filter { key, _ in ended[key] != nil && past?.memory.objects[key]?.closing == nil }
    if open.isEmpty { return [] }
    let selected = whole.selected
    return open.filter { !selected.contains($0.key) }.map {
      LeftBehind(object: $0.key, closing: $0.closing, standing: .settled)
    }
  }

  /// What was moved to where its target is off, by `past`; nothing where the run looks at some targets only.
  private func closings(in past: Past?) -> [(key: ObjectKey, closing: Closing)] {
    wanted == nil ? past?.closings(owner: policy.owner) ?? [] : []
  }

  /// What no target can select any more on systems other than those `looked` at: the policy does not have them, or no target is
  /// on them. On those of them that are `unread`, as far as its name and id say so.
  private func unselectedElsewhere(than looked: Set<Name>, unread: Set<Name>) -> [ObjectKey] {
    guard wanted == nil, let past else { return [] }
    let naming = NamingTargets(unread.isEmpty ? [] : policy.targets)
    return past.memory.objects.filter { key, seen in
      guard seen.isTied else { return false }
      if looked.contains(key.system) {
        return unread.contains(key.system) && naming.names(of: key, called: seen.name).isEmpty
      }
      return true
    }.map(\.key)
  }

  /// Also targets that this run does not manage say which objects are theirs: an object of two targets is touched
  /// by neither, whichever of them is asked for.
  private func compare(
    _ system: System, _ observation: Observation, _ moved: Set<ObjectKey>, into plan: inout Plan, _ pace: inout Pace
  ) async throws(ProviderError) {
    let all = policy.targets.filter { $0.selector.system == system.name }
    let objects = observation.objectsByKind
    let recognized = past?.memory.recognized(objects, on: system.name) ?? SystemMoves()
    plan.recognized = recognized
    let met = past?.moved(by: recognized)
    plan.ended = met?.memory.ended(by: objects, on: system.name) ?? [:]
    let known = met?.settling(plan.ended).doubting(moved)
    let renumbered = known?.memory.renumbered(system.kind.numbered, of: objects, on: system.name) ?? []
    let past = renumbered.isEmpty ? known : known?.without(renumbered)
    plan.renumbered += renumbered
    let domains = try await DomainTable(objects, of: system, targets: all, owner: policy.owner, &pace)
    func comparison(_ targets: [Target]) async throws(ProviderError) -> Comparison {
      var comparison = Comparison(
        system: system, observation: observation, objects, domains: domains, past: past, now: now,
        clock: system.sharesClock(of: policy.zone) ? policy.zone.local(now) : nil, keepsUnknown: keepsUnknown)
      for target in targets {
        guard let verdict = verdicts[target.name] else { continue }
        try await comparison.select(
          target, verdict: verdict, armed: armed[target.name], isDisarmed: disarmed.contains(target.name),
          isAskedFor: asksFor(target.name), isUnnamed: policy.unnamedTargets.contains(target.name), &pace)
      }
      return comparison
    }
    do throws(ProviderError) {
      let whole = try await comparison(all)
      try await whole.finish(into: &plan, &pace)
      EntryRoom(system, live: domains.count)?.leaveOutSurplus(of: &plan, mark: domains.mark)
      let areAsBefore = recognized.isEmpty && plan.ended.isEmpty
      let own = (areAsBefore ? closings : closings(in: past)).filter { $0.key.system == system.name }
      let tied = wanted == nil ? past?.memory.tied(on: system.name) ?? [] : []
      let selected = own.isEmpty && tied.isEmpty ? [] : whole.selected
      plan.leftBehind += whole.leftBehind(of: own, selected) + notClosed(plan.ended, whole, past)
      plan.proposeNewNames()
      if wanted == nil {
        let unselected = whole.unselected(of: tied, selected)
        plan.unselected += unselected
        plan.gone += whole.gone(of: unselected) + whole.gone(of: renumbered, numbered: known?.memory)
        plan.leftBehind += whole.leftBehind(besides: own)
        whole.finishUnnamed(of: policy, into: &plan)
      }
      whole.putOffRemovals(in: &plan)
      LettingGo(policy.carriers[system.name], all, plan, observation)?.note(in: &plan)
    } catch {
      var guarded = all.filter { $0.precedence < .max }.sorted { $0.precedence < $1.precedence }
      guard error.isCrowd, !guarded.isEmpty else { throw error }
      let crowding = all.first { $0.precedence == .max } ?? guarded.last
      plan.problems.append(Finding(error.message, system: system.name, target: crowding?.name))
      // Whatever else is written: what guards hold must not be crowded out, the oldest last of all.
      while let last = guarded.last {
        do throws(ProviderError) {
          return try await comparison(guarded).finish(into: &plan, &pace)
        } catch {
          guard error.isCrowd else { throw error }
          guarded.removeAll { $0.precedence == last.precedence }
        }
      }
    }
  }

  /// When an action next falls due, and which.
  private var nextActions: [(Name, Instant)] {
    let calendar = Evaluator(policy).edges
    return calendar.next(of: calendar.targets.filter(asksFor), after: now).map { ($0.target, $0.at) }
  }

  private var nextChange: Plan.NextChange? {
    let falling = policy.edges.isEmpty ? [] : nextActions
    let ends = targets.compactMap { target in verdicts[target.name]?.until.map { (target.name, $0) } } + falling
    guard let earliest = ends.map(\.1).min() else { return nil }
    return Plan.NextChange(at: earliest, targets: ends.filter { $0.1 == earliest }.map(\.0))
  }
}

extension Policy {
  /// `names`, and the members of those that are targets of targets.
  func members(of names: Set<Name>) -> Set<Name> { TargetGroups(targets).everything(in: names) }
}

extension Planner {
  /// What the policy names on `system`, and what was moved there. Also targets that this run does not manage say which
  /// objects are theirs, and the members of groups are seen only if the groups are read.
  public func named(on system: System) -> NamedObjects {
    var names: [ObjectKind: [ObjectNames]] = [:]
    for target in policy.targets {
      if case .objects(system.name, let kind, let those, _) = target.selector {
        names[kind.object, default: []].append(those)
      }
    }
    let moved = Dictionary(grouping: closings.lazy.map(\.key).filter { $0.system == system.name }, by: \.kind)
    return NamedObjects(
      names: names, moved: moved.mapValues { $0.map(\.id) }, domains: domainInterest(on: system),
      devices: deviceInterest(on: system))
  }

  /// Also what is made for targets that this run does not manage is known to be wanted.
  private func deviceInterest(on system: System) -> DeviceInterest? {
    let kinds = Set(system.kind.selectors.filter(\.isOfDevices).map(\.object))
    guard !kinds.isEmpty else { return nil }
    let wanted = policy.targets.compactMap { target in
      if case .devices(system.name, _, let selection) = target.selector {
        DeviceInterest.Wanted(target.name, selection)
      } else {
        nil
      }
    }
    let seen = past?.memory.objects.filter { kinds.contains($0.key.kind) && $0.key.system == system.name } ?? [:]
    var interest = DeviceInterest(
      wanted, owner: policy.owner,
      names: Dictionary(policy.devices.map { ($0.mac, $0.name) }) { first, _ in first },
      lookups: past?.memory.lookups[system.name])
    for (key, seen) in seen {
      let own = past?.own(seen, owner: policy.owner)
      if let own {
        interest.addresses[key.id] = own.address
        interest.formerOwners[key.id] = own.file.flatMap { $0.owner == policy.owner ? nil : $0.owner }
      }
      let target = seen.target ?? Name(String(key.id.prefix { $0 != "/" }))
      for (address, maker) in seen.makers where address != own?.address {
        interest.others[address] = OwnerMark(owner: maker.owner, target: target)
      }
    }
    return interest
  }

  /// Also targets that this run does not manage say which entries are theirs.
  private func domainInterest(on system: System) -> DomainInterest? {
    let wanted = policy.targets.filter { $0.selector.system == system.name }.compactMap(\.selector.entries)
    let kinds = Set(system.kind.selectors.filter(\.isOfEntries).map(\.object))
    let left = closings.map(\.key).filter { $0.system == system.name && kinds.contains($0.kind) }.map(\.id)
    guard !wanted.isEmpty || !left.isEmpty else { return nil }
    return DomainInterest(wanted, leftBehind: left, mark: DomainTable.mark(of: policy.owner))
  }
}

extension ProviderError {
  /// Whether targets select more objects together than are managed.
  fileprivate var isCrowd: Bool { message.code == Messages.Code.selectsTooMuch }
}
