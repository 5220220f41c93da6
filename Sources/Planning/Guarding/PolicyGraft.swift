import Policies

/// A new version of a policy in which some targets are as an older version has them.
///
/// What they share with others (the zone, the owner, how many changes there may be, their systems) is that of the older
/// version for all. What could reach them by another way is left out: another name of their system, and targets that do
/// not suit it. What is done on their system at a time is done as the older version has it.
struct PolicyGraft {
  private(set) var policy: Policy
  private let new: PolicyIndex
  private let held: [ApprovedTarget]
  private let reviews: [String: EditReview]
  /// The targets that are taken over, each with its version: the held ones, what switches their whole system or a group of
  /// their entries, and what is done there at other times than before.
  private let taken: [Name: String]
  /// The targets of the new version that are left out.
  private var dropped: Set<Name> = []

  /// `new`, in which `held` are as their versions have them; those agree about what they share. `reviews` are those of
  /// the edits that make it of each version.
  init(_ new: PolicyIndex, holding held: [ApprovedTarget], _ reviews: [String: EditReview]) {
    (self.new, self.held, self.reviews) = (new, held, reviews)
    policy = new.policy
    let own = Dictionary(held.map { ($0.name, $0.version) }) { first, _ in first }
    taken = held.reduce(into: [:]) { taken, target in
      taken[target.name] = target.version
      guard let review = reviews[target.version], let own = review.approved.target(target.name),
        let system = own.selector.system
      else { return }
      if let carrier = review.approved.carrier(of: system) { taken[carrier.name] = target.version }
      for name in review.system(of: own)?.acting ?? []
      where review.approved.target(name)?.isAction ?? false && !review.approved.isImplicit(name) {
        taken[name] = target.version
      }
      for name in review.system(of: own)?.targets(switchingGroupsOf: own) ?? []
      where review.approved.target(name) != nil && !review.approved.isImplicit(name) {
        taken[name] = target.version
      }
    }
    // Of what is held itself its own approvers decide.
    .merging(own) { $1 }
    guard let first = held.first else { return }
    (policy.zone, policy.owner, policy.maxChanges) = (first.policy.zone, first.policy.owner, first.policy.maxChanges)
    policy.tests = []
    takeSystems()
    takePeople()
    takeTargets()
    takeStatements()
  }

  private mutating func takePeople() {
    var known = Set(policy.people.map(\.name))
    for target in held {
      let approvers = Set(source(target.version)?.target(target.name)?.guarding?.approvers ?? [])
      policy.people += target.policy.people.filter { approvers.contains($0.name) && known.insert($0.name).inserted }
    }
  }

  /// The version `name`.
  private func source(_ name: String) -> PolicyIndex? { reviews[name]?.approved }

  // MARK: - Systems

  private mutating func takeSystems() {
    var seen: Set<[String]> = []
    for target in held {
      guard let review = reviews[target.version], let own = review.approved.target(target.name),
        let name = own.selector.system, let system = review.approved.system(name), let edit = review.system(of: own)
      else { continue }
      dropped.formUnion(edit.targets(switchingGroupsOf: own))
      guard seen.insert([target.version, name.text]).inserted else { continue }
      let aliases = Set(policy.systems.aliases(of: name, beside: review.approved))
      policy.systems.removeAll { aliases.contains($0.name) }
      if let place = policy.systems.firstIndex(where: { $0.name == name }) {
        policy.systems[place] = system
      } else {
        policy.systems.append(system)
      }
      dropped.formUnion(edit.allowing)
      dropped.formUnion(edit.acting)
    }
    let systems = Dictionary(policy.systems.map { ($0.name, $0) }) { first, _ in first }
    for target in new.policy.everyTarget where !suits(target, systems) { dropped.insert(target.name) }
    dropped.subtract(taken.keys)
  }

  /// Whether its system is among `systems`, and has what it names.
  private func suits(_ target: Target, _ systems: [Name: System]) -> Bool {
    guard let name = target.selector.system else { return true }
    // A sketch has none.
    guard let system = systems[name] else { return new.system(name) == nil }
    return system.kind.everySelector.contains { $0.object == target.selector.object }
  }

