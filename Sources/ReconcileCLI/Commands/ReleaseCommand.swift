import Controller
import Host
import Policies
import Providers
import Planning
import StateStore
import Overrides

/// `reconcile release`: opens what earlier runs switched off and no target selects any more. Nothing is opened without
/// being asked for.
enum ReleaseCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try invocation.passSettings()
    let places = invocation.places(environment)
    let request = try ReleaseRequest(invocation)
    if let path = request.words.first(where: { isPolicy($0, environment) }) { throw Messages.policyAsTarget(path) }
    let named = try invocation.policy(environment)
    let loaded = named.asFollowed(at: places, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let releasing = Releasing(
      request: request, places: places, settings: settings, format: try invocation.format,
      log: invocation.log(environment), named: named, policy: policy,
      approver: request.keeps ? nil : try ApproverProof(invocation, environment),
      writing: try OverrideWriting(invocation, environment), environment: environment)
    var known = StateSnapshot()
    do throws(StateError) {
      if let store = try places.state.store() {
        known = try StateSnapshot(store, policy: places.policy, environment)
      }
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
    // What was switched off for the policy that is followed is still wanted there, and its guards say who may let go of it.
    if let other = known.otherPolicy(than: policy) {
      let refusal = ReleaseMessages.isNotFollowed(places.policy, other)
      environment.refuse(refusal.message, hint: refusal.hint)
      return .refused
    }
    switch try releasing.run(known.named(by: policy)) {
    case .success(let status): return status
    case .failure(let error): return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
  }

  /// Whether `word` is a file where other commands take a policy. Objects are called anything, but not so.
  private static func isPolicy(_ word: String, _ environment: Environment) -> Bool {
    guard word.hasSuffix(".yaml") || word.hasSuffix(".yml") else { return false }
    return (try? environment.files.kind(of: word)) == .regular
  }
}
