import Documents

/// The diagnostics collected while a policy is decoded.
struct Findings {
  /// In the order in which they were found.
  private(set) var all: [Diagnostic] = []
  /// How many of them keep the policy from being used.
  private var errors = 0
  /// Whether something was not read because of them.
  private var isCutOff = false

  /// So many errors of one policy are looked for. Each takes time to be put into words, and a file may have a hundred thousand.
  static let mostErrors = 1000

  /// Whether one of them keeps the policy from being used.
  var hasErrors: Bool { errors > 0 }

  mutating func add(_ message: PolicyMessage, at span: SourceSpan?, related: Diagnostic.Related? = nil) {
    let diagnostic = message.at(span, related: related)
    if diagnostic.severity == .error {
      if span != nil, areTooMany() { return }
      errors += 1
    }
    all.append(diagnostic)
  }

  mutating func add(_ others: Findings) {
    all += others.all
    errors += others.errors
    isCutOff = isCutOff || others.isCutOff
  }

  /// Whether there are so many errors that what comes now is not read, or not told. That this is so is one of them, once.
  mutating func areTooMany() -> Bool {
    guard errors >= Self.mostErrors else { return false }
    guard !isCutOff else { return true }
    isCutOff = true
    // Without a place it comes first; behind hundreds of others nobody would see it.
    add(.tooManyErrors(Self.mostErrors), at: nil)
    return true
  }

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
