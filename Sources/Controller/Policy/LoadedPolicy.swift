package import CivilTime
package import Documents
package import Host
import JSONTree
import LibYAML
package import Policies
package import Presentation
import Providers
import Planning
import Text

/// A policy as it was found: understood, or with the reasons why not.
package struct LoadedPolicy: Sendable {
  /// The path as the person named it.
  package let path: String
  /// Nil where there is an error.
  package let policy: Policy?
  /// Every problem, in the order of the text; of very many those that matter most. None quotes what may be a secret.
  package let diagnostics: [Diagnostic]
  /// How many problems there are beside those, by severity.
  package let others: [Diagnostic.Severity: Int]
  /// What it was understood from.
  let text: PolicyText
  /// The calendars that it names, as it writes them.
  var calendarPaths: [String] { text.calendars.map(\.path) }
  /// The calendars of it, as messages name them, that `other` was read from as well.
  package func calendars(sharedWith other: LoadedPolicy) -> [String] {
    let places = Set(other.text.calendars.compactMap(\.place))
    return text.calendars.filter { $0.place.map(places.contains) ?? false }.map(\.shownName)
  }
  /// The files that it was read from, its calendars last, as messages name them.
  package var fileNames: [String] { text.files.map(\.name) + text.calendars.compactMap(\.name) }
  /// How the result is to be written, and so are the problems if there is none.
  package var format = OutputFormat.text
  /// What the zone was looked up in; nil where nothing was.
  private var zones: Zones?
  private let documents: [PolicyDocument]
  /// Nil where there is nothing to show in the text: a second copy of it is only made then.
  private let shown: ShownText?
  private let secretLines: Set<SourceLine>

  /// Reads and understands the policy at `path`.
  ///
  /// `takesSketches` lets it be without systems; its targets then name nothing yet.
  package init(path: String, _ environment: Environment, takesSketches: Bool) {
    self.init(path, PolicyText(path: path, files: environment.files), environment, takesSketches: takesSketches)
  }

  /// Understands the policy that `text` was read from `path`.
  init(_ path: String, _ text: PolicyText, _ environment: Environment, takesSketches: Bool) {
    let (documents, diagnostics) = Self.documents(of: text)
    // Half a policy would give mistakes that nobody made.
    guard !documents.isEmpty, documents.count == text.files.count else {
      self.init(path, nil, text, documents, diagnostics)
      return
    }
    var text = text
    text.readCalendars(CalendarPaths.all(in: documents), ofPolicyAt: path, environment.files)
    let context = Self.context(text, environment, takesSketches: takesSketches)
    let decoded = PolicyDecoder.decode(documents, path: path, context: context)
    let isReadable = !diagnostics.contains { $0.severity == .error }
    self.init(
      path, isReadable ? decoded.policy : nil, text, documents,
      (diagnostics + decoded.diagnostics).inTextOrder())
    zones = Zones(environment.files)
  }

  /// The trees of the files, and what is wrong with their YAML.
  static func documents(of text: PolicyText) -> ([PolicyDocument], [Diagnostic]) {
    var diagnostics = text.diagnostics
    var budget = ReadingBudget()
    var documents: [PolicyDocument] = []
    for (file, bytes) in text.files {
      let reading = YAMLReader.read(bytes, file: file, budget: &budget, isOneOfSeveral: text.files.count > 1)
      diagnostics += reading.diagnostics
      if let root = reading.node { documents.append(PolicyDocument(file: file, root: root)) }
    }
    return (documents, diagnostics)
  }

  /// The machine, as whoever decodes the files of `text` sees it.
  static func context(_ text: PolicyText, _ environment: Environment, takesSketches: Bool) -> PolicyContext {
    let zones = Zones(environment.files)
    var context = PolicyContext(
      kinds: environment.kinds.systems, zone: zones.look, machineZone: zones.machineZone, now: environment.now(),
      takesSketches: takesSketches)
    context.calendar = PolicyCalendars(text.calendars, zones).look
    return context
  }

  /// What `documents` of `text` were understood to be. `shown` is what showed other problems in the same text.
  init(
    _ path: String, _ policy: Policy?, _ text: PolicyText, _ documents: [PolicyDocument],
    _ diagnostics: [Diagnostic], others: [Diagnostic.Severity: Int] = [:], shown: ShownText? = nil
  ) {
    self.path = path
    self.policy = policy
    self.text = text
    self.documents = documents
    guard !diagnostics.isEmpty else {
      self.shown = nil
      secretLines = []
      self.diagnostics = []
      self.others = [:]
      return
    }
    let known = shown.flatMap { $0.suits(text, diagnostics) ? $0 : nil }
    let shown = known ?? ShownText(text, documents, for: diagnostics)
    let secrets = shown.secrets.concealing(diagnostics)
    let most = ShownDiagnostics(diagnostics)
    self.shown = shown
    secretLines = secrets.lines
    self.diagnostics = secrets.redacted(most.diagnostics)
    self.others = most.others.merging(others, uniquingKeysWith: +)
  }

  /// The same text with `policy`, of which this is to be said.
  private func with(_ policy: Policy?, _ diagnostics: [Diagnostic]) -> LoadedPolicy {
    LoadedPolicy(path, policy, text, documents, diagnostics, others: others, shown: shown)
  }

  /// The same with the warnings that need the policy to be evaluated; for who edits it, not for every run.
  package func advised(at now: Instant) -> LoadedPolicy { advised(at: now) { $0 } }

  /// The same with the warnings as `shown` has them, without those of which it makes nothing.
  func advised(at now: Instant, _ shown: (Diagnostic) -> Diagnostic?) -> LoadedPolicy {
    guard let policy else { return self }
    let advice = PolicyAdvice.diagnostics(on: policy, now: now, presentName: { zones?.presentName(of: $0) })
      .compactMap(shown)
    let all = diagnostics.isEmpty ? advice : (diagnostics + advice).inTextOrder()
    return with(policy, all)
  }

  /// The same, of which `policy` is followed.
  func following(_ policy: Policy) -> LoadedPolicy {
    var followed = with(policy, diagnostics)
    followed.format = format
    return followed
  }

  /// The same, which cannot be used because of `problem`, that only shows when it is used.
  package func refused(for problem: Diagnostic) -> LoadedPolicy {
    var refused = with(nil, (diagnostics + [problem]).inTextOrder())
    refused.format = format
    return refused
  }

  /// The same with one more thing to say of it, which is no error.
  func adding(_ diagnostic: Diagnostic) -> LoadedPolicy {
    with(policy, (diagnostics + [diagnostic]).inTextOrder())
  }

  /// The same, which is not there, where runs follow the one at `followed`: that one is meant, and a first one would be a second.
  package func notFound(beside followed: String) -> LoadedPolicy {
    var told = diagnostics
    for place in told.indices where told[place].code == "policy.not-found" {
      told[place].hint = "runs follow '\(followed)': add --policy \(ShellWord.word(followed))"
    }
    var named = with(policy, told)
    named.format = format
    return named
  }

  /// Hands the problems to `output`, piece by piece, as the terminal of `environment` shows them.
  package func write(to output: (String) -> Void, _ environment: Environment) {
    DiagnosticText(sources: shown?.sources ?? [], concealing: secretLines, width: Screen(environment).width)
      .write(diagnostics, to: output)
    if let words = ShownDiagnostics.words(others) { output(words + "\n") }
  }

  /// Prints the problems for a command that cannot go on: instead of its result where that would be JSON, Markdown or
  /// annotations, else to standard error.
  package func refuse(_ environment: Environment) -> ExitStatus {
    switch format {
    case .json, .markdown, .github: environment.output([self].rendered(in: format))
    case .text, .junit, .svg, .html: write(to: environment.error, environment)
    }
    return .policy
  }
}

extension [LoadedPolicy] {
  private var others: [Diagnostic.Severity: Int] {
    reduce(into: [:]) { all, policy in all.merge(policy.others, uniquingKeysWith: +) }
  }

  /// The problems of all of them: one JSON object, one piece of Markdown, or annotations.
  package func rendered(in format: OutputFormat) -> String {
    switch format {
    case .json: DiagnosticsJSON.json(flatMap(\.diagnostics), others: others).line
    case .markdown:
      map { DiagnosticsMarkdown.text(of: $0.diagnostics, others: $0.others, in: $0.path) }.joined(separator: "\n")
    case .github, .text, .junit, .svg, .html: DiagnosticAnnotations.text(of: flatMap(\.diagnostics), others: others)
    }
  }
}
