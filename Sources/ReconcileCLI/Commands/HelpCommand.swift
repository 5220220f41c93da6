import Controller
import Documents
import Host
import Planning
import Presentation
import Providers

/// `reconcile help [COMMAND]`, and `reconcile help man` for the manual page.
enum HelpCommand {
  /// What stands for the manual page where a command could.
  static let manual = "man"

  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let style = Style(isOn: false, screen: Screen(environment))
    guard let word = invocation.operands.first else {
      environment.output(HelpText.general(invocation.table, style))
      return .success
    }
    if word == manual {
      environment.output(ManPage(table: invocation.table).text)
      return .success
    }
    guard let command = Command.named(word) else { throw UsageError.unknownCommand(word) }
    environment.output(HelpText.about(command, invocation.table, style))
    return .success
  }
}
