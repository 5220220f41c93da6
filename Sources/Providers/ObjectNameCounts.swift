import Policies
import Text

/// How many of some objects of one kind go by each name, as names are compared.
public struct ObjectNameCounts: Sendable {
  private struct Named: Hashable {
    var kind: ObjectKind
    var name: FoldedName
  }

  private let counts: [Named: Int]

  /// Of `objects`.
  public init(_ objects: [ObservedObject]) {
    counts = objects.reduce(into: [:]) { $0[Named(kind: $1.kind, name: FoldedName($1.name)), default: 0] += 1 }
  }

  /// Whether `object` alone of its kind goes by its name.
  func isAlone(_ object: ObservedObject) -> Bool {
    counts[Named(kind: object.kind, name: FoldedName(object.name))] == 1
  }
}
