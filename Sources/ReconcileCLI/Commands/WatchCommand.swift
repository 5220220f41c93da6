import CivilTime
import Controller
import Host
import Providers
import Planning

/// `reconcile watch`: stays, and applies whenever something is due.
enum WatchCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = ReportOutput(settings: try OutputSettings(invocation), environment: environment)
    let settings = WatchSettings(
      places: invocation.places(environment), pass: try invocation.passSettings(),
      publishing: try PublisherSettings(invocation), intervalSeconds: try invocation.duration(.interval) ?? 60)
    let loaded = try invocation.policy(environment)
    // A supervisor starts it again and again, and the metrics of an earlier run would say that all is well.
    let refused = { (status: ExitStatus) in
      Publisher(nil, path: loaded.path, status: status).measure(for: settings.publishing, environment)
    }
    if let policy = loaded.policy,
      StateSnapshot(looking: settings.places, environment).isHeldTo(anotherThan: policy)
    {
      return refused(try FollowingRequest.make(loaded, invocation, environment))
    }
    let watched: WatchedPolicy?
    do throws(StateSession.Refusal) {
      watched = try first(loaded, allowsLastGood: !invocation.has(.noLastGood), settings.places, environment)
    } catch {
      return refused(error.tell(environment, beside: loaded))
    }
    guard let watched else { return refused(.policy) }
    let log = invocation.log(environment, hiding: settings.publishing)
    let isVerbose = invocation.has(.verbose)
    return environment.withNetwork(log) { network, stop in
      var watch = Watch(watched, settings, environment, network, stop) { output.show($0, of: $1, wholly: isVerbose) }
      return await watch.run()
    }
  }

  /// What is followed at first; nil where there is nothing to follow. The state is let go of before the first run:
  /// between two runs others may have it.
  private static func first(
    _ loaded: LoadedPolicy, allowsLastGood: Bool, _ places: Places, _ environment: Environment
  ) throws(StateSession.Refusal) -> WatchedPolicy? {
    // By a clock that was not set nothing is remembered.
    guard Version.wasReleased(by: environment.now()) else {
      if loaded.policy == nil { _ = loaded.refuse(environment) }
      return FollowedPolicy(loaded).map {
        WatchedPolicy($0, path: loaded.path, unkept: loaded, allowsLastGood: allowsLastGood, environment)
      }
    }
    let state = try StateSession.opened(places, environment, for: loaded)
    return FollowedPolicy(loaded, allowsLastGood: allowsLastGood, state, environment).map {
      WatchedPolicy($0, path: loaded.path, allowsLastGood: allowsLastGood, environment)
    }
  }
}
