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
    guard others.isEmpty else { return decoded([], path, context) }
    var madeUp: [String] = []
    var found = decoded(madeUp, path, context)
    // Each round makes up a target more, and no sentence names more of them than it has words.
    while let name = unknownTarget(found.diagnostics, but: madeUp) {
      madeUp.append(name)
      found = decoded(madeUp, path, context)
    }
    if found.policy == nil, !found.diagnostics.contains(where: Self.proposes) {
      // Of a sentence in other words only somebody who knows the targets can say how to write it.
      let guesses = possibleTargets(context.kinds.vocabulary).lazy.map { decoded(madeUp + [$0], path, context) }
      found = guesses.first { $0.policy == nil && $0.diagnostics.contains(where: Self.proposes) } ?? found
    }
    found.diagnostics = found.diagnostics.map(Self.withoutPolicy)
    return found
  }

  private func decoded(
    _ targets: [String], _ path: String, _ context: PolicyContext
  ) -> (policy: Policy?, diagnostics: [Diagnostic]) {
    let files = sentences.map(\.file)
    let own = PolicyDocument(file: files.first ?? path, root: root(targets))
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

  private func root(_ targets: [String]) -> Node {
    let list = sentences.map { sentence in Self.scalar(sentence.text, sentence.file) }
    let policy = Node.Entry(key: key("policy"), value: Node(.sequence(list), span: nowhere))
    guard others.isEmpty else { return Node(.mapping([policy]), span: nowhere) }
    let permissions = PolicyKey.TargetOption.permissions.map { permission in
      Node.Entry(key: key(permission.rawValue), value: Node(.scalar(key("true")), span: nowhere))
    }
    let entries = targets.map { Node.Entry(key: key($0), value: Node(.mapping(permissions), span: nowhere)) }
    return Node(
      .mapping([
        .init(key: key("timezone"), value: Node(.scalar(key(timezone)), span: nowhere)),
        .init(key: key("targets"), value: Node(.mapping(entries), span: nowhere)), policy,
      ]), span: nowhere)
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

  // MARK: - Targets that are made up

  /// The first name that stands where a target must and is none yet.
  private func unknownTarget(_ diagnostics: [Diagnostic], but known: [String]) -> String? {
    diagnostics.lazy.filter { $0.code == DiagnosticCode.targetUnknown.rawValue }
      .compactMap { $0.span.flatMap(text) }.first { !known.contains($0) }
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

  /// What nobody has made up is not told of as if it were in a file.
  private static func withoutPolicy(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.code == DiagnosticCode.edgeTarget.rawValue else { return diagnostic }
    var other = diagnostic
    other.message = "what is done at a time can be tried only beside a policy that has it"
    other.hint = "name the policy with --policy"
    return other
  }

  private static func proposes(_ diagnostic: Diagnostic) -> Bool {
    ["write '", "did you mean '"].contains { diagnostic.hint?.hasPrefix($0) ?? false }
  }
}
