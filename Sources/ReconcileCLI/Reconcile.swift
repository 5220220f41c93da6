import Controller
import Documents
package import Host
import Planning
import Presentation
import Providers
import Text

/// The program.
package enum Reconcile {
  /// Does what `commandLine` asks for, the program's own name its first word.
  ///
  /// Whoever starts a program may leave even its name out. That is not a command line without options, which would be
  /// an apply.
  package static func run(commandLine: [String], _ environment: Environment) -> Int32 {
    guard !commandLine.isEmpty else {
      environment.error(Messages.noCommandLine)
      return ExitStatus.failure.rawValue
    }
    return run(Array(commandLine.dropFirst()), environment)
  }

  /// Does what the command line `arguments` (without the program's own name) asks for, in the world `environment`, and
  /// says what to exit with.
  package static func run(_ arguments: [String], _ environment: Environment) -> Int32 {
    let status = status(arguments, environment)
    guard let problem = environment.outputProblem() else { return status.rawValue }
    environment.error("reconcile: \(Messages.outputNotWritten(problem).escaped)\n")
    // What the run itself came to says more.
    return [.success, .differences].contains(status) ? ExitStatus.failure.rawValue : status.rawValue
  }

  private static func status(_ arguments: [String], _ environment: Environment) -> ExitStatus {
    if arguments.first == CompletionWords.command {
      return CompletionWords.print(Array(arguments.dropFirst()), environment)
    }
    let table = OptionTable(environment.kinds)
    var places = NamedPlaces(arguments, table)
    do throws(UsageError) {
      let invocation = try Invocation(arguments, table) { KnownHousehold(policy: $0, environment) }
      places = NamedPlaces(invocation)
      return try invocation.command.run(invocation, environment.fitting(invocation, places))
    } catch {
      return refuse(error, places, environment)
    }
  }

  /// Says what is wrong with the command line; it is text in any case.
  private static func refuse(_ error: UsageError, _ places: NamedPlaces, _ environment: Environment) -> ExitStatus {
    let fitted = FittedOutput(Screen(environment))
    environment.error(fitted.fitted("reconcile: \(error.message.escaped)\n"))
    if let hint = error.hint {
      environment.error(fitted.fitted("hint: \(places.completing(hintOfRefused: hint.escaped))\n"))
    }
    return .usage
  }
}
