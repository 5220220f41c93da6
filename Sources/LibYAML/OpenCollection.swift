import Documents

/// What a value costs, aliases expanded.
struct Weight {
  var nodes: Int
  var text: Int
  /// The collections that are in one another, itself included; 0 for a scalar.
  var height: Int
}

/// A value that is complete, and what another copy of it costs.
struct Built {
  var node: Node
  var weight: Weight
}

/// A sequence or mapping whose end has not come yet.
struct OpenCollection {
  enum Kind {
    case sequence
    case mapping
  }

  /// What the next value of a mapping belongs to.
  private enum Key {
    /// None: the next value is a key.
    case wanted
    case read(Scalar)
    /// One that is refused, with its value.
    case refused
  }

  let kind: Kind
  let anchor: String?
  /// The index of its first Unicode scalar.
  let start: Int
  private var items: [Node] = []
  private var entries: [Node.Entry] = []
  private var key = Key.wanted
  private var firstPlaces: [String: SourceSpan] = [:]
  private var weight = Weight(nodes: 1, text: 0, height: 1)

  init(kind: Kind, anchor: String?, start: Int) {
    self.kind = kind
    self.anchor = anchor
    self.start = start
  }

  /// The collection as it is now.
  func built(_ span: SourceSpan) -> Built {
    switch kind {
    case .sequence: Built(node: Node(.sequence(items), span: span), weight: weight)
    case .mapping: Built(node: Node(.mapping(entries), span: span), weight: weight)
    }
  }

  /// Takes the next value, or nil for one that could not be read, and says what is wrong with it as a key.
  mutating func add(_ built: Built?, _ messages: Messages) -> [Diagnostic] {
    if let built { count(built.weight) }
    switch (kind, key) {
    case (.sequence, _):
      if let built { items.append(built.node) }
      return []
    case (.mapping, .wanted):
      return take(key: built?.node, messages)
    case (.mapping, .read(let scalar)):
      if let built { entries.append(Node.Entry(key: scalar, value: built.node)) }
      key = .wanted
      return []
    case (.mapping, .refused):
      key = .wanted
      return []
    }
  }

  private mutating func count(_ part: Weight) {
    weight.nodes += part.nodes
    weight.text += part.text
    weight.height = max(weight.height, part.height + 1)
  }

  private mutating func take(key node: Node?, _ messages: Messages) -> [Diagnostic] {
    key = .refused
    guard let node else { return [] }
    guard case .scalar(let scalar) = node.content else { return [messages.keyIsNoScalar(node.span)] }
    if scalar.text == "<<" { return [messages.mergeKey(node.span)] }
    if let first = firstPlaces[scalar.text] {
      return [messages.duplicateKey(scalar.text, at: node.span, first: first)]
    }
    firstPlaces[scalar.text] = node.span
    key = .read(scalar)
    return []
  }
}
