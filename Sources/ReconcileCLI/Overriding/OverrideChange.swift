import CivilTime
import Journal
import Policies

/// Another end for an override.
struct OverrideChange {
  let id: String
  /// Now where it is nil.
  let end: OverrideEnd?
  let surroundings: OverrideSurroundings

  /// Writes it, or says why the end cannot be. Throws where there is no such override, and where it has ended.
  func write(to journal: Journal) throws(JournalError) -> Result<WrittenOverride, UsageError> {
    let now = surroundings.now
    guard let found = try journal.overrides().first(where: { $0.id == id }) else { throw Wording.noSuchOverride(id) }
    guard found.until > now, !found.range.isEmpty else {
      throw Wording.endedBefore(found, Moments(zone: surroundings.zone, now: now).short(found.until))
    }
    let until: Instant
    do throws(UsageError) {
      until = try end?.instant(after: found.until, in: surroundings.zone, now: now) ?? now
    } catch {
      return .failure(error)
    }
    let changed = try journal.end(id, at: until, now: now, by: surroundings.person)
    return .success(
      WrittenOverride(
        deed: end == nil ? .ended : .extended, override: changed, all: try journal.overrides(),
        previousEnd: found.until,
        surroundings: surroundings))
  }
}
