public import Documents

/// Sentences that somebody tries: they are read as a policy that says nothing else.
///
/// Beside the files of a policy they use its targets and schedules. Alone, every target that they name is made up.
public struct TriedSentences: Sendable {
  /// What each is called in messages.
  private let sentences: [(file: String, text: String)]
  /// The zone where no policy says it.
  private let timezone: String
  private let others: [PolicyDocument]

  /// `sentences`, beside `documents` where there are any.
  public init(_ sentences: [(file: String, text: String)], beside documents: [PolicyDocument], timezone: String) {
    self.sentences = sentences
    self.timezone = timezone
    others = documents.map { document in
      guard case .mapping(let entries) = document.root.content else { return document }
      let kept = entries.filter { !Self.left.contains($0.key.text) }
      return PolicyDocument(file: document.file, root: Node(.mapping(kept), span: document.root.span))
    }
  }

  /// What of a policy would say more than the sentences do.
  private static let left: Set<String> = ["policy", "tests"]

  /// The policy that they are, and what is wrong with them.
  public func decoded(path: String, context: PolicyContext) -> (policy: Policy?, diagnostics: [Diagnostic]) {
    guard others.isEmpty else { return decoded(MadeUp(), path, context) }
    var (madeUp, found) = filled(Self.gaps, path, context)
    // A schedule is made up only if that makes the sentences whole: what has a slip in it is not shown as if it had none.
    if found.policy == nil { (madeUp, found) = filled(Self.gaps.filter { $0 != .scheduleUnknown }, path, context) }
    if found.policy == nil, !found.diagnostics.contains(where: Self.proposes) {
      // Of a sentence in other words only somebody who knows the targets can say how to write it.
      let guesses = possibleTargets(context.kinds.vocabulary).lazy.map { name in
        decoded(madeUp.adding(target: name), path, context)
      }
      found = guesses.first { $0.policy == nil && $0.diagnostics.contains(where: Self.proposes) } ?? found
    }
    // What is made up is nobody's mistake.
    found.diagnostics.removeAll { $0.severity != .error && $0.span == nowhere }
    found.diagnostics = madeUp.notes + found.diagnostics.map(Self.withoutPolicy)
    return found
  }

  private typealias Decoded = (policy: Policy?, diagnostics: [Diagnostic])

  /// The sentences with what they lack of `codes` made up.
  private func filled(_ codes: [DiagnosticCode], _ path: String, _ context: PolicyContext) -> (MadeUp, Decoded) {
    var madeUp = MadeUp()
    var found = decoded(madeUp, path, context)
    var asked: Set<Gap> = []
    // Each round fills a gap, and no sentence has more of them than words.
    while let gap = found.diagnostics.lazy.compactMap({ gap($0, codes) }).first(where: { !asked.contains($0) }) {
      asked.insert(gap)
      for var more in madeUp.filling(gap) {
        let other = decoded(more, path, context)
        // What the sentences use in two ways keeps its mistake.
        if isOpen(gap, more, other.diagnostics) { continue }
        let lacking = found.diagnostics.filter { self.gap($0, codes) == gap }
        if let schedule = more.schedules.last, gap.code == .scheduleUnknown {
          more.notes += lacking.map { Self.note($0, schedule.meaning) }
        }
        (madeUp, found) = (more, other)
        break
      }
    }
    return (madeUp, found)
  }

  private func decoded(
    _ madeUp: MadeUp, _ path: String, _ context: PolicyContext
  ) -> Decoded {
    let files = sentences.map(\.file)
    let own = PolicyDocument(file: files.first ?? path, root: root(madeUp, context.kinds))
    let (policy, diagnostics) = PolicyDecoder.decode(others + [own], path: path, context: context)
    let ranks = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    // What else is in the policy is not what was asked about, unless nothing can be said because of it.
    let shown = diagnostics.filter { $0.severity == .error || $0.span.map { ranks[$0.file] != nil } ?? false }
    let isSentence = { (diagnostic: Diagnostic) in diagnostic.span.flatMap { ranks[$0.file] } ?? -1 }
    return (
      policy,
      shown.enumerated().sorted { (isSentence($0.element), $0.offset) < (isSentence($1.element), $1.offset) }
        .map(\.element)
    )
  }

  // MARK: - The document

  private func root(_ madeUp: MadeUp, _ kinds: SystemKinds) -> Node {
    let list = sentences.map { sentence in Self.scalar(sentence.text, sentence.file) }
    let policy = Node.Entry(key: key("policy"), value: Node(.sequence(list), span: nowhere))
    guard others.isEmpty else { return Node(.mapping([policy]), span: nowhere) }
    let permissions = PolicyKey.TargetOption.permissions.map { entry($0.rawValue, .scalar(key("true"))) }
    let targets = madeUp.targets.map { name in
      let action = (madeUp.actions.contains(name) ? kinds.action : nil).map { entry($0.key, .scalar(key(name))) }
      return entry(name, .mapping(permissions + [action].compactMap(\.self)))
    }
    let schedules = madeUp.schedules.map { entry($0.name, .scalar(key($0.when))) }
    return Node(
      .mapping([
        entry("timezone", .scalar(key(timezone))), entry("targets", .mapping(targets)),
        entry("schedules", .mapping(schedules)), policy,
      ]), span: nowhere)
  }

