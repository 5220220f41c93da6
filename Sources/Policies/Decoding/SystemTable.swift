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
  /// By the keys of the selectors that their kinds have.
  private let bySelector: [String: [Entry]]

  /// Those without a mistake, in the order of the file.
  var decoded: [System] { entries.compactMap(\.system) }

  init(_ nodes: [Node.Entry], _ kinds: SystemKinds, into findings: inout Findings) {
    let decoded = nodes.map { SystemDecoder.decode($0, kinds, into: &findings) }
    self.kinds = kinds
    entries = decoded
    Self.checkAddresses(decoded.compactMap(\.system), into: &findings)
    byName = Dictionary(decoded.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    bySelector = decoded.reduce(into: [:]) { bySelector, entry in
      for key in Set(entry.kind?.selectors.map(\.key) ?? []) { bySelector[key, default: []].append(entry) }
    }
  }

  /// Warns of a second name of one system: what belongs to one of them is nobody's by the other, and one undoes what the
  /// other did. No error: what was valid yesterday is enforced tonight.
  private static func checkAddresses(_ systems: [System], into findings: inout Findings) {
    var first: [SystemPlace: System] = [:]
    var firstOfHost: [SystemPlace: System] = [:]
    func earlier(_ place: SystemPlace, _ system: System, _ first: inout [SystemPlace: System]) -> System? {
      defer { if first[place] == nil { first[place] = system } }
      return first[place]
    }
    for system in systems {
      let same = earlier(SystemPlace(system), system, &first)
      let near = earlier(SystemPlace(system, ofHost: true), system, &firstOfHost)
      guard let other = same ?? (system.kind.isOneOfItsHost ? near : nil) else { continue }
      // The same name twice is told of as such.
      if other.name == system.name { continue }
      let message: PolicyMessage =
        same == nil
        ? .systemOnHost(system.name.text, of: other.name.text, system.kind)
        : .systemTwice(system.name.text, as: other.name.text)
      findings.add(
        message, at: system.span, related: Diagnostic.Related(span: other.span, message: "first defined here"))
    }
  }

  /// The kind of the system called `name`; nil if there is none, or its kind is not known.
  func kind(of name: Name) -> SystemKind? { entry(name)?.kind }

  /// The system called `name`.
  func entry(_ name: Name) -> Entry? { byName[name] }

  /// The systems whose objects this selector can name, in the order of the file.
  func entries(having selector: String) -> [Entry] { bySelector[selector] ?? [] }
}
