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
    let onlyNew = invocation.has(.new)
    return try DirectoryLook.show(invocation, environment, { await $0.clients() }) { found, policy, output in
      let list = DeviceList(found, policy, onlyNew: onlyNew)
      return output.format == .json ? list.json.line : list.text(output.style(environment))
    }
  }
}

/// `reconcile apps`: the applications and kinds of application that a target can name. It reads, and writes nothing.
enum AppsCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let text = invocation.operands.joined(separator: " ")
    return try DirectoryLook.show(invocation, environment, { await $0.traffic() }) { found, _, output in
      let list = AppList(found, holding: text)
      return output.format == .json ? list.json.line : list.text(output.style(environment))
    }
  }
}

extension DirectoryLook {
  /// What a system answered, in the order of the policy.
  typealias Found<Value> = [(system: System, result: Result<[Value], ProviderError>)]

  /// Looks up what `read` gives of each system, and prints it as `words` says it.
  fileprivate static func show<Value: Sendable>(
    _ invocation: Invocation, _ environment: Environment,
    _ read: @escaping @Sendable (Directory) async -> Result<[Value], ProviderError>,
    _ words: (Found<Value>, Policy, OutputSettings) -> String
  ) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let (found, reason) = try DirectoryLook(invocation, policy, environment).all(read)
    environment.output(words(found, policy, output))
    return reason?.status ?? ExitStatus(unread: found.compactMap(\.result.failure), of: found.count)
  }
}

extension ExitStatus {
  /// What to end with where some of `count` systems could not be read.
  fileprivate init(unread errors: [ProviderError], of count: Int) {
    self = errors.isEmpty ? .success : ExitStatus(unread: errors, of: count, all: errors) ?? .partialFailure
  }
}
