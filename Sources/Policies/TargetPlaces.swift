import Synchronization

/// Where the targets of a policy are. It has a dozen in a household; but there may be thousands, and an override of each,
/// which asks for its own.
///
/// Copies of a policy share it, also those that are edited: a place that was noted is looked at before it counts.
final class TargetPlaces: Sendable {
  private let places = Mutex<[Name: Int]?>(nil)
  /// So many are looked through faster than they are noted.
  private static let few = 16

  /// The place of the target `name` in `targets`; nil where none has that name.
  func place(of name: Name, in targets: [Target]) -> Int? {
    if targets.count > Self.few, let place = noted(name, in: targets), place < targets.count,
      targets[place].name == name
    {
      return place
    }
    return targets.firstIndex { $0.name == name }
  }

  private func noted(_ name: Name, in targets: [Target]) -> Int? {
    places.withLock { places in
      if let places { return places[name] }
      let found = Dictionary(targets.indices.map { (targets[$0].name, $0) }) { first, _ in first }
      places = found
      return found[name]
    }
  }
}
