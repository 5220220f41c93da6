import CivilTime
import Planning
import Testing

@testable import StateStore

/// A state as the first edition has left it.
enum FirstEdition {
  /// What that kept of an override, of notes and of objects was less, and it had no fingerprints. `policy` is the path of the
  /// one that it applied last, the text of which it kept; `damaged` where it had to begin a new file since, without entries. Whatever
  /// else is to be in the file is an `edit` of it.
  static func age(_ story: Chronicle, policy: String, damaged: Bool = false, edit: String = "SELECT 1") throws {
    let store = try story.store()
    let entries = try store.entries(since: Instant(secondsSinceEpoch: 0)).compactMap(\.event)
    let columns = ["made_at", "kind", "policy", "owner", "named", "taken_back"].map {
      "ALTER TABLE overrides DROP COLUMN \($0)"
    }
    let script =
      columns + [
        "ALTER TABLE retreats DROP COLUMN reason", "DROP INDEX entries_that_keep", "DROP TABLE approvals",
        "DELETE FROM entries", "UPDATE notes SET name = 'good-policy' WHERE name = 'good-policy:\(policy)'",
        "DELETE FROM notes WHERE name NOT IN ('policy', 'good-policy', 'heartbeat')", "PRAGMA user_version = 1", edit,
      ]
    for (key, seen) in try store.memory().objects {
      var known = RecordedObject(
        switchState: seen.switchState, at: seen.at, wanted: seen.wanted, override: seen.override,
        inPlaceAt: seen.inPlaceAt, hasBeenInPlace: seen.hasBeenInPlace)
      known.policy = seen.policy
      try store.database.keep(known, at: key)
    }
    try store.database.run(script.joined(separator: "; "))
    for event in damaged ? [] : entries where event.kind != .sealed && event.kind != .followed {
      try store.database.append(event)
    }
  }
}
