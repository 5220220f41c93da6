import Documents

/// The diagnostics collected while a policy is decoded.
struct Findings {
  /// In the order in which they were found.
  private(set) var all: [Diagnostic] = []

  /// Whether one of them keeps the policy from being used.
  var hasErrors: Bool { all.contains { $0.severity == .error } }

  mutating func add(_ message: PolicyMessage, at span: SourceSpan?, related: Diagnostic.Related? = nil) {
    all.append(message.at(span, related: related))
  }

  mutating func add(_ others: Findings) { all += others.all }

  /// Adds what is wrong with parts of a sentence, each at its words.
  mutating func add(_ problems: [SentenceProblem], in scalar: Scalar) {
    for problem in problems { add(problem.message, at: scalar.span(of: problem.range)) }
  }

  /// All of them, once each, by place: the files in the order given, those without a place first.
  func sorted(files: [String]) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    let once = all.filter { seen.insert($0).inserted }
    let order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func place(_ diagnostic: Diagnostic) -> (Int, SourcePosition) {
      guard let span = diagnostic.span else { return (-1, SourcePosition(line: 0, column: 0)) }
      return (order[span.file] ?? files.count, span.start)
    }
    return once.enumerated()
      .sorted { left, right in
        let (first, second) = (place(left.element), place(right.element))
        return first == second ? left.offset < right.offset : first < second
      }
      .map(\.element)
  }
}
