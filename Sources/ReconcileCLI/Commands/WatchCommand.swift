import CivilTime
import Reconciliation

/// `reconcile watch`: stays, and applies whenever something is due.
enum WatchCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    let watched: WatchedPolicy?
    do throws(State.Refusal) {
      watched = try first(loaded, invocation, environment)
    } catch {
      return error.tell(environment, beside: loaded)
    }
    guard let watched else { return .policy }
    return environment.withNetwork(settings.log(environment)) { network, stop in
      var watch = Watch(watched, invocation, settings, environment, network, stop)
      return await watch.run()
    }
  }

  /// What is followed at first; nil where there is nothing to follow. The state is let go of before the first run:
  /// between two runs others may have it.
  private static func first(
    _ loaded: LoadedPolicy, _ invocation: Invocation, _ environment: Environment
  ) throws(State.Refusal) -> WatchedPolicy? {
    // By a clock that was not set nothing is remembered.
    guard environment.now().secondsSinceEpoch >= Version.releasedAt else {
      if loaded.policy == nil { _ = loaded.refuse(environment) }
      return FollowedPolicy(loaded).map { WatchedPolicy($0, path: loaded.path, unkept: loaded, environment) }
    }
    let state = try State.opened(invocation, environment, for: loaded)
    return FollowedPolicy(loaded, invocation, state, environment).map {
      WatchedPolicy($0, path: loaded.path, environment)
    }
  }
}
