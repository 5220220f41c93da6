import Synchronization

/// Where the targets of a policy are. It has a dozen in a household; but there may be thousands, and an override of each,
/// which asks for its own.
final class TargetPlaces: Sendable {
  private let found = Mutex<[Name: Int]?>(nil)
  /// So many are looked through faster than they are noted.
  private static let few = 16

  /// The place of the first target `name` in `targets` and, after these, `implicit`; nil where none has that name. It is always asked
  /// about the same ones.
  func place(of name: Name, in targets: [Target], _ implicit: [Target]) -> Int? {
    guard targets.count + implicit.count > Self.few else {
      return targets.firstIndex { $0.name == name }
        ?? implicit.firstIndex { $0.name == name }.map { targets.count + $0 }
    }
    return found.withLock { found in
      if let found { return found[name] }
      var places: [Name: Int] = [:]
      for (place, target) in (targets + implicit).enumerated() where places[target.name] == nil {
        places[target.name] = place
      }
      found = places
      return places[name]
    }
  }
}
