import CivilTime
import Controller
import Host
import Policies

/// What is known of a household whose command line is not understood, for the line to type instead.
struct KnownHousehold {
  /// Nil where it cannot be read.
  let policy: Policy?
  /// What its clocks show; nil where nobody knows.
  let local: LocalDateTime?
  /// By which clocks its times are.
  let zone: Zone
  let now: Instant

  /// Nothing is known.
  init() { (policy, local, zone, now) = (nil, nil, .utc, Instant(secondsSinceEpoch: 0)) }

  /// The policy that is named, or the usual one. Nothing waits for a stream here: whoever mistypes a command may never end it.
  init(policy named: String?, _ environment: Environment) {
    let path = PolicyPath(given: named, environment).path
    let isStream = (try? environment.files.kind(of: path)) == .stream
    let policy = isStream ? nil : LoadedPolicy(path: path, environment, takesSketches: true).policy
    (zone, now) = (policy?.zone ?? Zones(environment.files).ofMachine, environment.now())
    local = zone.local(now)
    self.policy = policy
  }

  /// Whether it is so late that the night of `tonight` has begun.
  var isNight: Bool { (local?.secondOfDay ?? 0) >= 21 * 3_600 }
  /// Whether it is evening, so that what ends tonight may begin now.
  var isEvening: Bool { (local?.secondOfDay ?? 0) >= 18 * 3_600 }

  /// Whether the policy has a target of that name.
  func hasTarget(_ word: String) -> Bool { policy?.target(Name(word.lowercased())) != nil }
}

/// Looks a household up when it is first asked for, and not again.
final class HouseholdLook {
  private let look: (String?) -> KnownHousehold
  private var known: KnownHousehold?

  init(_ look: @escaping (String?) -> KnownHousehold) { self.look = look }

  /// What is known of the one whose policy is named so; of one command line that is always the same.
  func household(_ policy: String?) -> KnownHousehold {
    let household = known ?? look(policy)
    known = household
    return household
  }
}
