import Policies
import Providers
import Text

/// The domain entries of one system, and which targets of the policy name them.
struct DomainTable {
  /// What the comment of an entry says that this policy owns.
  let mark: String
  /// The first target on the system that prunes, in the order of the file; it lists what is removed.
  let pruningTarget: Name?
  /// The names of all groups that entries may belong to, in order.
  let allGroups: [String]
  /// What users call the system.
  let noun: String
  /// What targets name the entries with; nil where the system has none.
  let selector: SelectorKind?
  private let entries: [ObservedObject]
  private let live: [DomainKey: [ObservedObject]]
  private let groupNames: [FoldedName: [String]]
  private var claimants: [DomainKey: Claims] = [:]

  /// The entries and groups among `objects`, and what `targets` say of them: all targets of the policy on this system,
  /// also those that a run does not manage, because their entries are named all the same.
  init(
    _ objects: [ObjectKind: [ObservedObject]], of system: System, targets: [Target], owner: String, _ pace: inout Pace
  ) async throws(ProviderError) {
    mark = Self.mark(of: owner)
    noun = system.kind.noun
    let selectors = system.kind.selectors.filter(\.isOfEntries)
    selector = selectors.first
    entries = selectors.flatMap { objects[$0.object] ?? [] }.filter { $0.record != nil }.inReportOrder
    var live: [DomainKey: [ObservedObject]] = [:]
    for object in entries {
      for key in Set(object.record?.keys ?? []) { live[key, default: []].append(object) }
      try await pace.step()
    }
    self.live = live
    let groupKinds = Set(selectors.flatMap(\.objectsToRead)).subtracting(selectors.map(\.object))
    let groups = groupKinds.flatMap { objects[$0] ?? [] }.inReportOrder
    allGroups = groups.map(\.name)
    groupNames = Dictionary(grouping: allGroups, by: FoldedName.init)
    pruningTarget = targets.first { $0.selector.entries?.prune ?? false }?.name
    for target in targets {
      guard let wanted = target.selector.entries else { continue }
      for key in Set(wanted.all(groups: [], mark: mark).map { identity($0.key) }) {
        claimants[key, default: Claims()].add(target)
        try await pace.step()
      }
    }
  }

  /// What the comment of an entry says that the policy of `owner` owns.
  static func mark(of owner: String) -> String { OwnerMark.prefix + owner }

  /// How many live entries there are.
  var count: Int { entries.count }

  /// The live entries with this key: none, one, or several that differ only in case.
  func live(_ key: DomainKey) -> [ObservedObject] { live[key] ?? [] }

  /// The targets that name the entry with this key.
  func claims(on key: DomainKey) -> Claims { claimants[identity(key)] ?? Claims() }

  /// Their names, in the order of the file.
  func claimants(of key: DomainKey) -> [Name] { claims(on: key).names }

  /// One key for all spellings of a live entry; of an entry that is not there, its own.
  func identity(_ key: DomainKey) -> DomainKey { live[key]?.first?.record?.keys.first ?? key }

  /// The groups called `name`, as the system spells them.
  func groups(_ name: String) -> [String] { groupNames[FoldedName(name)] ?? [] }

  /// Live entries that carry the mark and that no target names, in the order of reports.
  var orphans: [ObservedObject] {
    entries.filter { object in
      guard let record = object.record, record.carries(mark) else { return false }
      return record.keys.allSatisfy { claimants(of: $0).isEmpty }
    }
  }
}

extension Selector {
  /// The entries that are named; nil where something else is.
  var entries: DomainEntries? { if case .entries(_, _, let entries) = self { entries } else { nil } }
}

extension DomainEntry {
  /// The entry that a system has, for one that is only to be removed.
  init(_ record: DomainRecord, mark: String) {
    self.init(
      list: record.list, isRegex: record.isRegex, text: record.spellings.first ?? "", groups: record.groups, mark: mark)
  }
}

extension DomainRecord {
  /// The first mark in its comment; nil if there is none, as nobody has said whose it is.
  var mark: String? {
    comment.flatMap { $0.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix(OwnerMark.prefix) } }
      .map(String.init)
  }

  /// Whether its comment holds `mark` as a word of its own.
  func carries(_ mark: String) -> Bool {
    comment.map { $0.split(whereSeparator: \.isWhitespace).contains { $0 == mark } } ?? false
  }
}
