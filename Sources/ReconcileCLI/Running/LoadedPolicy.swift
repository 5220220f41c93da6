import CivilTime
import Documents
import LibYAML
import Policies
import Reconciliation

/// A policy as it was found: understood, or with the reasons why not.
struct LoadedPolicy: Sendable {
  /// The path as the person named it.
  let path: String
  /// Nil where there is an error.
  let policy: Policy?
  /// Every problem, in the order of the text.
  let diagnostics: [Diagnostic]
  private let sources: [SourceText]

  /// Reads and understands the policy that the command line means.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    path = PolicyPath(invocation, environment).path
    if let operand = invocation.policyOperand { try Self.checkIsNoCommand(operand, environment) }
    let text = PolicyText(path: path, files: environment.files)
    var diagnostics = text.diagnostics
    var budget = ReadingBudget()
    var documents: [PolicyDocument] = []
    for (file, bytes) in text.files {
      let reading = YAMLReader.read(bytes, file: file, budget: &budget)
      diagnostics += reading.diagnostics
      if let root = reading.node { documents.append(PolicyDocument(file: file, root: root)) }
    }
    sources = text.files.map { SourceText($0.bytes, file: $0.name) }
    // Half a tree would give mistakes that nobody made.
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      policy = nil
      self.diagnostics = diagnostics
      return
    }
    let zones = Zones(environment.files)
    let surroundings = PolicySurroundings(
      zone: zones.look, machineZone: zones.machineZone, now: environment.now())
    let decoded = PolicyDecoder.decode(documents, path: path, surroundings: surroundings)
    policy = decoded.policy
    self.diagnostics = diagnostics + decoded.diagnostics
  }

  /// A word that is near a command and no file is more likely a slip of the finger than a policy.
  private static func checkIsNoCommand(_ word: String, _ environment: Environment) throws(UsageError) {
    guard (try? environment.files.kind(of: word)) == .some(nil) else { return }
    let near = Suggestion.nearest(to: word, among: Command.allCases.map(\.rawValue))
    if let near, let command = Command(rawValue: near) { throw UsageError.commandMeant(word, command) }
  }

  /// The problems as a terminal shows them.
  var diagnosticText: String { DiagnosticText(sources: sources).text(of: diagnostics) }

  /// Prints the problems to standard error, for a command that cannot go on.
  func refuse(_ environment: Environment) -> ExitStatus {
    environment.error(diagnosticText)
    return .policy
  }
}
