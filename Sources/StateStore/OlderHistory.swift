import CivilTime
import Policies
import Providers
import Planning

/// What the entries tell of overrides in a file of a format that has no fingerprints: how each was made, and its last end.
///
/// What a file of such a format holds beside them was never sealed, and whoever forges a newer one could set its format
/// back. So what they do not tell of does not count.
struct OlderHistory {
  private var made: [String: Event] = [:]
  private var ends: [String: Instant] = [:]
  private(set) var isEmpty = true

  /// Takes in the next entry.
  mutating func take(_ event: Event) {
    isEmpty = false
    guard let id = event.id else { return }
    switch event.kind {
    case .overrideMade: (made[id], ends[id]) = (event, event.until)
    case .overrideExtended, .overrideEnded: ends[id] = event.until
    // A file of such a format has no requests.
    default: break
    }
  }

  /// Whether `override` is one that was made, with the end that it was given last.
  func tells(of override: Override) -> Bool {
    guard let made = made[override.id] else { return false }
    guard made.begins.map({ $0 == override.from }) ?? (override.from <= made.at) else { return false }
    guard ends[override.id] == override.until, made.target == override.target else { return false }
    return made.state == override.state && made.by == override.by && (made.override ?? .override) == override.kind
  }
}