  private func entry(_ name: String, _ content: Node.Content) -> Node.Entry {
    Node.Entry(key: key(name), value: Node(content, span: nowhere))
  }

  private func key(_ text: String) -> Scalar { Scalar(text, span: nowhere) }

  /// What nobody wrote has a place too.
  private var nowhere: SourceSpan { Self.span(sentences.first?.file ?? "", 0) }

  private static func scalar(_ text: String, _ file: String) -> Node {
    let span = span(file, text.unicodeScalars.count)
    return Node(.scalar(Scalar(text, span: span)), span: span)
  }

  private static func span(_ file: String, _ length: Int) -> SourceSpan {
    SourceSpan(
      file: file, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: length + 1))
  }

  // MARK: - What is made up

  /// A name that sentences use and no file defines: of what, the code says.
  private struct Gap: Hashable {
    var code: DiagnosticCode
    var name: String
  }

  private func gap(_ diagnostic: Diagnostic, _ codes: [DiagnosticCode]) -> Gap? {
    guard let code = codes.first(where: { $0.rawValue == diagnostic.code }), !Self.proposes(diagnostic) else {
      return nil
    }
    return diagnostic.span.flatMap(text).map { Gap(code: code, name: $0) }
  }

  private static let gaps: [DiagnosticCode] = [.targetUnknown, .scheduleUnknown, .edgeTarget]

  /// Whether something is still wrong with what was made up for `gap`: a schedule may lack times or have too many, and
  /// what is done at a time has no states that a sentence could want.
  private func isOpen(_ gap: Gap, _ madeUp: MadeUp, _ diagnostics: [Diagnostic]) -> Bool {
    let errors = diagnostics.lazy.filter { $0.severity == .error }
    switch gap.code {
    case .scheduleUnknown: return errors.contains { $0.span.flatMap(text) == gap.name }
    case .edgeTarget:
      return errors.contains { error in
        guard error.code == gap.code.rawValue, let text = error.span.flatMap(text) else { return false }
        return text == gap.name || !madeUp.targets.contains(text)
      }
    default: return false
    }
  }

  /// What sentences name and no file defines.
  private struct MadeUp {
    var targets: [String] = []
    /// Those of them that are done at a time.
    var actions: Set<String> = []
    var schedules: [(name: String, when: String, meaning: String)] = []
    /// What was made up of which no sentence says what it is.
    var notes: [Diagnostic] = []

    /// Most schedules may be days, and a day that is past never comes; some have to be times.
    private static let unknown = [
      ("2000-01-01", "treated as days that never come"), ("00:00–00:01", "treated as 00:00–00:01"),
    ]

    func adding(target: String) -> MadeUp {
      var more = self
      more.targets.append(target)
      return more
    }

    /// The same with what `gap` lacks, in each way that there is.
    func filling(_ gap: Gap) -> [MadeUp] {
      var more = self
      switch gap.code {
      case .targetUnknown: return [adding(target: gap.name)]
      case .scheduleUnknown:
        return Self.unknown.map { when, meaning in
          more.schedules = schedules + [(gap.name, when, meaning)]
          return more
        }
      default:
        more.actions.insert(gap.name)
        return [more]
      }
    }
  }

  private func text(at span: SourceSpan) -> String? {
    guard let sentence = sentences.first(where: { $0.file == span.file }) else { return nil }
    let scalars = sentence.text.unicodeScalars.dropFirst(span.start.column - 1)
    return ASCII.lowercased(String(String.UnicodeScalarView(scalars.prefix(span.end.column - span.start.column))))
  }

  /// The first words that could be the name of one.
  private func possibleTargets(_ vocabulary: Vocabulary) -> [String] {
    let words = sentences.flatMap { $0.text.split { $0.isWhitespace || $0 == "," } }
    let names = words.lazy.map { ASCII.lowercased(String($0)) }.filter { NameRules.fault(of: $0, vocabulary) == nil }
    return Array(names.prefix(Self.mostGuesses))
  }

  /// Each costs as much as reading all sentences.
  private static let mostGuesses = 12

  private static func note(_ diagnostic: Diagnostic, _ meaning: String) -> Diagnostic {
    var note = withoutPolicy(diagnostic)
    note.severity = .warning
    note.message += "; " + meaning
    return note
  }

  /// What only a file can define.
  private static func withoutPolicy(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.code == DiagnosticCode.scheduleUnknown.rawValue, !proposes(diagnostic) else { return diagnostic }
    var other = diagnostic
    other.hint = "name the policy that defines it with --policy"
    return other
  }

  private static func proposes(_ diagnostic: Diagnostic) -> Bool {
    ["write '", "did you mean '"].contains { diagnostic.hint?.hasPrefix($0) ?? false }
  }
}
