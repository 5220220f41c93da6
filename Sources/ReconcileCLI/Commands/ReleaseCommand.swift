import Controller
import Host
import Policies
import Providers
import Planning
import StateStore

/// `reconcile release`: opens what earlier runs switched off and no target selects any more. Nothing is opened without
/// being asked for.
enum ReleaseCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try invocation.passSettings()
    let places = invocation.places(environment)
    let request = try ReleaseRequest(invocation)
    if let path = request.words.first(where: { isPolicy($0, environment) }) { throw Messages.policyAsTarget(path) }
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let releasing = Releasing(
      request: request, places: places, settings: settings, format: try invocation.format,
      log: invocation.log(environment), policy: policy, fingerprint: loaded.fingerprint,
      approver: request.keeps ? nil : try ApproverProof(invocation, environment), environment: environment)
    do throws(StateError) {
      let store = try StateStore(reading: places.state.path)
      return try releasing.run(try store?.memory() ?? RecordedState()).get()
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
  }

  /// Whether `word` is a file where other commands take a policy. Objects are called anything, but not so.
  private static func isPolicy(_ word: String, _ environment: Environment) -> Bool {
    guard word.hasSuffix(".yaml") || word.hasSuffix(".yml") else { return false }
    return (try? environment.files.kind(of: word)) == .regular
  }
}
