import Controller
import Documents
import Host
import Providers
import Planning

/// `reconcile completions SHELL`: the script that completes command lines in a shell.
enum CompletionsCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    guard let word = invocation.operands.first, let shell = Shell(rawValue: word) else {
      throw UsageError.unknownShell(invocation.operands.first ?? "")
    }
    environment.output(shell.script(invocation.table))
    return .success
  }
}
