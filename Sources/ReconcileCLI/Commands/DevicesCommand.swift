import Controller
import Doctor
import Host
import Planning
import Policies
import Presentation
import Providers

/// `reconcile devices`: what is connected now, and what the policy calls it. It reads, and writes nothing.
enum DevicesCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let look = try DirectoryLook(invocation, policy, environment)
    let (found, reason) = look.all { await $0.clients() }
    let list = DeviceList(found, policy, onlyNew: invocation.has(.new))
    environment.output(output.format == .json ? list.json.line : list.text(output.style(environment)))
    return reason?.status ?? ExitStatus(unread: found.compactMap(\.result.failure), of: found.count)
  }
}

/// `reconcile apps`: the applications and kinds of application that a target can name. It reads, and writes nothing.
enum AppsCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let look = try DirectoryLook(invocation, policy, environment)
    let (found, reason) = look.all { await $0.traffic() }
    let list = AppList(found, holding: invocation.operands.joined(separator: " "))
    environment.output(output.format == .json ? list.json.line : list.text(output.style(environment)))
    return reason?.status ?? ExitStatus(unread: found.compactMap(\.result.failure), of: found.count)
  }
}

extension ExitStatus {
  /// What to end with where some of `count` systems could not be read.
  fileprivate init(unread errors: [ProviderError], of count: Int) {
    self = errors.isEmpty ? .success : ExitStatus(unread: errors, of: count, all: errors) ?? .partialFailure
  }
}
