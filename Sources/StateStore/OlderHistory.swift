import CivilTime
import Policies
import Providers
import Planning

/// What the entries tell of overrides in a file of a format that has no fingerprints: how each was made, and its last end.
///
/// What a file of such a format holds beside them was never sealed, and whoever forges a newer one could set its format
/// back. So what they do not tell of does not count.
struct OlderHistory {
  /// Whether the oldest entries are gone, and with them how what goes on was made.
  private let isPruned: Bool
  private var made: [String: Event] = [:]
  private var extended: [String: Event] = [:]
  private var ends: [String: Instant] = [:]
  private(set) var isEmpty = true

  init(isPruned: Bool) { self.isPruned = isPruned }

  /// Takes in the next entry.
  mutating func take(_ event: Event) {
    isEmpty = false
    guard let id = event.id else { return }
    switch event.kind {
    case .overrideMade: (made[id], ends[id]) = (event, event.until)
    case .overrideExtended: (extended[id], ends[id]) = (event, event.until)
    case .overrideEnded: ends[id] = event.until
    // A file of such a format has no requests.
    default: break
    }
  }

  /// Whether `override` is one that was made, with the end that it was given last. Of one that has outlasted the entry of
  /// its making, what was said as it was extended has to do: by whom it was made is not among that.
  func tells(of override: Override) -> Bool {
    guard let event = made[override.id] ?? (isPruned ? extended[override.id] : nil) else { return false }
    guard event.begins.map({ $0 == override.from }) ?? (override.from <= event.at) else { return false }
    guard ends[override.id] == override.until, event.target == override.target else { return false }
    guard event.kind != .overrideMade || event.by == override.by else { return false }
    return event.state == override.state && (event.override ?? .override) == override.kind
  }
}
