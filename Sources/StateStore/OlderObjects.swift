import CivilTime
import Policies
import Providers
import Planning

/// What a file of a format that has no fingerprints does not say of its objects, as far as its entries tell it: where the
/// override found each that holds it, and that it was switched off here.
///
/// The programs that wrote such a file put back only what their policy left alone. What no line names was `on` for them,
/// and is left alone by now: at the end of an override nobody would know how it was.
struct OlderObjects {
  private var seen: [ObjectKey: RecordedObject] = [:]
  /// The override that holds each of which nothing says how that found it, and since when it does, or those do that it
  /// followed without a break.
  private var holding: [ObjectKey: (override: Override, since: Instant)] = [:]
  /// Where the first of those found it, if it moved it.
  private var found: [ObjectKey: SwitchState] = [:]
  /// How each was last moved.
  private var lastMove: [ObjectKey: Event] = [:]
  /// When the first entry was made that is there.
  private var firstEntry: Instant?

  init(in database: Database) throws(StateError) {
    let columns = Schema.overrideColumns(in: Schema.version)
    let overrides = try database.rows("SELECT \(columns) FROM overrides").compactMap { Override(row: $0) }
    let own = Dictionary(overrides.map { ($0.id, $0) }) { first, _ in first }
    let since = overrides.sinceByNumber
    for (key, object) in try database.rows(Schema.objectRows).compactMap(StateStore.object) {
      seen[key] = object
      guard object.found == nil, let id = object.override, let own = own[id], let since = since[id] else { continue }
      holding[key] = (own, since)
    }
  }

  /// Takes in the next entry.
  mutating func take(_ event: Event) {
    firstEntry = firstEntry ?? event.at
    guard event.kind == .change, event.outcome == "applied" || event.outcome == "unverified",
      let system = event.system, let kind = event.object,
      case let key = ObjectKey(system: system, kind: kind, id: event.id),
      seen[key] != nil
    else { return }
    lastMove[key] = event
    if let since = holding[key]?.since, since <= event.at, found[key] == nil,
      event.decidedBy?.hasPrefix("override:") ?? false
    {
      found[key] = event.from
    }
  }

  /// What is known of the objects beside what the file says, where that is more.
  var completed: [(key: ObjectKey, seen: RecordedObject)] {
    seen.compactMap { key, before in
      var object = before
      object.found = before.found ?? foundState(key)
      object.closing = before.closing ?? closing(key)
      return object == before ? nil : (key, object)
    }
  }

  /// Where the override found the object that holds it. Where the entries begin later than the override, as the file before
  /// this one was damaged, it is taken to have moved what it wants off.
  private func foundState(_ key: ObjectKey) -> SwitchState? {
    guard let (override, since) = holding[key], let object = seen[key] else { return nil }
    if let found = found[key] { return found }
    if let firstEntry, firstEntry <= since { return object.switchState }
    guard override.state.isOff else { return nil }
    return (object.wanted ?? object.switchState).position.opened.map { SwitchState($0) }
  }

  /// That it is where its target is off because it was moved there. A pause that has an end is none: it ends by itself.
  private func closing(_ key: ObjectKey) -> Closing? {
    guard let event = lastMove[key], let target = event.target, let to = event.to, to.ends == nil,
      event.state?.isOff ?? false, to.position == seen[key]?.switchState.position
    else { return nil }
    return Closing(target: target, at: event.at, name: event.name ?? key.id, position: to.position)
  }
}

extension Database {
  /// Writes beside the objects what is known of them from the entries.
  func complete(_ objects: OlderObjects) throws(StateError) {
    for (key, seen) in objects.completed { try keep(seen, at: key) }
  }
}

extension [Override] {
  /// Since when each holds, or those about its target do that it followed without a break, by its number. There may be as many
  /// as somebody has written into the file.
  fileprivate var sinceByNumber: [String: Instant] {
    var since: [String: Instant] = [:]
    for own in Dictionary(grouping: self, by: \.target).values {
      let inOrder = own.sorted { $0.from < $1.from }
      var (begin, end) = (inOrder[0].from, inOrder[0].until)
      for override in inOrder {
        if override.from > end { begin = override.from }
        end = Swift.max(end, override.until)
        since[override.id] = begin
      }
    }
    return since
  }
}
