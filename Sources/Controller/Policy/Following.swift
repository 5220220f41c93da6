import CivilTime
import Host
package import Policies
import StateStore

/// Which policy a run is about, and which one the state follows: what tells whether an override counts.
///
/// An override counts for the policy that it was made for, wherever that was moved to meanwhile, and for no other one.
package struct Following: Hashable, Sendable {
  /// Where the policy of this run stands, from the root on, its links not followed: a policy that is swapped as a whole
  /// stays the same one.
  package let place: String
  /// The one that the last apply or watch followed; nil before the first.
  package let followed: PolicyFile?
  /// Whether there is nothing any more where that one was.
  let isFollowedGone: Bool
  /// Other names of the policy of this run: paths that lead to the same file.
  let alsoCalled: Set<String>
  /// The other policy files that the state speaks of and that are there.
  let others: Set<String>
  /// What was followed before.
  private let before: FollowedFiles

  /// For the `policy` of a run, as it was named, where the state speaks of `paths`, and knows what was followed `before`.
  init(
    _ followed: PolicyFile?, before: FollowedFiles, paths: Set<String>, policy: String, _ environment: Environment
  ) {
    let files = environment.files
    place = Self.place(of: policy, environment)
    (self.followed, self.before) = (followed, before)
    let paths = paths.union(before.former.map(\.file.path))
    isFollowedGone = followed.map { (try? files.kind(of: $0.path)) == .some(nil) } ?? false
    let real = files.resolved(place)
    let (place, alsoCalled) = (self.place, paths.filter { real != nil && files.resolved($0) == real })
    self.alsoCalled = alsoCalled
    others = paths.filter { path in
      path != place && !alsoCalled.contains(path) && (try? files.kind(of: path)).flatMap { $0 } != nil
    }
  }

  /// The policy of this run, as what is made for it remembers it.
  package func file(of policy: Policy) -> PolicyFile { PolicyFile(path: place, owner: policy.owner) }

  /// Whether a policy of this `owner` at the place of this run is the one that is followed: at the same place, by
  /// another name, or moved. True where none is followed yet.
  package func isFollowed(owner: String) -> Bool {
    guard let followed else { return true }
    return isHere(followed.path) || isFollowedGone && followed.owner == owner
  }

  /// Whether `override` was made for this run's policy, whose owner is `owner`. One of an earlier version, of which nobody
  /// knows the file yet, counts for each, as it did then.
  package func counts(_ override: Override, owner: String) -> Bool {
    guard let path = override.policy?.path else { return true }
    return path == followed?.path ? isFollowed(owner: owner) : isHere(path)
  }

  /// Whether `override` counts for the policy that is followed, whichever this run is about. `owner` is that of this run's
  /// policy; nil where it cannot be read.
  package func isInForce(_ override: Override, owner: String?) -> Bool {
    guard let followed, let path = override.policy?.path, path != followed.path else { return true }
    return owner.map { isFollowed(owner: $0) && counts(override, owner: $0) } ?? false
  }

  /// The other files that were followed lately and are still at their places: what they have switched off is theirs.
  func keepers(at now: Instant) -> [String] {
    let paths = [followed].compactMap(\.self).map(\.path) + before.returning(at: now).map(\.file.path)
    return paths.filter(others.contains)
  }

  /// What tells the policy that the file at `path` had at its last run from others, where another one was followed since.
  func fingerprint(of path: String) -> String? { before.former.first { $0.file.path == path }?.policy }

  /// The other files that were followed lately and are still there, by what tells the policy of their last runs from others;
  /// `last` is that of the last run of all.
  func lastRuns(at now: Instant, last: String?) -> [String: String] {
    let pairs = keepers(at: now).compactMap { path in (fingerprint(of: path) ?? last).map { ($0, path) } }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Whether the file of this run was followed with the policy of this `fingerprint` within the last hour, before another one
  /// was.
  func hasReturned(with fingerprint: String, at now: Instant) -> Bool {
    places.contains { before.returned($0, at: now)?.policy == fingerprint }
  }

  /// Those of `paths`, which take turns, that are there, one as the file of this run or not; nil where no two are.
  func takingTurns(_ paths: [String]?) -> [String]? {
    let there = (paths ?? []).filter { isHere($0) || others.contains($0) }
    return there.count > 1 ? there : nil
  }

  /// Whether the file of this run is one of `paths`.
  func isAmong(_ paths: [String]) -> Bool { paths.contains(where: isHere) }

  func isHere(_ path: String) -> Bool { path == place || alsoCalled.contains(path) }

  /// Where the policy of this run is, by all of its names that are known.
  var places: Set<String> { alsoCalled.union([place]) }

  /// The path from the root on.
  static func place(of path: String, _ environment: Environment) -> String {
    var path = path
    while path.hasPrefix("./") { path.removeFirst(2) }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path.hasPrefix("/") ? path : (environment.files.resolved(".") ?? "") + "/" + path
  }
}
