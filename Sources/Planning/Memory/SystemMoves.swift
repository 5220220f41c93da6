public import Policies
public import Providers
import Text

/// Which systems have another name, or another address, than when they were remembered. What is remembered of a system
/// belongs to the one at its address.
public struct SystemMoves: Hashable, Sendable {
  /// What the policy calls a system by now, by the name that it had.
  public var renamed: [Name: Name] = [:]
  /// As what the place is remembered where a system was that the policy has elsewhere by now, by its name.
  public var left: [Name: Name] = [:]

  /// No system has moved.
  public init() {}

  /// How systems of the policy `old` are called in `new`.
  init(from old: Policy, to new: Policy) {
    var state = RecordedState()
    state.remember(addressesIn: old, of: Set(old.systems.map(\.name)))
    self = state.moves(to: new)
  }

  /// Whether none has.
  public var isEmpty: Bool { renamed.isEmpty && left.isEmpty }

  /// What goes by `name`, by its name of now.
  public func now(_ name: Name) -> Name { renamed[name] ?? left[name] ?? name }

  /// `values` by the names of now. What a place was left with is dropped.
  public func renaming<Value>(_ values: [Name: Value]) -> [Name: Value] {
    if isEmpty { return values }
    let kept = values.filter { left[$0.key] == nil }
    return Dictionary(kept.map { (now($0.key), $0.value) }) { first, _ in first }
  }
}

extension RecordedState {
  /// What of it goes by another name in `policy`, as far as it is known where each system was.
  ///
  /// | the name in the policy | another name at the address | |
  /// |---|---|---|
  /// | is at the address | | as it was |
  /// | is gone, or elsewhere | exactly one, and no other was there | renamed |
  /// | is elsewhere | none, or several | the place is left |
  /// | is gone | none, or several | as it was |
  public func moves(to policy: Policy) -> SystemMoves {
    var moves = SystemMoves()
    let systems = Dictionary(policy.systems.map { ($0.name, $0) }) { first, _ in first }
    let strays = addresses.filter { name, address in !(systems[name].map(address.isOf) ?? false) }
    if strays.isEmpty { return moves }
    let others = policy.systems.filter { addresses[$0.name] == nil || strays[$0.name] != nil }
    for (name, address) in strays {
      let fitting = others.filter(address.isOf)
      let isAlone = strays.allSatisfy { $0.key == name || !fitting.contains(where: $0.value.isOf) }
      if fitting.count == 1, isAlone {
        moves.renamed[name] = fitting[0].name
      } else if systems[name] != nil {
        moves.left[name] = name.formerly(at: address)
      }
    }
    return moves
  }

  /// The same by the names of now. Of a place that was left the objects are kept, as nobody knows how they are.
  public func moved(by moves: SystemMoves) -> RecordedState {
    if moves.isEmpty { return self }
    var state = self
    state.failsafeTimers = moves.renaming(failsafeTimers)
    state.lookups = moves.renaming(lookups)
    state.addresses = Dictionary(addresses.map { (moves.now($0.key), $0.value) }) { first, _ in first }
    state.objects = objects.filter { moves.now($0.key.system) == $0.key.system }
    for (key, seen) in objects where moves.now(key.system) != key.system {
      let key = key.moved(by: moves)
      // What a run noted there before it was ended is newer.
      if state.objects[key] == nil { state.objects[key] = seen }
    }
    return state
  }

  /// The systems of `policy` that were elsewhere when they were last read: nothing is remembered of those objects.
  public func movedSystems(in policy: Policy) -> Set<Name> {
    let former = Set(addresses.keys.compactMap(\.former?.system))
    return Set(policy.systems.map(\.name).filter { addresses[$0] == nil && former.contains($0) })
  }

  /// Remembers at which addresses those of the systems of `policy` are that were just read; also where those are of which
  /// something is remembered, and which the policy does not have.
  public mutating func remember(addressesIn policy: Policy, of read: Set<Name>) {
    let known = Set(policy.systems.map(\.name))
    let gone = Set(addresses.keys).subtracting(known)
    let kept = gone.isEmpty ? [] : gone.intersection(objects.keys.map(\.system))
    addresses = addresses.filter { known.contains($0.key) || kept.contains($0.key) }
    for system in policy.systems where read.contains(system.name) {
      addresses[system.name] = SystemAddress(of: system)
    }
  }
}

extension RecordedState {
  /// The moves of what was left where `system` was before, and turns out to be the same system at another address: an object
  /// with an id that is no other's in the world is among `live`.
  func recognized(_ live: [ObjectKind: [ObservedObject]], on system: Name) -> SystemMoves {
    var moves = SystemMoves()
    let places = addresses.keys.filter { $0.former?.system == system }
    if places.isEmpty { return moves }
    let ids = live.mapValues { Set($0.map { ($0.made?.address ?? $0.id ?? "").lowercased() }) }
    for (key, seen) in objects where places.contains(key.system) {
      let id = (seen.address ?? key.id).lowercased()
      // Two systems have the same UUID only if one is a copy of the other.
      if id.isUUID, ids[key.kind]?.contains(id) ?? false { moves.renamed[key.system] = system }
    }
    return moves
  }
}

extension ObjectKey {
  /// The same by the name that its system has now.
  public func moved(by moves: SystemMoves) -> ObjectKey {
    ObjectKey(system: moves.now(system), kind: kind, id: id)
  }
}
