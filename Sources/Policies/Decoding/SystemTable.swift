import Documents

/// The systems of a policy, those with mistakes included, so that a mistake in one does not make its name unknown.
struct SystemTable {
  /// One system as far as it was understood.
  struct Entry {
    var name: Name
    /// Nil where the file does not say it, or says something else.
    var kind: SystemKind?
    /// Nil where it has a mistake.
    var system: System?
    var span: SourceSpan
  }

  /// In the order of the file.
  let entries: [Entry]
  /// The kinds that there are.
  let kinds: SystemKinds
  private let byName: [Name: Entry]

  /// Those without a mistake, in the order of the file.
  var decoded: [System] { entries.compactMap(\.system) }

  init(_ nodes: [Node.Entry], _ kinds: SystemKinds, into findings: inout Findings) {
    let decoded = nodes.map { SystemDecoder.decode($0, kinds, into: &findings) }
    self.kinds = kinds
    entries = decoded
    byName = Dictionary(decoded.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The kind of the system called `name`; nil if there is none, or its kind is not known.
  func kind(of name: Name) -> SystemKind? { entry(name)?.kind }

  /// The system called `name`.
  func entry(_ name: Name) -> Entry? { byName[name] }

  /// The systems whose objects this selector can name, in the order of the file.
  func entries(having selector: String) -> [Entry] { entries.filter { $0.kind?.selectors(selector).isEmpty == false } }
}
