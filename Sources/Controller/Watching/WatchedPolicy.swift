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
  private var seen: PolicyTrace?

  /// Begins with `followed`, which was read from `path` just now; `unkept` where it has yet to be kept.
  package init(_ followed: FollowedPolicy, path: String, unkept: LoadedPolicy? = nil, _ environment: Environment) {
    self.path = path
    self.unkept = unkept
    self.followed = followed
    since = followed.lastGoodSince ?? environment.now()
    seen = PolicyTrace(path, of: followed, environment.files)
  }

  /// Whether the files are other ones than those that were read last. A pipe is read once and never again.
  func hasMoved(_ environment: Environment) -> Bool {
    PolicyTrace(path, of: followed, environment.files) != seen
  }

  /// Reads the files again, where they differ or `isForced` is true. Where something is wrong with them, the policy that
  /// was followed before goes on, and `tellErrors` has something to tell. Returns whether there is something new to follow
  /// or to tell.
  mutating func read(isForced: Bool, _ environment: Environment) -> Bool {
    // Before the reading: what changes meanwhile is then seen the next time.
    guard let trace = PolicyTrace(path, of: followed, environment.files), isForced || trace != seen
    else { return false }
    seen = trace
    let loaded = LoadedPolicy(path: path, environment, takesSketches: false)
    guard let fresh = FollowedPolicy(loaded) else {
      followed = followed.goingOn(besides: loaded, since: since)
      return true
    }
    environment.error("reconcile: \(PassMessages.readAgain(path).escaped)\n")
    if fresh.policy.zone.name != followed.policy.zone.name || fresh.calendarPaths != followed.calendarPaths {
      seen = PolicyTrace(path, of: fresh, environment.files)
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
/// last, and of its zone, whose rules an update of the machine may change. Bytes and not times, so that nothing is missed, whatever was put in a file's place.
struct PolicyTrace: Hashable {
  private let digest: [UInt8]

  /// Of the policy at `path`, as which `followed` was read; nil for a pipe, which can be read only once.
  init?(_ path: String, of followed: FollowedPolicy, _ files: any Files) {
    if (try? files.kind(of: path)) == .stream { return nil }
    var text = PolicyText(path: path, files: files)
    text.readCalendars(followed.calendarPaths, ofPolicyAt: path, files)
    var parts = text.everything.flatMap { [Array($0.name.utf8), $0.bytes] }
    parts += text.calendars.map { calendar in
      if case .failure(let fault) = calendar.content { Array(fault.message.text.utf8) } else { [] }
    }
    parts += text.diagnostics.map { Array($0.message.utf8) }
    parts.append(Zones(files).bytes(of: followed.policy.zone))
    digest = Digest.sha256(parts.flatMap(Digest.sha256))
  }
}
