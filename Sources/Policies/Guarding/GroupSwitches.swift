import Text

/// The targets of a policy that switch the groups of entries on one system: an entry in groups that are disabled holds for
/// nobody.
public struct GroupSwitches {
  private let policy: Policy
  private let schedules: Schedules
  /// In the order of the file.
  private let names: [Name]
  private let targets: [Name: Target]
  private let lines: StatementsByTarget

  /// Those of `policy` on `system`.
  public init(_ policy: Policy, on system: Name) {
    let kind = policy.systems.first { $0.name == system }?.kind
    let groups = Set(kind?.selectors.compactMap(\.groupOfEntries) ?? [])
    let found = policy.targets.filter { target in
      target.selector.system == system && target.pickedNames != nil
        && target.selector.object.map(groups.contains) ?? false
    }
    self.policy = policy
    schedules = Schedules(policy)
    names = found.map(\.name)
    targets = Dictionary(found.map { ($0.name, $0) }) { first, _ in first }
    lines = StatementsByTarget(policy, about: names)
  }

  /// Those that `older` does not have, has otherwise, or of which it says something else; or that only `older` has.
  public func changed(beside older: GroupSwitches) -> SwitchedGroups {
    var alike = AlikeSchedules(schedules, older.schedules)
    var changed = SwitchedGroups()
    for name in names + older.names.filter({ targets[$0] == nil }) {
      let (before, after) = (older.targets[name], targets[name])
      // What only watches switches nothing.
      if before == nil, after?.enforcement == .observe { continue }
      if let before, let after, isAlike(after, before, of: older, &alike) { continue }
      changed.add(name, [before, after].compactMap { $0?.pickedNames })
    }
    return changed
  }

  private func isAlike(
    _ after: Target, _ before: Target, of older: GroupSwitches, _ alike: inout AlikeSchedules
  ) -> Bool {
    let (old, new) = (older.statements(about: before.name), statements(about: after.name))
    return policy.zone == older.policy.zone && before.selector == after.selector && before.states == after.states
      && before.otherwise == after.otherwise && before.enforcement == after.enforcement
      && old.elementsEqual(new) { $0.saysTheSame(as: $1) }
      && new.allSatisfy { $0.when.flatMap(\.names).allSatisfy { alike.contains($0) } }
  }

  private func statements(about name: Name) -> [Statement] {
    (lines.statements[name] ?? []).map { policy.statements[$0] }
  }
}

/// Targets that switch groups of entries on one system otherwise than another version of the policy has it.
public struct SwitchedGroups: Sendable {
  /// How many patterns and names are compared at most. Where there are more, a pattern counts as one that may pick every name:
  /// whoever may write a policy could else keep runs from ending.
  private static let mostCompared = 1_000

  private var targets: [Name] = []
  private var byName: [FoldedName: [Int]] = [:]
  /// Those that pick groups by patterns, or by ids, which may be those of any group.
  private var wide: [(place: Int, names: [ObjectNames])] = []

  /// Whether there is none.
  public var isEmpty: Bool { targets.isEmpty }

  /// Those that may switch one of `groups`, in the order of the file.
  public func targets(switching groups: [String]) -> [Name] {
    let groups = Set(groups.map(FoldedName.init))
    var places = Set(groups.flatMap { byName[$0] ?? [] })
    let parts = wide.flatMap(\.names).map { $0.included.count + $0.excluded.count }.reduce(0, +)
    let isTooMuch = parts * groups.count > Self.mostCompared
    for (place, names) in wide
    where isTooMuch ? !groups.isEmpty : groups.contains(where: { group in names.contains { $0.mayPick(group) } }) {
      places.insert(place)
    }
    return places.sorted().map { targets[$0] }
  }

  fileprivate mutating func add(_ name: Name, _ names: [ObjectNames]) {
    let place = targets.count
    targets.append(name)
    for case .name(let group) in Set(names.flatMap(\.included)) { byName[FoldedName(group), default: []].append(place) }
    let isWide = names.contains { names in
      names.included.contains { if case .name = $0 { false } else { true } }
    }
    if isWide { wide.append((place, names)) }
  }
}

extension SelectorKind {
  /// The kind of object that its entries belong to; nil where it names no entries.
  fileprivate var groupOfEntries: ObjectKind? { if case .entries(let form) = form { form.group } else { nil } }
}

extension Target {
  /// The names by which it picks objects; nil where it does not.
  fileprivate var pickedNames: ObjectNames? { if case .objects(_, _, let names, _) = selector { names } else { nil } }
}

extension ObjectNames {
  /// Whether the object called `name` may be among them; what has an id may have any name.
  fileprivate func mayPick(_ name: FoldedName) -> Bool {
    included.contains { $0.fits(name) ?? true } && !excluded.contains { $0.fits(name) ?? false }
  }
}

extension ObjectName {
  /// Whether it picks the object called `name`; nil where that is not known.
  fileprivate func fits(_ name: FoldedName) -> Bool? {
    switch self {
    case .name(let own): FoldedName(own) == name
    case .pattern(let pattern): NamePattern(pattern).fits(name)
    case .id: nil
    }
  }
}
