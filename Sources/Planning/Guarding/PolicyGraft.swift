import Policies

/// A new version of a policy in which some targets are as an older version has them.
///
/// What they share with others (the zone, the owner, how many changes there may be, their systems) is that of the older
/// version for all. What could reach them by another way is left out: another name of their system, and targets that do
/// not suit it. What is done on their system at a time is done as the older version has it.
struct PolicyGraft {
  private(set) var policy: Policy
  private let new: Policy
  private let held: [ApprovedTarget]
  /// The targets that are taken over, each from its version: the held ones, what switches their whole system, and what is
  /// done there at other times than before.
  private let taken: [Name: Policy]
  /// The targets of the new version that are left out.
  private var dropped: Set<Name> = []

  /// `new`, in which `held` are as their versions have them; those agree about what they share.
  init(_ new: Policy, holding held: [ApprovedTarget]) {
    (self.new, self.held) = (new, held)
    policy = new
    taken = held.reduce(into: [:]) { taken, target in
      taken[target.name] = target.policy
      guard let system = target.system else { return }
      if let carrier = target.policy.carrier(of: system) { taken[carrier.name] = target.policy }
      for name in new.acting(on: system, beside: target.policy)
      where target.policy.targets.contains(where: { $0.name == name && $0.isAction }) {
        taken[name] = target.policy
      }
    }
    guard let first = held.first else { return }
    (policy.zone, policy.owner, policy.maxChanges) = (first.policy.zone, first.policy.owner, first.policy.maxChanges)
    policy.tests = []
    takeSystems()
    takePeople()
    takeTargets()
    takeStatements()
  }

  private mutating func takePeople() {
    for target in held {
      let approvers = target.policy.target(target.name)?.guarding?.approvers ?? []
      policy.people += target.policy.people.filter { person in
        approvers.contains(person.name) && !policy.people.contains { $0.name == person.name }
      }
    }
  }

  // MARK: - Systems

  private mutating func takeSystems() {
    for target in held {
      guard let name = target.system, let system = target.policy.system(name) else { continue }
      let aliases = policy.aliases(of: name, beside: target.policy)
      policy.systems.removeAll { aliases.contains($0.name) }
      if let place = policy.systems.firstIndex(where: { $0.name == name }) {
        policy.systems[place] = system
      } else {
        policy.systems.append(system)
      }
      let allowing = new.allowing(on: name, beside: target.policy)
      dropped.formUnion(allowing)
      dropped.formUnion(new.acting(on: name, beside: target.policy))
    }
    for target in new.everyTarget where !suits(target) { dropped.insert(target.name) }
    dropped.subtract(taken.keys)
  }

  /// Whether its system is there, and has what it names.
  private func suits(_ target: Target) -> Bool {
    guard let name = target.selector.system else { return true }
    // A sketch has none.
    guard let system = policy.system(name) else { return new.system(name) == nil }
    return system.kind.everySelector.contains { $0.object == target.selector.object }
  }

  // MARK: - Targets

  private mutating func takeTargets() {
    let lost = groupsThatAreNoMore
    dropped.formUnion(lost)
    policy.targets = new.targets.filter { !isForeign($0.name) } + lost.compactMap(oldGroup)
    policy.implicitTargets = new.implicitTargets.filter { !isForeign($0.name) }
    for (name, source) in taken.sorted(by: { $0.key < $1.key }) {
      policy.targets += source.targets.filter { $0.name == name }
      policy.implicitTargets += source.implicitTargets.filter { $0.name == name }
    }
    policy.targets = policy.targets.inOrder(of: new.targets.map(\.name))
    for place in policy.targets.indices where policy.targets[place].isGroup {
      policy.targets[place].selector = .targets(members(of: policy.targets[place].name))
    }
    policy.targets.removeAll { $0.selector == .targets([]) }
  }

  /// The targets of targets that a held target is a part of, and that are none in the new version.
  private var groupsThatAreNoMore: [Name] {
    let names = held.flatMap { $0.policy.groups(of: $0.name) }.filter { name in
      !(new.targets.first { $0.name == name }?.isGroup ?? false) && taken[name] == nil
    }
    return Array(Set(names)).sorted()
  }

  private func oldGroup(_ name: Name) -> Target? {
    held.lazy.compactMap { $0.policy.target(name) }.first
  }

  /// What the target of targets `name` stands for: of what is held what its own version says, of the rest the new one.
  private func members(of name: Name) -> [Name] {
    var written: [Name] = []
    if case .targets(let members)? = new.targets.first(where: { $0.name == name })?.selector { written = members }
    let own = new.members(of: written)
    let old = taken.keys.sorted().filter { taken[$0]?.members(of: [name]).contains($0) ?? false }
    guard !old.isEmpty || own.contains(where: isForeign) else { return written }
    return own.filter { !isForeign($0) } + old
  }

  /// Whether the new version has no say about it.
  private func isForeign(_ name: Name) -> Bool { dropped.contains(name) || taken[name] != nil }

  // MARK: - Statements

  private mutating func takeStatements() {
    policy.statements = new.statements.compactMap { statement in
      var statement = statement
      statement.subjects = subjects(statement.subjects)
      return statement.subjects.isEmpty ? nil : statement
    }
    policy.edges = new.edges.compactMap { edge in
      var edge = edge
      edge.subjects = subjects(edge.subjects)
      return edge.subjects.isEmpty ? nil : edge
    }
    for (place, name) in taken.keys.sorted().enumerated() {
      guard let source = taken[name] else { continue }
      let borrowed = BorrowedStatements(about: name, from: source, for: new, number: place + 1)
      policy.statements += borrowed.statements
      policy.edges += borrowed.edges
      policy.schedules += borrowed.schedules
    }
  }

  /// What the new version says about, one by one where a part of it is not its to speak of.
  private func subjects(_ names: [Name]) -> [Name] {
    let isReached = policy.members(of: names).contains(where: isForeign)
    let members = new.members(of: names)
    guard isReached || members.contains(where: isForeign) else { return names }
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
