import Policies
import Providers

extension RecordedObject {
  /// Where the lock of this number has put it, and where nobody has seen it leave since; nil where it holds nothing of it.
  ///
  /// Nobody but the state knows of what kind an override is. Versions that knew no `locks` noted what decided last alone.
  func position(heldBy id: String) -> SwitchState.Position? {
    locks[id] ?? (override == id ? wanted?.position : nil)
  }

  /// Those of the overrides that are `held` that are locks and hold it, the newest first, each with where.
  func locks(
    among held: [String: HeldOverride]
  ) -> [(lock: HeldOverride, position: SwitchState.Position)] {
    if held.isEmpty || locks.isEmpty && override == nil { return [] }
    return held.values.filter(\.isLock).compactMap { lock in position(heldBy: lock.id).map { (lock, $0) } }
      .sorted { $0.lock.number > $1.lock.number }
  }

  /// The locks that hold it, now that a run has seen it and this `entry` decided, as it was known `before`: those of the
  /// numbers in `unended`, where it stands.
  ///
  /// What a lock has shut belongs to another target after an edit, and that may want it shut as well, be left alone or
  /// only be observed for a while: the lock holds all that time. Who moves it elsewhere has ended that.
  func locks(
    after entry: PlanEntry, before: RecordedObject?, unended: [String: Override.Kind]
  ) -> [String: SwitchState.Position] {
    var locks = before?.locks ?? [:]
    if let last = before?.override { locks[last] = before?.position(heldBy: last) }
    locks = locks.filter { id, position in unended[id] == .lock && isAsLeft(position) }
    if let id = entry.verdict.override, unended[id] == .lock, let to = entry.to { locks[id] = to.position }
    return locks
  }

  /// Whether it is where a lock has put it, as far as anybody can see: what does not tell its state is where it was last
  /// asked to go.
  private func isAsLeft(_ position: SwitchState.Position) -> Bool {
    asking == nil ? switchState.position == position : asking?.last.map { $0.position == position } ?? true
  }

  /// Whether one of the overrides in `unended` is a lock and may hold it.
  func isLocked(_ unended: [String: Override.Kind]) -> Bool {
    locks.keys.contains { unended[$0] == .lock } || override.map { unended[$0] == .lock } ?? false
  }
}
