import CivilTime
import Documents
import Hashing
package import Host
import Policies
import Text

/// The policy of a program that stays: the last one that was understood, whatever became of its files.
package struct WatchedPolicy {
  /// The path as the person named it.
  let path: String
  /// What is followed.
  private(set) var followed: FollowedPolicy
  /// What has yet to be kept as the last good one.
  private(set) var unkept: LoadedPolicy?
  private var since: Instant
  private let allowsLastGood: Bool
  private var seen: PolicyTrace?
  /// The calendars that the text names which was read last, be it good or broken: one that is missing may come.
  private var calendars: [String]

  /// Begins with `followed`, which was read from `path`; `unkept` where it has yet to be kept. Unless `allowsLastGood`,
  /// nothing is in force while the files have errors.
  package init(
    _ followed: FollowedPolicy, path: String, unkept: LoadedPolicy? = nil, allowsLastGood: Bool = true,
    _ environment: Environment
  ) {
    self.path = path
    self.allowsLastGood = allowsLastGood
    self.unkept = unkept
    self.followed = followed
    since = followed.lastGoodSince ?? environment.now()
    calendars = followed.namedCalendars
    seen = PolicyTrace(path, zone: followed.policy.zone, calendars: calendars, environment.files)
  }

  /// Whether what is followed is to be applied.
  var isInForce: Bool { allowsLastGood || followed.lastGoodSince == nil }

  /// Since when what is followed is good, for people.
  var longSince: String { followed.policy.zone.longText(since) }

  /// Every file that it is read from, also one that is missing and may come.
  func files(_ environment: Environment) -> [String] {
    [path] + calendars.map { CalendarFile.place(of: $0, besidePolicyAt: path, environment.files) }
  }

  /// Whether the files are other ones than those that were read last. A pipe is read once and never again.
  func hasMoved(_ environment: Environment) -> Bool {
    PolicyTrace(path, zone: followed.policy.zone, calendars: calendars, environment.files) != seen
  }

  /// Reads the files again, where they differ or `isForced` is true. Where something is wrong with them, the policy that
  /// was followed before goes on, and `tellErrors` has something to tell. Returns whether there is something new to follow
  /// or to tell.
  mutating func read(isForced: Bool, _ environment: Environment) -> Bool {
    // Before the reading: what changes meanwhile is then seen the next time.
    let zone = followed.policy.zone
    guard let trace = PolicyTrace(path, zone: zone, calendars: calendars, environment.files), isForced || trace != seen
    else { return false }
    seen = trace
    let loaded = LoadedPolicy(path: path, environment, takesSketches: false)
    if loaded.calendarPaths != calendars {
      calendars = loaded.calendarPaths
      seen = PolicyTrace(path, zone: zone, calendars: calendars, environment.files)
    }
    guard let fresh = FollowedPolicy(loaded) else {
      followed = followed.goingOn(besides: loaded, since: since)
      return true
    }
    environment.note(PassMessages.readAgain(path))
    if fresh.policy.zone.name != zone.name {
      seen = PolicyTrace(path, zone: fresh.policy.zone, calendars: calendars, environment.files)
    }
    (followed, unkept, since) = (fresh, loaded, environment.now())
    return true
  }

  /// Tells what is wrong with the files, where that has not been told yet. To act goes first: telling may take long.
  mutating func tellErrors(_ environment: Environment) { followed.showErrors(environment) }

  /// Keeps what is new and good in `state`.
  mutating func keep(in state: StateSession, _ environment: Environment) {
    guard let unkept else { return }
    state.keepGood(unkept, environment)
    self.unkept = nil
  }
}

/// What shows that a policy has to be read again: the bytes of its files, of the calendars that it named when it was read
/// last, and of its zone, whose rules an update of the machine may change. Bytes and not times, so that nothing is missed,
/// whatever was put in a file's place.
struct PolicyTrace: Hashable {
  private let digest: [UInt8]

  /// Of the policy at `path`, which names `calendars`; nil for a pipe, which can be read only once.
  init?(_ path: String, zone: Zone, calendars: [String], _ files: any Files) {
    if (try? files.kind(of: path)) == .stream { return nil }
    var text = PolicyText(path: path, files: files)
    text.readCalendars(calendars, ofPolicyAt: path, files)
    let parts = text.parts + [Zones(files).bytes(of: zone)]
    digest = Digest.sha256(parts.flatMap(Digest.sha256))
  }
}
