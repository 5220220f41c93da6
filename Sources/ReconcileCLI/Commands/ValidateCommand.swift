import Controller
import Documents
import Host
import Planning
import Policies
import Presentation
import Providers
import Text

/// `reconcile validate`: every mistake in the policy, without the network and without opening a secret.
enum ValidateCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment).checked(at: environment.now())
    write(loaded, output, environment)
    return loaded.policy == nil ? .policy : .success
  }

  private static func write(_ loaded: LoadedPolicy, _ output: OutputSettings, _ environment: Environment) {
    switch output.format {
    case .json: environment.output([loaded].rendered(in: .json))
    case .github: environment.output([loaded].rendered(in: .github))
    case .text, .markdown, .junit, .svg, .html:
      loaded.write(to: environment.output, environment)
      let (style, verdict) = (output.style(environment), verdict(loaded))
      let lines = style.fits ? style.wrapped(verdict, indent: "", following: "  ") : [verdict]
      environment.output(lines.joined(separator: "\n") + "\n")
    }
  }

  private static func verdict(_ loaded: LoadedPolicy) -> String {
    let severities: [Diagnostic.Severity] = [.error, .warning, .note]
    let counts = severities.map { severity in
      (loaded.diagnostics.count { $0.severity == severity } + loaded.others[severity, default: 0], severity.rawValue)
    }
    .filter { $0.0 > 0 }
    .map { $0.0 == 1 ? "1 \($0.1)" : "\($0.0) \($0.1)s" }.joined(separator: ", ")
    guard let policy = loaded.policy else { return "\(counts)." }
    let found =
      "\(loaded.path.escaped) is valid: \(count(policy.systems, "system")), \(count(policy.targets, "target")), "
      + "\(count(policy.statements.map(\.id) + policy.edges.map(\.id), "statement"))"
    return found + (counts.isEmpty ? "." : "; \(counts).")
  }

  private static func count<Thing>(_ things: [Thing], _ word: String) -> String {
    things.count == 1 ? "1 \(word)" : "\(things.count) \(word)s"
  }
}
