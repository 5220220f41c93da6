package import CivilTime
import Documents
package import Host
import Planning
import Policies
import Providers
import StateStore

/// The policy that an apply follows: the one that was asked for, or the last good one of it where that is broken.
package struct FollowedPolicy {
  /// What is followed.
  var policy: Policy
  /// What tells it from another one.
  var fingerprint: String
  /// What it was read from.
  private let text: PolicyText
  /// Since when the last good one is good; nil where the policy that was asked for is followed.
  package var lastGoodSince: Instant?
  /// The broken one that was asked for, whose errors have yet to be told of: what is good is followed before anything is
  /// printed, which may take long, or for ever where nobody reads.
  private var broken: LoadedPolicy?

  /// `loaded`; nil where it is broken.
  package init?(_ loaded: LoadedPolicy) {
    guard let policy = loaded.policy else { return nil }
    (self.policy, fingerprint, text) = (policy, loaded.fingerprint, loaded.text)
  }

  /// `loaded`, which becomes the last good one of `state`; where it is broken, the last good one is followed if
  /// `allowsLastGood`. Nil if there is none to follow; then every error is told of.
  package init?(_ loaded: LoadedPolicy, allowsLastGood: Bool, _ state: StateSession, _ environment: Environment) {
    if let followed = FollowedPolicy(loaded) {
      self = followed
      state.keepGood(loaded, environment)
      return
    }
    guard let good = state.lastGood(at: loaded.path, environment) else {
      _ = loaded.refuse(environment)
      environment.refuse(StateMessages.nothingToFollow, hint: nil)
      return nil
    }
    let lastGood = LastGoodPolicy(good, of: loaded.path, environment)
    guard let lastGood, allowsLastGood else {
      _ = loaded.refuse(environment)
      if let lastGood {
        environment.refuse(StateMessages.noLastGood(lastGood.policy.zone.longText(lastGood.since)), hint: nil)
      } else {
        let zone = Zones(environment.files).followed(by: state.readable)
        environment.refuse(StateMessages.lastGoodHasErrors(zone.longText(good.at)), hint: nil)
      }
      return nil
    }
    broken = loaded
    (policy, fingerprint, text) = (lastGood.policy, lastGood.fingerprint, lastGood.text)
    lastGoodSince = lastGood.since
  }

  /// The same, which goes on although `broken` was asked for meanwhile; good since `since`.
  func goingOn(besides broken: LoadedPolicy, since: Instant) -> FollowedPolicy {
    var followed = self
    (followed.broken, followed.lastGoodSince) = (broken, since)
    return followed
  }

  /// What a run of it exits with that came to `status`: a broken policy is an error, however well the last good one goes.
  package func exitStatus(after status: ExitStatus) -> ExitStatus { lastGoodSince == nil ? status : .policy }

  /// Tells of the errors of the policy that was asked for, where it is not followed, once. What is followed has a result
  /// of its own.
  package mutating func showErrors(_ environment: Environment) {
    broken?.write(to: environment.error, environment)
    broken = nil
  }

  /// The calendars that the text names which was asked for, as it writes them: the broken one, where that is not followed.
  var namedCalendars: [String] { broken?.calendarPaths ?? text.calendars.map(\.path) }

  /// Its text, as the state keeps it.
  var version: PolicyVersion { PolicyVersion(fingerprint: fingerprint, files: text.kept) }

  /// Says that it is not the policy that was asked for, where it is not.
  var warnings: [Finding] {
    lastGoodSince.map { [Finding(StateMessages.lastGood(policy.zone.longText($0)))] } ?? []
  }
}

extension StateSession {
  /// Keeps the text of a policy without errors. One that came through a pipe cannot break later.
  func keepGood(_ loaded: LoadedPolicy, _ environment: Environment) {
    guard let store, loaded.text.isFromFiles else { return }
    let path = Following.place(of: loaded.path, environment)
    do throws(StateError) {
      try store.keep(GoodPolicy(path: path, files: loaded.text.kept, at: environment.now()))
    } catch {
      tellNotKept(error) { environment.warn($0) }
    }
  }

  /// Follows `policy` from now on, and says so where another one was followed before.
  func follow(_ policy: Policy, _ environment: Environment) -> [Finding] {
    guard let store, let following = remembered.following else { return [] }
    let file = following.file(of: policy)
    let isSame = following.isFollowed(owner: policy.owner)
    var files = FollowedFiles()
    do throws(StateError) {
      let bindings = remembered.bindings(to: file, of: policy, among: try store.unboundOverrides())
      files = try store.follow(file, isSame: isSame, binding: bindings, at: environment.now())
    } catch {
      tellNotKept(error) { environment.warn($0) }
    }
    let before = following.followed.flatMap { $0.path == file.path ? nil : $0 }
    if let before, isSame { return [Finding(StateMessages.moved(before.path, file.path))] }
    let turns = following.takingTurns(files.filesInTurn(at: environment.now()))
    let another = before.map { Finding(StateMessages.another($0.path, file.path)) }
    guard let turns else { return [another].compactMap(\.self) }
    // Which of two was followed last says nothing where they take turns; a third one is news.
    let isAmong = following.isAmong(turns)
    return [Finding(StateMessages.turns(turns))] + (isAmong ? [] : [another].compactMap(\.self))
  }

  /// The last good text of the policy at `path`; that of another one is none.
  fileprivate func lastGood(at path: String, _ environment: Environment) -> GoodPolicy? {
    guard let good = try? readable?.lastGoodPolicy(of: Following.place(of: path, environment)) else {
      for warning in StateMessages.unreadable(readable?.unreadable ?? [:]) { environment.warn(warning.message.text) }
      return nil
    }
    return good
  }
}

extension PolicyText {
  /// The same for the state.
  fileprivate var kept: [GoodPolicy.File] { everything.map { GoodPolicy.File(name: $0.name, bytes: $0.bytes) } }
}
