import Documents

/// Puts events together to a tree, within a budget.
///
/// An alias costs as much as what it stands for, but shares its memory, so that a bomb of aliases is counted and never
/// expanded.
struct TreeBuilder {
  let source: SourceText
  /// What is read: the scalars of `source`, but for those that may not be in a file.
  private let scalars: [Unicode.Scalar]
  private let messages: Messages
  private let isOneOfSeveral: Bool
  private(set) var budget: ReadingBudget
  private(set) var diagnostics: [Diagnostic] = []
  /// The document's value; nil if there is none or the text could not be followed to its end.
  private(set) var root: Node?
  /// Whether no further event is wanted.
  private(set) var isFinished = false

  /// Among more anchors than this no nearest one is looked for.
  private static let maximumCandidates = 100
  /// And for so many aliases that mean nothing.
  private static let mostProposals = 20

  private var proposals = 0
  private var isInDocument = false
  private var open: [OpenCollection] = []
  private var anchors: [String: Anchor] = [:]
  /// The end of the last token that belongs to a value.
  private var lastEnd = 0

  /// What an anchor leads to.
  private enum Anchor {
    /// A collection that is not closed yet.
    case open
    /// A value, or nil where it could not be read.
    case closed(Built?)
  }

  /// `isOneOfSeveral`: whether the policy has other files.
  init(source: SourceText, scalars: [Unicode.Scalar], budget: ReadingBudget, isOneOfSeveral: Bool) {
    self.source = source
    self.scalars = scalars
    self.isOneOfSeveral = isOneOfSeveral
    self.budget = budget
    messages = Messages(file: source.file)
  }

  mutating func take(_ event: Event) {
    switch event.kind {
    case .nothing: break
    case .documentStart: startDocument(event.range)
    case .streamEnd: endStream()
    case .alias(let name): take(alias: name, event.range)
    case .scalar(let text, let style, let properties): take(text, style, properties, event.range)
    case .sequenceStart(let properties): startCollection(.sequence, properties, event.range)
    case .mappingStart(let properties): startCollection(.mapping, properties, event.range)
    case .collectionEnd: endCollection(event.range)
    }
  }

  /// Ends the reading: the text is no YAML.
  mutating func fail(_ failure: SyntaxFailure) {
    stop(SyntaxProblem(failure, in: source, messages: messages).diagnostic)
  }

  private mutating func stop(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    root = nil
    isFinished = true
  }

  private mutating func startDocument(_ range: Range<Int>) {
    if isInDocument {
      stop(messages.secondDocument(source.span(range)))
    }
    isInDocument = true
  }

  private mutating func endStream() {
    isFinished = true
    if !isInDocument { diagnostics.append(messages.empty(source.span(0..<0), isOneOfSeveral: isOneOfSeveral)) }
  }

  private mutating func take(alias name: String, _ range: Range<Int>) {
    lastEnd = range.upperBound
    switch anchors[name] {
    case nil:
      // Every alias compared with every anchor would be a bomb of its own.
      let isWorthIt = anchors.count <= Self.maximumCandidates && proposals < Self.mostProposals
      let candidates = isWorthIt ? Array(anchors.keys) : []
      proposals += 1
      diagnostics.append(messages.undefinedAlias(name, among: candidates, at: source.span(range)))
      add(nil)
    case .open:
      diagnostics.append(messages.recursiveAlias(name, at: source.span(range)))
      add(nil)
    case .closed(nil): add(nil)
    case .closed(var built?):
      guard charge(built.weight, at: range) else { return }
      built.node.span = source.span(range)
      add(built)
    }
  }

  private mutating func take(
    _ text: String, _ style: ScalarStyle, _ properties: Event.Properties, _ range: Range<Int>
  ) {
    let start = valueStart(properties, from: range.lowerBound, limit: range.upperBound)
    if open.isEmpty, style == .plain, text.isEmpty {
      diagnostics.append(messages.empty(source.span(start..<start), isOneOfSeveral: isOneOfSeveral))
      return
    }
    let weight = Weight(nodes: 1, text: text.utf8.count, height: 0)
    guard charge(weight, at: range) else { return }
    let written = WrittenScalar(text, style, in: scalars, start..<range.upperBound)
    lastEnd = written.range.upperBound
    let scalar = Scalar(
      text, span: source.span(written.range), places: written.places.map { source.position(at: $0) })
    let built = Built(node: Node(.scalar(scalar), span: scalar.span), weight: weight)
    if let anchor = properties.anchor { anchors[anchor] = .closed(built) }
    add(built)
  }

  private mutating func startCollection(
    _ kind: OpenCollection.Kind, _ properties: Event.Properties, _ range: Range<Int>
  ) {
    let start = valueStart(properties, from: range.lowerBound, limit: scalars.count)
    guard charge(Weight(nodes: 1, text: 0, height: 1), at: range) else { return }
    if let anchor = properties.anchor { anchors[anchor] = .open }
    open.append(OpenCollection(kind: kind, anchor: properties.anchor, start: start))
    lastEnd = max(start, range.isEmpty ? start : min(range.upperBound, start + 1))
  }

  private mutating func endCollection(_ range: Range<Int>) {
    guard let collection = open.popLast() else { return }
    // A block collection has no token at its end; there libyaml names the place where the next token starts.
    if !range.isEmpty { lastEnd = range.upperBound }
    let built = collection.built(source.span(collection.start..<max(collection.start, lastEnd)))
    if let anchor = collection.anchor { anchors[anchor] = .closed(built) }
    add(built)
  }

  /// Where the value itself starts; reports a tag before it.
  private mutating func valueStart(_ properties: Event.Properties, from start: Int, limit: Int) -> Int {
    guard !properties.isNone else { return start }
    let found = NodeProperties(in: scalars, from: start, limit: limit)
    if let tag = found.tag { diagnostics.append(messages.tag(source.span(tag))) }
    return found.valueStart
  }

  /// Takes `weight` from the budget; false, and the reading is over, where there is not enough.
  private mutating func charge(_ weight: Weight, at range: Range<Int>) -> Bool {
    if open.count + weight.height > ReadingBudget.maximumDepth {
      stop(messages.tooDeep(source.span(range)))
    } else if weight.nodes > budget.nodes {
      stop(messages.tooManyNodes(source.span(range)))
    } else if weight.text > budget.text {
      stop(messages.tooMuchText(source.span(range)))
    } else {
      budget.nodes -= weight.nodes
      budget.text -= weight.text
      return true
    }
    return false
  }

  /// Puts a value where it belongs; nil is one that could not be read.
  private mutating func add(_ built: Built?) {
    guard let last = open.indices.last else {
      root = built?.node
      return
    }
    diagnostics += open[last].add(built, messages)
  }
}
