/// The named schedules of a policy.
struct Schedules {
  private let byName: [Name: NamedSchedule]

  init(_ policy: Policy) {
    byName = Dictionary(policy.schedules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// `names` and all that they speak of; there is no circle.
  func closure(of names: [Name]) -> Set<Name> {
    var found: Set<Name> = []
    var rest = names
    while let name = rest.popLast() {
      if found.insert(name).inserted { rest += byName[name]?.parts.flatMap(\.names) ?? [] }
    }
    return found
  }

  fileprivate func parts(of name: Name) -> [Schedule]? { byName[name]?.parts }
}

/// Which named schedules two versions of a policy write alike. Each is compared once.
struct AlikeSchedules {
  private let new: Schedules
  private let old: Schedules
  private var known: [Name: Bool] = [:]

  init(_ new: Schedules, _ old: Schedules) { (self.new, self.old) = (new, old) }

  /// Whether both write `name`, and all that it speaks of, alike.
  mutating func contains(_ name: Name) -> Bool {
    if let isAlike = known[name] { return isAlike }
    var isAlike = false
    if let parts = old.parts(of: name), parts == new.parts(of: name) {
      isAlike = true
      for other in Set(parts.flatMap(\.names)) where isAlike { isAlike = contains(other) }
    }
    known[name] = isAlike
    return isAlike
  }
}
