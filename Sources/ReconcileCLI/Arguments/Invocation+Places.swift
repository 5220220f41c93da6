import Controller
import Documents
import Host
import Policies
import StateStore
import Text

extension Invocation {
  /// Where the policy and the state are that the command line means.
  func places(_ environment: Environment) -> Places {
    Places(
      policy: policyPath(environment).path, state: StateDirectory(given: value(.state), environment), again: again)
  }

  /// What named both on the command line, to be typed again: `" --policy home.yaml"`, or nothing.
  var again: String { again(naming: policyOperand ?? value(.policy)) }

  /// The same with this policy, or none.
  func again(naming policy: String?) -> String {
    let named = [("policy", policy), ("state", value(.state))]
    return named.map { name, value in value.map { " --\(name) \(ShellWord.word($0))" } ?? "" }.joined()
  }

  private func policyPath(_ environment: Environment) -> PolicyPath {
    PolicyPath(given: policyOperand ?? value(.policy), environment)
  }

  /// Where the state is that tells of overrides; nil where the schedule alone is to be shown.
  func shownState(_ environment: Environment) -> Places? { has(.scheduleOnly) ? nil : places(environment) }

  /// Reads and understands the policy that the command line means.
  func policy(_ environment: Environment) throws(UsageError) -> LoadedPolicy {
    if let operand = policyOperand { try checkIsNoCommand(operand, environment) }
    try checkIsNoTarget(environment)
    let path = policyPath(environment)
    var loaded = found(at: path.path, environment)
    if path.isMissing(environment), let followed = followedElsewhere(environment) {
      loaded = loaded.notFound(beside: followed)
    }
    loaded.format = try format
    return loaded
  }

  /// The policy at `path`, read as the command takes it.
  private func found(at path: String, _ environment: Environment) -> LoadedPolicy {
    // Nor does what is made for a sketch ever hold anything.
    if command.needsNetwork || has(.complete) || [.override, .more, .lock, .ask].contains(command) {
      return LoadedPolicy(path: path, environment, takesSketches: false)
    }
    // What these say is about the file alone.
    if [.validate, .test].contains(command) || has(.scheduleOnly) {
      return LoadedPolicy(path: path, environment, takesSketches: true)
    }
    return LoadedPolicy(path: path, followedAt: places(environment).state.path, environment)
  }

  /// Where the policy is that runs follow, as far as the state can be read; nil where nothing is there.
  private func followedElsewhere(_ environment: Environment) -> String? {
    let store = try? StateStore(reading: places(environment).state.path)
    guard let path = (try? store?.followedPolicy())?.path else { return nil }
    return (try? environment.files.kind(of: path)).flatMap(\.self) == nil ? nil : path
  }

  /// The same as it is followed: what guards hold is as it was before the edit.
  func followedPolicy(_ environment: Environment) throws(UsageError) -> LoadedPolicy {
    try policy(environment).asFollowed(at: places(environment), environment)
  }

  /// A word without a dot or a slash that is no file is more likely meant as a command than as a policy.
  private func checkIsNoCommand(_ word: String, _ environment: Environment) throws(UsageError) {
    guard (try? environment.files.kind(of: word)) == .some(nil) else { return }
    if let error = unknownCommand ?? targetAsPolicy(word) { throw error }
    let near = Suggestion.nearest(to: word, among: Command.all.map(\.name))
    if let near, let command = Command.named(near) { throw UsageError.commandMeant(word, command) }
  }

  /// Among targets a word without a dot or a slash is never the policy, so that what it means does not depend on the
  /// targets of a file. Where it must have been meant as one, that is said and not that no policy is there.
  private func checkIsNoTarget(_ environment: Environment) throws(UsageError) {
    guard [.explain, .next, .timeline].contains(command),
      PolicyPath(given: value(.policy), environment).isMissing(environment),
      let word = operands.first(where: { (try? environment.files.kind(of: $0)).flatMap(\.self) != nil })
    else { return }
    throw Messages.policyAsTarget(word)
  }
}

extension Invocation {
  /// What the command line says about one pass.
  func passSettings() throws(UsageError) -> PassSettings {
    PassSettings(
      targets: targets, deadlineSeconds: try duration(.deadline) ?? 60, maxChanges: try count(.maxChanges),
      again: again)
  }
}
