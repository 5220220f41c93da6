import Providers
import Reconciliation

/// What of a Pi-hole a first policy proposes: groups and lists that block, in the order of their names.
struct PiHoleChoice: Sendable {
  /// Those of one kind.
  struct Named: Hashable, Sendable {
    var kind: ResourceKind
    var names: [String]
    /// How many are left out, because a policy cannot name them exactly.
    var unnamed: Int
  }

  /// By kind; no kind of which there is nothing.
  let proposed: [Named]

  /// Of `objects` those that a person made and that block.
  init(of objects: [LiveObject]) {
    proposed = [ResourceKind.group, .list].compactMap { kind -> Named? in
      let usable = objects.filter {
        $0.kind == kind && $0.isUserDefined && $0.obstacle == nil && $0.isSelectableByPattern
      }
      let names = usable.filter { $0.isNamedPlainly(among: objects) }.map(\.name).sorted()
      return names.isEmpty ? nil : Named(kind: kind, names: names, unnamed: usable.count - names.count)
    }
  }
}
