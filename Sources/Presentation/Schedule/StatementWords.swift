import Documents
package import JSONTree
package import Policies

/// A statement as somebody finds it again in the file. Nothing here is escaped.
struct StatementWords {
  /// Its name.
  let id: String
  /// Why the person wants it, if the file says so.
  let because: String?
  private let sentences: [String]
  /// All of them in one, which the language reads; nil where there is none.
  private let one: String?
  private let span: SourceSpan
  private let policyPath: String

  init(_ index: Int, _ policy: Policy) {
    let statement = policy.statements[index]
    (id, because, span) = (statement.id, statement.because, statement.span)
    sentences = statement.sentences
    one = sentences.count == 1 ? sentences[0] : SentenceText.one(of: statement)
    policyPath = policy.path
  }

  /// Of what is done at a time.
  init(edge index: Int, _ policy: Policy) {
    let edge = policy.edges[index]
    (id, because, span) = (edge.id, edge.because, edge.span)
    sentences = [edge.sentence]
    one = edge.sentence
    policyPath = policy.path
  }

  /// Those of the statements and edges of `policy` that name any of `targets`, in the order of the text.
  static func about(_ targets: [Name], in policy: Policy) -> [StatementWords] {
    let naming = policy.naming(anyOf: targets)
    return
      (naming.statements.map { StatementWords($0, policy) } + naming.edges.map { StatementWords(edge: $0, policy) })
      .sorted { ($0.span.file, $0.span.start) < ($1.span.file, $1.span.start) }
  }

  /// `'kids off 21:00–07:00'`
  var sentence: String { sentences.map { "'\($0)'" }.joined(separator: " and ") }

  /// `kids off 21:00–07:00`
  var plainSentence: String { sentences.joined(separator: " and ") }

  /// The same as one sentence where it can be.
  var oneSentence: String { one ?? plainSentence }

  /// `household.yaml:25:5`
  var place: String { "\(span.file):\(span.start.line):\(span.start.column)" }

  /// `policy-1, line 25`, or `policy-1, kids.yaml:25` where the policy is a directory.
  var name: String {
    let line = span.start.line
    return span.file == policyPath ? "\(id), line \(line)" : "\(id), \(span.file):\(line)"
  }

  /// For a result in JSON, its id as `key`.
  func members(_ key: String) -> [JSON.Member] {
    [
      .init(key, .string(id)),
      .init("source", .string(place)),
      .init("sentence", .string(plainSentence)),
      .init("because", .text(because)),
    ]
  }
}

extension Verdict.Decider {
  /// The statement or edge; nil for `otherwise` and for an override.
  func words(_ policy: Policy) -> StatementWords? {
    switch self {
    case .otherwise, .override: nil
    case .statement(let index): StatementWords(index, policy)
    case .edge(let index): StatementWords(edge: index, policy)
    }
  }

  /// `policy-1`, `otherwise`, or `override:3`.
  package func id(_ policy: Policy) -> String {
    switch self {
    case .otherwise: "otherwise"
    case .override(let number): "override:\(number)"
    case .statement(let index): StatementWords(index, policy).id
    case .edge(let index): StatementWords(edge: index, policy).id
    }
  }

  /// `kids off 21:00–07:00`; nil for what is no statement.
  package func sentence(_ policy: Policy) -> String? { words(policy)?.oneSentence }

  /// `policy-1, line 25`, `otherwise`, or `override 3`.
  package func name(_ policy: Policy) -> String {
    switch self {
    case .otherwise: "otherwise"
    case .override(let number): "override \(number)"
    case .statement(let index): StatementWords(index, policy).name
    case .edge(let index): StatementWords(edge: index, policy).name
    }
  }

  /// For a result in JSON: what is no statement has no place and no sentence. `because` is why an override was made.
  package func members(_ policy: Policy, because: String? = nil) -> [JSON.Member] {
    words(policy)?.members("decidedBy") ?? [
      .init("decidedBy", .string(id(policy))), .init("source", .null), .init("sentence", .null),
      .init("because", .text(because)),
    ]
  }
}

extension Verdict {
  /// Why somebody wants it, if anybody said so.
  func because(_ policy: Policy) -> String? { because ?? decidedBy.words(policy)?.because }
}

extension TargetState {
  /// The state in a sentence about a target.
  package var inWords: String { self == .leave ? "left alone" : rawValue }
}
