import Policies
import Providers
import Reconciliation

/// Which of a console's rules a first policy names.
struct RuleChoice: Sendable {
  /// Those of one kind, in the order of reports.
  struct Named: Hashable, Sendable {
    var kind: ResourceKind
    /// How the policy refers to each, with its name where that is not the reference itself.
    var references: [Reference]
  }

  /// How a policy refers to an object.
  struct Reference: Hashable, Sendable {
    /// Its name, or `id:` and its id.
    var text: String
    /// Its name where `text` is an id.
    var name: String?
  }

  /// What is named, by kind.
  let chosen: [Named]
  /// What else blocks, by kind: a person may want to name it.
  let others: [Named]

  /// Of `objects` those that block and whose names begin with `downtime`, and those that fit one of `includes`.
  init(of objects: [LiveObject], includes: [String]) {
    let patterns = includes.map { NamePattern($0) }
    let usable = objects.filter { $0.isUserDefined && $0.obstacle == nil && $0.id != nil && $0.kind != .blocking }
    let wanted = usable.filter { object in
      let name = FoldedName(object.name)
      return object.isDowntime || patterns.contains { $0.fits(name) }
    }
    chosen = Self.named(wanted, among: objects)
    let others = usable.filter { $0.whenOff == .enabled && $0.refusalToEnable == nil }
    self.others = Self.named(others.filter { !wanted.contains($0) }, among: objects)
  }

  /// `some` of `objects` by kind, in the order of their names.
  private static func named(_ some: [LiveObject], among objects: [LiveObject]) -> [Named] {
    ResourceKind.allCases.compactMap { kind in
      let references = some.filter { $0.kind == kind }.sorted { ($0.name, $0.id ?? "") < ($1.name, $1.id ?? "") }
        .map { reference(to: $0, among: objects) }
      return references.isEmpty ? nil : Named(kind: kind, references: references)
    }
  }

  /// By name where that says which one is meant and can be written; else by id.
  private static func reference(to object: LiveObject, among objects: [LiveObject]) -> Reference {
    guard !object.isNamedPlainly(among: objects) else { return Reference(text: object.name, name: nil) }
    return Reference(text: "id:" + (object.id ?? ""), name: object.name.shortened())
  }
}

extension LiveObject {
  /// Whether its name, written into a policy, means this one of `objects` and no other: alone of its kind, no pattern,
  /// not too long to be read, and nothing that needs an escape.
  func isNamedPlainly(among objects: [LiveObject]) -> Bool {
    let folded = FoldedName(name)
    let isUnique = objects.count { $0.kind == kind && FoldedName($0.name) == folded } == 1
    return isUnique && !name.isEmpty && name.shortened() == name && name.escaped == name
      && !name.contains { "*?".contains($0) }
      && !name.lowercased().hasPrefix("id:") && name.unicodeScalars.allSatisfy(Self.isPrintable)
      && name.first != " " && name.last != " "
  }

  /// What YAML lets stand in a text without an escape (1.1, 5.1).
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

extension LiveObject {
  /// Whether its name says what it is for, and enabling it does no harm.
  fileprivate var isDowntime: Bool {
    whenOff == .enabled && refusalToEnable == nil && NamePattern("downtime*").fits(FoldedName(name))
  }
}
