public import Policies
public import Providers

/// Which of some targets name an object. The entries of a target are made once: there may be thousands of them, and as many
/// objects.
struct NamingTargets {
  private let entries: [ObjectKey: [Name]]
  private let others: [Target]

  init(_ targets: [Target]) {
    var entries: [ObjectKey: [Name]] = [:]
    for target in targets {
      for key in target.entryKeys { entries[key, default: []].append(target.name) }
    }
    self.entries = entries
    others = targets.filter(\.entryKeys.isEmpty)
  }

  /// Those that name the object at `key`; where nobody knows what that is called, those too that may.
  func names(of key: ObjectKey, called name: String?) -> [Name] {
    (entries[key.lowercased] ?? []) + others.lazy.filter { $0.mayName(key, called: name) }.map(\.name)
  }

  /// Whether any of them does, as far as the id of the object and the name that it had say.
  fileprivate func contain(_ key: ObjectKey, called name: String) -> Bool {
    entries[key.lowercased] != nil || others.contains { $0.names(key, called: name) }
  }
}

extension Policy {
  /// Those of `closings` whose object no target names any more of which something is wanted, in their order. Of those that no
  /// line names nothing is, but of `wanting`. No doors: they are as they should be where they stay locked.
  public func leavingBehind(
    _ closings: [(key: ObjectKey, closing: Closing)], wanting: Set<Name> = []
  ) -> [(key: ObjectKey, closing: Closing)] {
    if closings.isEmpty { return [] }
    let idle = unnamedTargets.subtracting(wanting)
    let naming = NamingTargets(targets.filter { !idle.contains($0.name) })
    return closings.filter { !kinds.isDoor($0.key.kind) && !naming.contain($0.key, called: $0.closing.name) }
  }
}

extension SystemKinds {
  /// Whether objects of `kind` only come open where the file permits that.
  func isDoor(_ kind: ObjectKind) -> Bool { selector(of: kind)?.states?.permission != nil }
}

extension Target {
  /// Whether it names the object at `key`, or may where nobody knows what that is called.
  fileprivate func mayName(_ key: ObjectKey, called name: String?) -> Bool {
    if let name { return names(key, called: name) }
    guard selector.system == key.system, selector.object == key.kind else { return false }
    if case .objects = selector { return true }
    // What these name is known by its id.
    return names(key, called: "")
  }
}

extension RecordedObject {
  /// What its system calls it, as far as anybody remembers.
  var knownName: String? { name ?? closing?.name }
}
