import Synchronization

/// Where the targets of a policy are. It has a dozen in a household; but there may be thousands, and an override of each,
/// which asks for its own.
///
/// Copies of a policy share it until one of them is edited, so that it is always asked about the same targets.
final class TargetPlaces: Sendable {
  private let places = Mutex<[Name: Int]?>(nil)
  /// So many are looked through faster than they are noted.
  private static let few = 16

  /// The place of the first target `name` in `targets` and, behind these, `implicit`; nil where none has that name.
  func place(of name: Name, in targets: [Target], _ implicit: [Target]) -> Int? {
    guard targets.count + implicit.count > Self.few else {
      return targets.firstIndex { $0.name == name }
        ?? implicit.firstIndex { $0.name == name }.map { targets.count + $0 }
    }
    return places.withLock { places in
      if let places { return places[name] }
      let found = Dictionary((targets + implicit).enumerated().map { ($1.name, $0) }) { first, _ in first }
      places = found
      return found[name]
    }
  }
}