  // MARK: - Targets

  private mutating func takeTargets() {
    let lost = groupsThatAreNoMore
    dropped.formUnion(lost)
    policy.targets = new.policy.targets.filter { !isForeign($0.name) } + lost.compactMap(oldGroup)
    policy.implicitTargets = new.policy.implicitTargets.filter { !isForeign($0.name) }
    for (name, version) in taken.sorted(by: { $0.key < $1.key }) {
      guard let source = source(version), let target = source.target(name) else { continue }
      if source.isImplicit(name) { policy.implicitTargets.append(target) } else { policy.targets.append(target) }
    }
    policy.targets = policy.targets.inOrder(of: new.policy.targets.map(\.name))
    let versions = Dictionary(grouping: taken.keys) { taken[$0] ?? "" }.mapValues(Set.init)
    for place in policy.targets.indices where policy.targets[place].isGroup {
      policy.targets[place].selector = .targets(members(of: policy.targets[place].name, versions))
    }
    policy.targets.removeAll { $0.selector == .targets([]) }
  }

  /// The targets of targets that a held target is a part of, and that are none in the new version.
  private var groupsThatAreNoMore: [Name] {
    let names = held.flatMap { source($0.version)?.groups(of: $0.name) ?? [] }.filter { name in
      !(new.target(name)?.isGroup ?? false) && taken[name] == nil
    }
    return Set(names).sorted()
  }

  private func oldGroup(_ name: Name) -> Target? { held.lazy.compactMap { source($0.version)?.target(name) }.first }

  /// What the target of targets `name` stands for: of what is taken over what its own version says, of the rest the new one.
  /// `versions` says what is taken over from each version.
  private func members(of name: Name, _ versions: [String: Set<Name>]) -> [Name] {
    var written: [Name] = []
    if case .targets(let members)? = new.target(name)?.selector { written = members }
    let own = new.groups.members(of: written)
    let old = versions.flatMap { version, names in
      source(version)?.groups.members(of: [name]).filter(names.contains) ?? []
    }.sorted()
    guard !old.isEmpty || own.contains(where: isForeign) else { return written }
    return own.filter { !isForeign($0) } + old
  }

  /// Whether the new version has no say about it.
  private func isForeign(_ name: Name) -> Bool { dropped.contains(name) || taken[name] != nil }

  // MARK: - Statements

  private mutating func takeStatements() {
    let groups = TargetGroups(policy.targets)
    policy.statements = new.policy.statements.compactMap { statement in
      var statement = statement
      statement.subjects = subjects(statement.subjects, groups)
      return statement.subjects.isEmpty ? nil : statement
    }
    policy.edges = new.policy.edges.compactMap { edge in
      var edge = edge
      edge.subjects = subjects(edge.subjects, groups)
      return edge.subjects.isEmpty ? nil : edge
    }
    var lenders: [String: StatementLender] = [:]
    for (version, names) in Dictionary(grouping: taken.keys, by: { taken[$0] ?? "" }) {
      lenders[version] = source(version).map { StatementLender($0.policy, about: names, for: new.policy) }
    }
    for (place, name) in taken.keys.sorted().enumerated() {
      guard let borrowed = taken[name].flatMap({ lenders[$0]?.statements(about: name, number: place + 1) }) else {
        continue
      }
      policy.statements += borrowed.statements
      policy.edges += borrowed.edges
      policy.schedules += borrowed.schedules
    }
  }

  /// What the new version says about, one by one where a part of it is not its to speak of; `groups` are those of what is made.
  private func subjects(_ names: [Name], _ groups: TargetGroups) -> [Name] {
    let members = new.groups.members(of: names)
    guard groups.members(of: names).contains(where: isForeign) || members.contains(where: isForeign) else {
      return names
    }
    return members.filter { !isForeign($0) }
  }
}

extension [Target] {
  /// Those that `names` name in that order, then the others.
  fileprivate func inOrder(of names: [Name]) -> [Target] {
    let places = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
    return enumerated().sorted { left, right in
      (places[left.element.name] ?? names.count, left.offset) < (
        places[right.element.name] ?? names.count, right.offset
      )
    }.map(\.element)
  }
}
