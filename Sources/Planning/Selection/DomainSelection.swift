import Documents
import Policies
import Providers
import Text

/// What the domain entries of one target are on its system.
struct DomainSelection {
  /// One entry that the target names.
  struct Item {
    /// What the policy wants it to be.
    var entry: DomainEntry
    /// The live entry; a made-up one that is `absent` if there is none.
    var object: ObservedObject
    /// Why it must not be touched; nil where nothing speaks against it.
    var refusal: Message?
  }

  /// Each entry once. Empty where a group is missing: then nothing of the target is touched.
  var items: [Item] = []
  /// Groups that the system does not have, or has twice.
  var missingGroups: [(name: String, reason: Message)] = []
  /// Entries with the mark of this policy that no target names any more. Only the pruning target has any.
  var orphans: [ObservedObject] = []

  /// Looks for the entries of `target`, which are `wanted` and objects of `kind`, in `table`.
  init(
    _ wanted: DomainEntries, of target: Name, _ kind: ObjectKind, in table: DomainTable, _ proposals: Proposals,
    _ pace: inout Pace
  ) async throws(ProviderError) {
    let groups = resolve(wanted.groups, table, proposals)
    guard missingGroups.isEmpty else { return }
    var seen: Set<DomainKey> = []
    for entry in wanted.all(groups: groups, mark: table.mark) where seen.insert(table.identity(entry.key)).inserted {
      items += Self.items(entry, of: target, kind, table)
      try await pace.step()
    }
    if table.pruningTarget == target { orphans = table.orphans }
  }

  /// The groups as the system spells them.
  private mutating func resolve(_ names: [String], _ table: DomainTable, _ proposals: Proposals) -> [String] {
    var found: [String] = []
    for name in names.uniqued(on: { FoldedName($0) }) {
      let groups = table.groups(name)
      if groups.isEmpty {
        let near = proposals.nearest(to: name, among: table.allGroups)
        missingGroups.append((name, Messages.noSuchGroup(near: near, on: table.noun)))
      }
      if groups.count > 1 { missingGroups.append((name, Messages.ambiguousGroup(groups))) }
      found += groups
    }
    return found
  }

  private static func items(_ entry: DomainEntry, of target: Name, _ kind: ObjectKind, _ table: DomainTable) -> [Item] {
    let live = table.live(entry.key)
    let shared = table.claims(on: entry.key).refusal(for: target, Messages.entrySelectedTwice)
    if live.isEmpty { return [Item(entry: entry, object: ObservedObject(absent: entry, kind), refusal: shared)] }
    let ambiguous = live.count > 1 ? Messages.ambiguousEntry(entry.name, count: live.count, on: table.noun) : nil
    return live.map { object in
      Item(entry: entry, object: object, refusal: shared ?? ambiguous ?? refusal(of: object, entry, on: table.noun))
    }
  }

  /// Only what carries the mark is this policy's own, and of its own entries only the switch is ever changed.
  private static func refusal(of object: ObservedObject, _ entry: DomainEntry, on noun: String) -> Message? {
    guard let record = object.record, record.carries(entry.mark) else { return Messages.notOwned(entry.mark, on: noun) }
    if Set(record.groups.map(FoldedName.init)) != Set(entry.groups.map(FoldedName.init)) {
      return Messages.otherGroups(live: record.groups, wanted: entry.groups, on: noun)
    }
    return object.switchBlocker
  }
}

extension ObservedObject {
  /// An entry that is not there.
  fileprivate init(absent entry: DomainEntry, _ kind: ObjectKind) {
    self.init(
      kind: kind, id: entry.id, name: entry.name, switchState: SwitchState(.absent), whenOff: entry.list.whenOff)
  }
}
