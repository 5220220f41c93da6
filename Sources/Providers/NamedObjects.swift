public import Policies
import Text

/// What a policy names on one system, so that a provider need not read what nobody asks for.
public struct NamedObjects: Hashable, Sendable {
  /// What targets name among objects of each kind.
  public var names: [ObjectKind: [ObjectNames]]
  /// How the objects of each kind are addressed that were moved to where their target is off, and that no target may name
  /// any more: how they are by now decides whether they are left behind.
  public var moved: [ObjectKind: [String]]
  /// What the policy has to do with among domain entries; nil where that is nothing.
  public var domains: DomainInterest?
  /// What the policy wants made for devices; nil where that is nothing.
  public var devices: DeviceInterest?

  /// What a policy names on one system; nothing unless given.
  public init(
    names: [ObjectKind: [ObjectNames]] = [:], moved: [ObjectKind: [String]] = [:], domains: DomainInterest? = nil,
    devices: DeviceInterest? = nil
  ) {
    self.names = names
    self.moved = moved
    self.domains = domains
    self.devices = devices
  }
}

/// What a policy has to do with among the domain entries of one system: what its targets name, what they named once and
/// was left behind, and what carries its mark. Of tens of thousands of others nothing has to be kept.
public struct DomainInterest: Hashable, Sendable {
  /// The entries that targets name, each once, in the order of the file.
  public let named: [DomainEntry]
  /// How the entries are addressed that were left behind.
  public let leftBehind: Set<String>
  /// What the comment of an entry says that this policy owns.
  public let mark: String
  /// Whether every entry with the mark must be known, because a target prunes.
  public let needsAllOwned: Bool
  private let keys: Set<DomainKey>

  /// What a policy has to do with that wants `wanted`, with the ids of entries that were left behind.
  public init(_ wanted: [DomainEntries], leftBehind: [String] = [], mark: String) {
    named = wanted.flatMap { $0.all(groups: [], mark: mark) }.uniqued(on: \.key)
    needsAllOwned = wanted.contains(where: \.prune)
    self.leftBehind = Set(leftBehind)
    self.mark = mark
    keys = Set(named.map(\.key))
  }

  /// Whether a target names the entry of this list and this sort that is spelled so.
  public func names(_ list: DomainEntries.List, isRegex: Bool, _ spelling: String) -> Bool {
    keys.contains(DomainKey(list, isRegex: isRegex, spelling))
  }
}
