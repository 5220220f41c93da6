import Controller
import Documents
import Host
import Providers
import Planning

/// `reconcile completions SHELL`: the script that completes command lines in a shell.
enum CompletionsCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    guard let word = invocation.operands.first, let shell = Shell(rawValue: word) else {
      let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        message: "unknown shell '\(invocation.operands.first ?? "")'", hint: "the shells are \(known)")
    }
    environment.output(shell.script(invocation.table))
    return .success
  }
}
