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
    do throws(UsageError) {
      let invocation = try Invocation(arguments, OptionTable(environment.kinds))
      return try run(invocation, environment.fitting(invocation))
    } catch {
      return refuse(error, environment)
    }
  }

  /// Says what is wrong with the command line; it is text in any case.
  private static func refuse(_ error: UsageError, _ environment: Environment) -> ExitStatus {
    let fitted = FittedOutput(Screen(environment))
    environment.error(fitted.fitted("reconcile: \(error.message.escaped)\n"))
    if let hint = error.hint { environment.error(fitted.fitted("hint: \(hint.escaped)\n")) }
    return .usage
  }

  private static func run(
    _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    switch invocation.command {
    case .version:
      environment.output("reconcile \(Version.text)\n")
      return .success
    case .help: return try HelpCommand.run(invocation, environment)
    case .validate: return try ValidateCommand.run(invocation, environment)
    case .test: return try TestCommand.run(invocation, environment)
    case .explain: return try ExplainCommand.run(invocation, environment)
    case .next: return try NextCommand.run(invocation, environment)
    case .compare: return try CompareCommand.run(invocation, environment)
    case .schema: return try SchemaCommand.run(invocation, environment)
    case .completions: return try CompletionsCommand.run(invocation, environment)
    case .timeline: return try TimelineCommand.run(invocation, environment)
    case .doctor: return try DoctorCommand.run(invocation, environment)
    case .`init`: return try InitCommand.run(invocation, environment)
    case .trust: return try TrustCommand.run(invocation, environment)
    case .plan: return try PlanCommand.run(invocation, environment, purpose: .plan)
    case .drift: return try PlanCommand.run(invocation, environment, purpose: .drift)
    case .apply, .watch: return try runLogging(invocation, environment)
    case .override: return try OverrideCommand.run(invocation, environment)
    case .more: return try MoreCommand.run(invocation, environment)
    case .lock: return try LockCommand.run(invocation, environment)
    case .history: return try HistoryCommand.run(invocation, environment)
    case .release: return try ReleaseCommand.run(invocation, environment)
    case .units: return try UnitsCommand.run(invocation, environment)
    }
  }

  /// The commands whose standard error may be written in another way.
  private static func runLogging(
    _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let (environment, lines) = try environment.logging(invocation)
    defer { lines?.finish() }
    if invocation.command == .watch { return try WatchCommand.run(invocation, environment) }
    return try ApplyCommand.run(invocation, environment)
  }
}
